import { Alert } from '@/components/ui/alert'
import { Button, buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CodeToQuote } from '@/components/ui/code-to-quote'
import { FocusedMessage } from '@/components/ui/focused'
import { FormButton } from '@/components/ui/form-button'
import { Icon, walletIcon } from '@/components/ui/icon'
import { NativeForm } from '@/components/ui/native-form'
import { ShortAddress } from '@/components/ui/short-address'
import { changeWalletForm } from '@/components/wallet/chosen-wallet'
import { OpenElsewhereForm, PhoneCode, WalletAppRows } from '@/components/wallet/wallet-app-rows'
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
import { Account, Cancel, LinkCard, Notice, OpenLinkCard } from './link-card'
import { messageTitle, NoticeAlert } from './notice-alert'
import type { ConnectPageProps } from './page-props'
import { reasonId } from './page-texts'
import { WhichLink } from './which-link'
import { WhoAsks } from './who-asks'

export function ConnectPage(props: ConnectPageProps) {
  const { t, state, supportUrl } = props
  if ('notice' in state && state.notice?.kind === 'turn_after_link') return <TurnAfterLink {...props} state={state} />
  switch (state.kind) {
    case 'nothing_held':
      return <NothingHeld {...props} state={state} />
    case 'which_link':
      return (
        <LinkCard {...props} title={t('whichLink.title')}>
          <Account {...props} />
          <WhichLink {...props} state={state} />
          <Cancel {...props} />
        </LinkCard>
      )
    case 'wallet_unusable':
      return (
        <LinkCard {...props}>
          <Account {...props} />
          <Alert tone="danger" title={t('confirm.lockedWalletUnusable')}>
            <p>{t('refused.remedy.tell_operator')}</p>
          </Alert>
          {supportUrl !== null && (
            <a href={supportUrl} className={buttonClasses('primary', true)}>
              {t('support.help')}
            </a>
          )}
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

function NothingHeld({ state: { because, canUndo }, ...props }: ConnectPageProps<NothingHeldState>) {
  const { t, code, profileUrl, actions } = props
  const result = because === 'done' || because === 'cancelled' ? because : null
  return (
    <Card
      area="connect"
      title={t('nothingToConnect.title')}
      lead={result && <WhoAsks {...props} tone={result} />}
      isQuiet={result !== null}
    >
      <FocusedMessage role="status" className="message">
        {result && (
          // Balanced lines would break in the service's name.
          <h2 className={`${messageTitle} text-pretty!`}>{t(`nothingToConnect.${result}`)}</h2>
        )}
        <p>{t(`nothingToConnect.because.${because}`)}</p>
        {!result && !canUndo && <p>{t('nothingToConnect.next')}</p>}
        {code !== undefined && because === 'none' && (
          <div className="message-details">
            <CodeToQuote t={t} code={code} />
          </div>
        )}
      </FocusedMessage>
      <a href={profileUrl} className={buttonClasses('primary', true)}>
        {t('nothingToConnect.profileLink')}
      </a>
      {canUndo && (
        <FormButton
          action={actions.undo}
          look="secondary"
          isWide
          label={t('nothingToConnect.undo')}
          busyLabel={t('nothingToConnect.undoing')}
        />
      )}
    </Card>
  )
}

/** In place of the form: why the link cannot be confirmed, and the next step. */
function EndedLink(props: ConnectPageProps<EndedState>) {
  const { t, state, profileUrl, supportUrl, actions } = props
  const { linkId, reason, remedy, typedKey, retry } = state
  const hasHelp = remedy === 'tell_operator' && supportUrl !== null
  return (
    <LinkCard {...props} tone={reason === 'return_url_unusable' ? 'done' : 'ended'}>
      <NoticeAlert t={t} notice={state} />
      {reason === 'request_expired' && <EnteredAddress typedKey={typedKey} label={t('refused.enteredAddress')} />}
      <div data-part="actions" className="grid gap-3">
        {hasHelp && (
          <a href={supportUrl} className={buttonClasses('primary', true)}>
            {t('support.help')}
          </a>
        )}
        <a href={profileUrl} className={buttonClasses(hasHelp ? 'secondary' : 'primary', true)}>
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
    <LinkCard {...props} tone="wait">
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
  const hasPhoneRows = apps.length > 0 || reopen !== null
  return (
    <OpenLinkCard {...props}>
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
        phone={{
          title: t(state.wallet.kind === 'locked' && !isRequired ? 'wallet.signInstead' : 'wallet.choose'),
          apps: apps.map(({ name }) => ({ name })),
          rows: hasPhoneRows && <WalletAppRows t={t} apps={apps} reopen={reopen} />,
          code: props.hasPhoneCode && <PhoneCode t={t} linkId={state.linkId} />,
          // A user whose account has an address needs no other wallet, and one who has pressed has a wallet.
          missing: !hasPhoneRows && state.notice === null && (state.wallet.kind === 'free' || isRequired) && (
            <WalletsToGet t={t} wallets={walletsOf(brand.wallets)} />
          ),
        }}
        wallets={brand.wallets}
      />
      {hasPhoneRows && <OpenElsewhereForm linkId={state.linkId} />}
      {(state.signed || isPressAgain) && (
        <NativeForm id={changeWalletForm} action={actions.changeWallet} className="hidden">
          <input type="hidden" name="link" value={state.linkId} />
        </NativeForm>
      )}
    </OpenLinkCard>
  )
}
