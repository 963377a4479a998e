import { buttonClasses } from '@/components/ui/button'
import { CodeToQuote, CopyCode } from '@/components/ui/code-to-quote'
import { FocusedMessage } from '@/components/ui/focused'
import { FormButton } from '@/components/ui/form-button'
import { optionsIcon, phoneIcon, typeIcon } from '@/components/ui/icon'
import { NativeForm } from '@/components/ui/native-form'
import { changeWalletForm } from '@/components/wallet/chosen-wallet'
import {
  OpenElsewhereForm,
  OwnBrowsers,
  RowSummary,
  WalletAppRows,
  type OtherWays,
} from '@/components/wallet/wallet-app-rows'
import { PhoneRow } from '@/components/wallet/phone-row'
import { RowContent } from '@/components/wallet/wallet-row'
import { WalletsToGet } from '@/components/wallet/wallets-to-get'
import { WalletCard } from '@/components/wallet/wallet-card'
import {
  canOnlyPressAgain,
  type AppState,
  type EndedState,
  type FormState,
  type NothingHeldState,
} from '@/lib/connect/page-state'
import { ChosenApp, PressedInApp } from './chosen-app'
import { ConnectForm } from './connect-form'
import { EnteredAddress } from './lazy-parts'
import { Cancel, LinkCard, OpenLinkCard } from './link-card'
import { NoticeAlert } from './notice-alert'
import type { ConnectPageProps } from './page-props'
import { connectPageHeading, reasonId, resultOf } from './page-texts'
import { WhichLink } from './which-link'

export function ConnectPage(props: ConnectPageProps) {
  const { t, state } = props
  if ('notice' in state && state.notice?.kind === 'turn_after_link') return <EndedLink {...props} state={state} />
  switch (state.kind) {
    case 'nothing_held':
      return <NothingHeld {...props} state={state} />
    case 'which_link':
      return <WhichLink {...props} state={state} />
    case 'wallet_unusable':
      return (
        <LinkCard {...props}>
          <NoticeAlert t={t} state={state} />
          <Help {...props} code={props.code} />
          <Cancel {...props} />
        </LinkCard>
      )
    case 'ended':
      return <EndedLink {...props} state={state} />
    case 'app':
      return state.isPressed ? <PressedInApp {...props} state={state} /> : <ChosenApp {...props} state={state} />
    case 'form':
      return <FormPage {...props} state={state} />
  }
}

function NothingHeld(props: ConnectPageProps<NothingHeldState>) {
  const { t, state, code, profileUrl, actions } = props
  const { because, canUndo } = state
  const isResult = resultOf(state) !== undefined
  return (
    <LinkCard {...props}>
      <FocusedMessage role="status" className="message">
        {isResult && <h1>{t(...connectPageHeading(state))}</h1>}
        <p>{t(`nothingToConnect.because.${because}`)}</p>
        {!isResult && !canUndo && <p>{t('nothingToConnect.next')}</p>}
        {code !== undefined && because === 'none' && (
          <div className="message-details">
            <CodeToQuote t={t} code={code} />
          </div>
        )}
      </FocusedMessage>
      <div className="grid gap-3">
        {canUndo && (
          <FormButton
            action={actions.undo}
            label={t('nothingToConnect.undo')}
            busyLabel={t('nothingToConnect.undoing')}
          />
        )}
        <a href={profileUrl} className={buttonClasses(canUndo ? 'secondary' : 'primary')}>
          {t('nothingToConnect.profileLink')}
        </a>
      </div>
    </LinkCard>
  )
}

/** The primary step if only the operator can help: their help page, or else the code to tell them. */
function Help({ t, supportUrl, code }: Pick<ConnectPageProps, 't' | 'supportUrl'> & { code: string | undefined }) {
  if (supportUrl !== null) {
    return (
      <a href={supportUrl} className={buttonClasses('primary')}>
        {t('support.help')}
      </a>
    )
  }
  return code === undefined ? null : <CopyCode t={t} code={code} look="primary" />
}

/**
 * In place of the form: why the link cannot be confirmed, and the next step. If the user's turn comes after the link's
 * end, another press can only repeat that.
 */
function EndedLink(props: ConnectPageProps<EndedState | FormState | AppState>) {
  const { t, state, profileUrl, supportUrl, actions } = props
  const ended = state.kind === 'ended' ? state : null
  const isForOperator = ended?.remedy === 'tell_operator'
  return (
    <LinkCard {...props}>
      <NoticeAlert t={t} state={state} hasCopy={!isForOperator || supportUrl !== null} />
      {(ended === null || ended.reason === 'request_expired') && 'typedKey' in state && (
        <EnteredAddress typedKey={state.typedKey} label={t('refused.enteredAddress')} />
      )}
      <div data-part="actions" className="grid gap-3">
        {isForOperator && <Help t={t} supportUrl={supportUrl} code={ended?.code ?? undefined} />}
        <a href={profileUrl} className={buttonClasses(isForOperator ? 'secondary' : 'primary')}>
          {t('refused.profileLink')}
        </a>
        {ended?.retry && (
          <FormButton
            action={actions.confirm}
            fields={{ link: ended.linkId, ...ended.retry }}
            // Never the primary button, because the result is most likely the same.
            look="secondary"
            label={t('refused.tryAgain')}
            busyLabel={t('refused.tryingAgain')}
          />
        )}
        {ended === null && <Cancel {...props} />}
      </div>
    </LinkCard>
  )
}

/** Some buttons of the form belong to forms outside of it, because forms cannot be nested. */
function FormPage(props: ConnectPageProps<FormState>) {
  const { t, state, actions, brand } = props
  const isPressAgain = canOnlyPressAgain(state)
  const isRequired = state.proof === 'required'
  const ways = waysOf(props)
  return (
    <OpenLinkCard {...props}>
      {isRequired && !ways.rows && <p className="hidden text-muted noscript:block">{t('wallet.needsScripts')}</p>}
      <ConnectForm
        state={state}
        action={actions.confirm}
        refusalOfAddress={
          state.notice?.kind === 'refused' &&
          state.notice.remedy === 'check_address' && { 'aria-invalid': true, 'aria-describedby': reasonId }
        }
        isPressAgain={isPressAgain}
        locked={
          state.wallet.kind === 'locked' && (
            <WalletCard
              title={<p className="font-medium">{t('confirm.lockedWallet')}</p>}
              address={state.wallet.address}
            />
          )
        }
        ways={ways}
        wallets={brand.wallets}
      />
      {/* The form then shows the field in place of the wallets. */}
      {(state.notice?.kind === 'address_problem' || (state.wallet.kind === 'free' && state.wallet.typed)) && (
        <ul className="hidden gap-2 noscript:grid">{ways.rows}</ul>
      )}
      {ways.rows && <OpenElsewhereForm linkId={state.linkId} />}
      {(state.signed || isPressAgain) && (
        <NativeForm id={changeWalletForm} action={actions.changeWallet} className="hidden">
          <input type="hidden" name="link" value={state.linkId} />
        </NativeForm>
      )}
    </OpenLinkCard>
  )
}

function waysOf(props: ConnectPageProps<FormState>): OtherWays {
  const { t, state, apps, phone } = props
  const isRequired = state.proof === 'required'
  const isLocked = state.wallet.kind === 'locked'
  const hasRows = apps.length > 0 || !!phone?.better
  // Shows the address field, which the page hides while scripts run. See `early-wallets.tsx` and `connect-form.tsx`.
  const address = !isLocked && !isRequired && (
    <button type="button" data-enter-address className="wallet-row leads-to-address hidden">
      <RowContent ownIcon={typeIcon}>{t('wallet.enterAddress')}</RowContent>
    </button>
  )
  const code = props.hasPhoneCode && (
    <PhoneRow linkId={state.linkId} summary={<RowSummary icon={phoneIcon}>{t('wallet.phone.button')}</RowSummary>} />
  )
  // A user whose account has an address needs no other wallet, and one who has pressed has a wallet.
  const toGet = state.notice === null && (!isLocked || isRequired) && (
    <WalletsToGet t={t} ids={props.brand.wallets} phone={phone} />
  )
  return {
    title: isLocked && !isRequired && t('wallet.signToProve'),
    rows: hasRows && <WalletAppRows t={t} apps={apps} phone={phone} />,
    hasAnyApp: phone?.hasMobileAdapter === true,
    folded: (code || address || apps.length > 0) && (
      // An app's own browser has a wallet, and needs no app.
      <details className={code || address ? '' : 'has-wallet:hidden'}>
        <RowSummary icon={optionsIcon}>{t('wallet.otherWays')}</RowSummary>
        <div className="mt-2 grid gap-2">
          {code}
          {apps.length > 0 && <OwnBrowsers t={t} apps={apps} />}
          {address}
          {hasRows && toGet}
        </div>
      </details>
    ),
    unfolded: (
      <>
        {code}
        {address}
        {toGet}
      </>
    ),
  }
}
