import type { ReactNode } from 'react'
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
import { PhoneCode } from '@/components/wallet/phone-code'
import { OpenElsewhereForm, WalletAppRows } from '@/components/wallet/wallet-app-rows'
import { WalletCard } from '@/components/wallet/wallet-card'
import { WalletsToGet } from '@/components/wallet/wallets-to-get'
import { canOnlyPressAgain, type AppState, type FormState } from '@/lib/connect/page-state'
import { walletsOf } from '@/lib/wallets'
import { ChosenApp, PressedInApp } from './chosen-app'
import { ConnectForm } from './connect-form'
import { EndedLink } from './ended-link'
import { Consent, StrangersLinkWarning } from './explanation'
import { EnteredAddress } from './lazy-parts'
import { LinkClock } from './link-time'
import { messageTitle, NoticeAlert } from './notice-alert'
import type { ConnectPageProps } from './page-props'
import { isWait, reasonId } from './page-texts'
import { WhichLink } from './which-link'
import { WhoAsks } from './who-asks'

/** The connect page in any of its states. */
export function ConnectPage(props: ConnectPageProps) {
  const { t, state, profileUrl, supportUrl, actions } = props
  if ('notice' in state && state.notice?.kind === 'turn_after_link') return <TurnAfterLink {...props} state={state} />
  switch (state.kind) {
    case 'nothing_held': {
      const { because } = state
      // The result of a press is the title that people see.
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
            {!result && !state.canUndo && <p>{t('nothingToConnect.next')}</p>}
            {props.code !== undefined && because === 'none' && (
              <div className="message-details">
                <CodeToQuote t={t} code={props.code} />
              </div>
            )}
          </FocusedMessage>
          <a href={profileUrl} className={buttonClasses('primary', true)}>
            {t('nothingToConnect.profileLink')}
          </a>
          {state.canUndo && (
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
    case 'which_link':
      return (
        <Card area="connect" title={t('whichLink.title')} lead={<WhoAsks {...props} />}>
          <Account {...props} />
          <WhichLink {...props} state={state} />
          <Cancel {...props} />
        </Card>
      )
    case 'wallet_unusable':
      return (
        <Card area="connect" title={t('confirm.title')} lead={<WhoAsks {...props} />}>
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
        </Card>
      )
    case 'ended': {
      // The service has confirmed the link, and only the way back is missing.
      const isConfirmed = state.reason === 'return_url_unusable'
      return (
        <Card
          area="connect"
          title={t('confirm.title')}
          lead={<WhoAsks {...props} tone={isConfirmed ? 'done' : 'ended'} />}
        >
          <EndedLink {...props} state={state} />
        </Card>
      )
    }
    case 'app':
      return state.isPressed ? (
        <Card area="connect" title={t('confirm.title')} lead={<WhoAsks {...props} />}>
          <PressedInApp {...props} state={state} />
          <Cancel {...props} />
        </Card>
      ) : (
        <OpenLinkCard {...props} state={state}>
          <ChosenApp {...props} state={state} />
        </OpenLinkCard>
      )
    case 'form':
      return <FormPage {...props} state={state} />
  }
}

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
      {/* The forms of buttons that are inside the form above. */}
      {hasPhoneRows && <OpenElsewhereForm linkId={state.linkId} />}
      {(state.signed || isPressAgain) && (
        <NativeForm id={changeWalletForm} action={actions.changeWallet} className="hidden">
          <input type="hidden" name="link" value={state.linkId} />
        </NativeForm>
      )}
    </OpenLinkCard>
  )
}

/** A wait that ends after the link. Another press can only repeat it. */
function TurnAfterLink(props: ConnectPageProps<FormState | AppState>) {
  const { t, state, profileUrl } = props
  return (
    <Card area="connect" title={t('confirm.title')} lead={<WhoAsks {...props} tone="wait" />}>
      <Notice {...props} />
      {state.kind === 'form' && <EnteredAddress typedKey={state.typedKey} label={t('refused.enteredAddress')} />}
      <a href={profileUrl} className={buttonClasses('primary', true)}>
        {t('refused.profileLink')}
      </a>
      <Cancel {...props} />
    </Card>
  )
}

/** The card around an open link: who asks whom for what, above the controls. */
function OpenLinkCard(props: ConnectPageProps<FormState | AppState> & { children: ReactNode }) {
  const { t, state, now, brand, plainIdentifier, children } = props
  const isWaiting = state.notice !== null && isWait(state.notice)
  const tone = isWaiting ? 'wait' : state.notice?.kind === 'refused' ? 'ended' : undefined
  return (
    <Card area="connect" title={t('confirm.title')} lead={<WhoAsks {...props} tone={tone} />}>
      {/* A message comes first. A problem with a wallet is at the wallets. */}
      {tone && <Notice {...props} />}
      {/* Known before the form arrives, so that nothing moves. */}
      <div className={state.kind === 'form' && canOnlyPressAgain(state) ? 'after-stop' : 'contents'}>
        {!isWaiting && <Account {...props} />}
        {!state.isOwnLink && <StrangersLinkWarning t={t} />}
        <Consent t={t} plainIdentifier={plainIdentifier} ownLine={brand.consent} />
      </div>
      {!tone && <Notice {...props} />}
      {children}
      <div className="-mb-4 flex items-start justify-between gap-2 border-t border-line text-sm text-muted">
        <div className="min-w-0 basis-4/5 pt-3">
          {/* A short form of the warning, for a user whom the service itself sent. */}
          {state.isOwnLink && (
            <p data-part="warning" className="text-balance">
              {t('confirm.ownLink')}
            </p>
          )}
          <TimeLeft t={t} seconds={state.secondsLeft} now={now} />
        </div>
        <Cancel {...props} isWide={false} />
      </div>
    </Card>
  )
}

/** The end of a link, when it is near. At the end the page reloads and shows that, with or without JavaScript. */
function TimeLeft({ t, seconds, now }: { t: ConnectPageProps['t']; seconds: number; now: number }) {
  return (
    <>
      {/* Without scripts, this text cannot appear later, and the browser's time zone is unknown. */}
      <p className="hidden noscript:block">{t('confirm.minutesLeft', { minutes: Math.floor(seconds / 60) })}</p>
      <noscript>
        <meta httpEquiv="refresh" content={String(seconds + 1)} />
      </noscript>
      <div className="noscript:hidden">
        <LinkClock seconds={seconds} endsAt={now + seconds * 1000} />
      </div>
    </>
  )
}

/** The signed-in user, and a button to sign out of a wrong account. */
function Account({ t, userName, actions }: Pick<ConnectPageProps, 't' | 'userName' | 'actions'>) {
  return (
    <div className="-my-3 flex min-h-11 items-center justify-between gap-x-3 text-sm">
      <p className="min-w-0 break-words">
        <span className="text-muted">{t('confirm.signedInAs')}</span> <bdi className="font-semibold">{userName}</bdi>
      </p>
      <FormButton
        action={actions.signOut}
        className="grid shrink-0"
        look="muted"
        label={t('confirm.signOut')}
        busyLabel={t('confirm.signingOut')}
      />
    </div>
  )
}

function Cancel({ t, actions, isWide = true }: Pick<ConnectPageProps, 't' | 'actions'> & { isWide?: boolean }) {
  return (
    <FormButton
      action={actions.cancel}
      look="muted"
      isWide={isWide}
      label={t('confirm.cancel')}
      busyLabel={t('confirm.cancelling')}
    />
  )
}

function Notice({ t, state: { kind, notice, proof } }: Pick<ConnectPageProps<FormState | AppState>, 't' | 'state'>) {
  const isProofRequired = proof === 'required'
  return notice && <NoticeAlert t={t} notice={notice} isProofRequired={isProofRequired} isAppChosen={kind === 'app'} />
}
