import { Button, buttonClasses } from '@/components/ui/button'
import { CodeToQuote, CopyCode } from '@/components/ui/code-to-quote'
import { FocusedMessage } from '@/components/ui/focused'
import { FormButton } from '@/components/ui/form-button'
import { Icon, walletIcon } from '@/components/ui/icon'
import { NativeForm } from '@/components/ui/native-form'
import { ShortAddress } from '@/components/ui/short-address'
import { changeWalletForm } from '@/components/wallet/chosen-wallet'
import {
  EnterAddress,
  FoldedWays,
  OpenElsewhereForm,
  OwnBrowsers,
  PhoneCode,
  WalletAppRows,
  type OtherWays,
} from '@/components/wallet/wallet-app-rows'
import { WalletsToGet } from '@/components/wallet/wallets-to-get'
import { WalletCard } from '@/components/wallet/wallet-card'
import {
  canOnlyPressAgain,
  type AppState,
  type EndedState,
  type FormState,
  type NothingHeldState,
} from '@/lib/connect/page-state'
import { walletsOf } from '@/lib/wallets'
import { ChosenApp, PressedInApp } from './chosen-app'
import { ConnectForm } from './connect-form'
import { EnteredAddress } from './lazy-parts'
import { Cancel, LinkCard, Notice, OpenLinkCard } from './link-card'
import { NoticeAlert } from './notice-alert'
import type { ConnectPageProps } from './page-props'
import { connectPageHeading, reasonId } from './page-texts'
import { WhichLink } from './which-link'

export function ConnectPage(props: ConnectPageProps) {
  const { t, state } = props
  if ('notice' in state && state.notice?.kind === 'turn_after_link') return <TurnAfterLink {...props} state={state} />
  switch (state.kind) {
    case 'nothing_held':
      return <NothingHeld {...props} state={state} />
    case 'which_link':
      return (
        <LinkCard {...props}>
          <WhichLink {...props} state={state} />
        </LinkCard>
      )
    case 'wallet_unusable':
      return (
        <LinkCard {...props}>
          <FocusedMessage className="message">
            <h1>{t(...connectPageHeading(state))}</h1>
            <p>{t('refused.remedy.tell_operator')}</p>
          </FocusedMessage>
          <Help {...props} code={props.code} />
          <Cancel {...props} />
        </LinkCard>
      )
    case 'ended':
      return <EndedLink {...props} state={state} />
    case 'app':
      return state.isPressed ? (
        <LinkCard {...props}>
          <PressedInApp {...props} state={state} />
          <Cancel {...props} />
        </LinkCard>
      ) : (
        <OpenLinkCard {...props} state={state}>
          <ChosenApp {...props} state={state} />
        </OpenLinkCard>
      )
    case 'form':
      return <FormPage {...props} state={state} />
  }
}

function NothingHeld(props: ConnectPageProps<NothingHeldState>) {
  const { t, state, code, profileUrl, actions } = props
  const { because, canUndo } = state
  const isResult = because === 'done' || because === 'cancelled'
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
          isWide
          label={t('nothingToConnect.undo')}
          busyLabel={t('nothingToConnect.undoing')}
        />
      )}
      <a href={profileUrl} className={buttonClasses(canUndo ? 'secondary' : 'primary', true)}>
        {t('nothingToConnect.profileLink')}
      </a>
    </LinkCard>
  )
}

/** The primary step if only the operator can help: their help page, or else the code to tell them. */
function Help({ t, supportUrl, code }: Pick<ConnectPageProps, 't' | 'supportUrl'> & { code: string | undefined }) {
  if (supportUrl !== null) {
    return (
      <a href={supportUrl} className={buttonClasses('primary', true)}>
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
      <NoticeAlert t={t} notice={state} hasCopy={!isForOperator || supportUrl !== null} />
      {reason === 'request_expired' && <EnteredAddress typedKey={typedKey} label={t('refused.enteredAddress')} />}
      <div data-part="actions" className="grid gap-3">
        {isForOperator && <Help t={t} supportUrl={supportUrl} code={code ?? undefined} />}
        <a href={profileUrl} className={buttonClasses(isForOperator ? 'secondary' : 'primary', true)}>
          {t('refused.profileLink')}
        </a>
        {retry && (
          <FormButton
            action={actions.confirm}
            fields={{ link: linkId, ...retry }}
            // Never the primary button, because the result is most likely the same.
            look="secondary"
            isWide
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
      <Notice {...props} />
      {state.kind === 'form' && <EnteredAddress typedKey={state.typedKey} label={t('refused.enteredAddress')} />}
      <a href={profileUrl} className={buttonClasses('primary', true)}>
        {t('refused.profileLink')}
      </a>
      <Cancel {...props} />
    </LinkCard>
  )
}

/** Some buttons of the form belong to forms outside of it, because forms cannot be nested. */
function FormPage(props: ConnectPageProps<FormState>) {
  const { t, state, actions, apps, reopen, brand } = props
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
          isRequired && <NoticeAlert t={t} notice={{ kind: 'proof_problem', problem: 'missing' }} isProofRequired />
        }
        refusalOfAddress={
          state.notice?.kind === 'refused' && state.notice.remedy === 'check_address' ? reasonId : undefined
        }
        isPressAgain={isPressAgain}
        changeWallet={
          isPressAgain &&
          state.wallet.kind === 'free' &&
          !isRequired && (
            <Button type="submit" look="quiet" isWide form={changeWalletForm}>
              {t('wallet.choose')}
            </Button>
          )
        }
        locked={
          state.wallet.kind === 'locked' && (
            <WalletCard
              icon={<Icon path={walletIcon} className="size-8 text-muted" />}
              title={<p className="font-medium">{t('confirm.lockedWallet')}</p>}
            >
              <ShortAddress address={state.wallet.address} />
            </WalletCard>
          )
        }
        ways={ways}
        wallets={brand.wallets}
      />
      {/* The form then shows the field in place of the wallets. */}
      {(state.notice?.kind === 'address_problem' || (state.wallet.kind === 'free' && state.wallet.typed)) && (
        <ul className="hidden gap-2 noscript:grid">{ways.rows}</ul>
      )}
      {(apps.length > 0 || reopen !== null) && <OpenElsewhereForm linkId={state.linkId} />}
      {(state.signed || isPressAgain) && (
        <NativeForm id={changeWalletForm} action={actions.changeWallet} className="hidden">
          <input type="hidden" name="link" value={state.linkId} />
        </NativeForm>
      )}
    </OpenLinkCard>
  )
}

function waysOf({ t, state, apps, reopen, brand, ...props }: ConnectPageProps<FormState>): OtherWays {
  const isRequired = state.proof === 'required'
  const isLocked = state.wallet.kind === 'locked'
  const isPhone = apps.length > 0 || reopen !== null
  const address = !isLocked && !isRequired && <EnterAddress t={t} />
  const code = props.hasPhoneCode && <PhoneCode t={t} linkId={state.linkId} />
  // A user whose account has an address needs no other wallet, and one who has pressed has a wallet.
  const toGet = state.notice === null && (!isLocked || isRequired) && (
    <WalletsToGet t={t} wallets={walletsOf(brand.wallets)} userAgent={props.userAgent} />
  )
  return {
    title: isLocked && !isRequired && t('wallet.signToProve'),
    rows: isPhone && <WalletAppRows t={t} apps={apps} reopen={reopen} />,
    hasAnyApp: props.hasAnyApp,
    folded: (code || address || apps.length > 0) && (
      // An app's own browser has a wallet, and needs no app.
      <FoldedWays t={t} className={code || address ? '' : 'has-wallet:hidden'}>
        {code}
        {apps.length > 0 && <OwnBrowsers t={t} apps={apps} />}
        {address}
        {isPhone && toGet}
      </FoldedWays>
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
