import { Button, buttonClasses } from '@/components/ui/button'
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
  if ('notice' in state && state.notice?.kind === 'turn_after_link') return <TurnAfterLink {...props} state={state} />
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
  return code === undefined ? null : <CopyCode t={t} code={code} isMain />
}

/** In place of the form: why the link cannot be confirmed, and the next step. */
function EndedLink(props: ConnectPageProps<EndedState>) {
  const { t, state, profileUrl, supportUrl, actions } = props
  const { linkId, code, reason, remedy, typedKey, retry } = state
  const isForOperator = remedy === 'tell_operator'
  return (
    <LinkCard {...props}>
      <NoticeAlert t={t} state={state} hasCopy={!isForOperator || supportUrl !== null} />
      {reason === 'request_expired' && <EnteredAddress typedKey={typedKey} label={t('refused.enteredAddress')} />}
      <div data-part="actions" className="grid gap-3">
        {isForOperator && <Help t={t} supportUrl={supportUrl} code={code ?? undefined} />}
        <a href={profileUrl} className={buttonClasses(isForOperator ? 'secondary' : 'primary')}>
          {t('refused.profileLink')}
        </a>
        {retry && (
          <FormButton
            action={actions.confirm}
            fields={{ link: linkId, ...retry }}
            // Never the primary button, because the result is most likely the same.
            look="secondary"
            label={t('refused.tryAgain')}
            busyLabel={t('refused.tryingAgain')}
          />
        )}
      </div>
    </LinkCard>
  )
}

/** A wait beyond the link's end. Another press can only repeat it. */
function TurnAfterLink(props: ConnectPageProps<FormState | AppState>) {
  const { t, state, profileUrl } = props
  return (
    <LinkCard {...props}>
      <NoticeAlert t={t} state={state} />
      {state.kind === 'form' && <EnteredAddress typedKey={state.typedKey} label={t('refused.enteredAddress')} />}
      <a href={profileUrl} className={buttonClasses('primary')}>
        {t('refused.profileLink')}
      </a>
      <Cancel {...props} />
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
        proofMissing={
          isRequired && (
            <NoticeAlert t={t} state={{ ...state, notice: { kind: 'proof_problem', problem: 'missing' } }} />
          )
        }
        refusalOfAddress={
          state.notice?.kind === 'refused' &&
          state.notice.remedy === 'check_address' && { 'aria-invalid': true, 'aria-describedby': reasonId }
        }
        isPressAgain={isPressAgain}
        changeWallet={
          isPressAgain &&
          state.wallet.kind === 'free' &&
          !isRequired && (
            <Button type="submit" look="quiet" form={changeWalletForm}>
              {t('wallet.choose')}
            </Button>
          )
        }
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
