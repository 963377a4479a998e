import type { ReactNode } from 'react'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CodeToQuote } from '@/components/ui/code-to-quote'
import type { FormAction } from '@/components/ui/form-action'
import { NativeForm } from '@/components/ui/native-form'
import { SubmitButton } from '@/components/ui/submit-button'
import { changeWalletForm } from '@/components/wallet/chosen-wallet'
import {
  OpenElsewhereForm,
  WalletAppRows,
  type AppLink,
  type PhoneWalletApp,
} from '@/components/wallet/wallet-app-rows'
import { PhoneCode } from '@/components/wallet/phone-code'
import type { AppState, ConnectPageState, FormState } from '@/lib/connect/page-state'
import type { UserTexts } from '@/lib/messages/user-texts'
import type { WalletId } from '@/lib/wallets'
import type { PhoneBrowser } from '@/lib/wallets/browsers'
import { ChosenApp, PressedInApp } from './chosen-app'
import { ConnectForm } from './connect-form'
import { EndedActions, EndedAlert, EndedLink } from './ended-link'
import { OwnLinkNote, StrangersLinkWarning } from './explanation'
import { LockedAddress } from './locked-address'
import { NoticeAlert } from './notice-alert'
import { NothingToConnect } from './nothing-to-connect'
import { TimeLeft } from './time-left'
import { WhichLink } from './which-link'

type ConnectActions = Record<'confirm' | 'choose' | 'cancel' | 'startAgain' | 'undo' | 'changeWallet', FormAction>

interface ConnectPageProps {
  t: UserTexts
  state: ConnectPageState
  /** Milliseconds since the epoch. */
  now: number
  profileUrl: string
  /** The URL where users get help, if the operator has set it. */
  supportUrl: string | null
  /** The support code if this browser holds no link. */
  code: string | undefined
  actions: ConnectActions
  /** The operator and the service. */
  whoAsks: ReactNode
  /** The signed-in user. */
  account: ReactNode
  /** The data that the service will get. */
  sharedData: ReactNode
  /** The operator's own line below the buttons. */
  consent: ReactNode
  /** The wallets to list for users with another wallet or none. */
  wallets: readonly WalletId[]
  /** The wallet apps that the user may have on this phone. */
  apps: readonly PhoneWalletApp[]
  /** Whether the link can be shown as a QR code. */
  hasPhoneCode: boolean
  /** The browser in which wallet apps work, if they do not work in this one. */
  reopen: PhoneBrowser | null
  /** The deep link that opens the chosen app to sign. Null if no app is chosen. */
  sign: AppLink | null
  /** The URL that confirms a press in an app. Null in the preview. */
  continueUrl: string | null
}

/** The connect page in any of its states. */
export function ConnectPage(props: ConnectPageProps) {
  const { t, state, profileUrl, actions, account } = props
  switch (state.kind) {
    case 'nothing_held':
      return (
        <Card area="connect" title={t('nothingToConnect.title')}>
          <NothingToConnect t={t} state={state} profileUrl={profileUrl} undoAction={actions.undo} />
          {props.code !== undefined && state.because === 'none' && <CodeToQuote t={t} code={props.code} />}
        </Card>
      )
    case 'which_link':
      return (
        <Card area="connect" title={t('whichLink.title')}>
          {state.ended && <EndedAlert t={t} state={state.ended} />}
          <WhichLink
            t={t}
            state={state}
            now={props.now}
            chooseAction={actions.choose}
            startAgainAction={actions.startAgain}
          />
          <Cancel t={t} action={actions.cancel} />
        </Card>
      )
    case 'wallet_unusable':
      return (
        <Card area="connect" title={t('confirm.title')}>
          <Alert tone="danger" title={t('confirm.lockedWalletUnusable')} />
          {props.supportUrl !== null && (
            <a href={props.supportUrl} className={buttonClasses('primary', true)}>
              {t('support.help')}
            </a>
          )}
          {account}
        </Card>
      )
    case 'app':
      if (state.isPressed) {
        return (
          <Card area="connect" title={t('confirm.title')} lead={props.whoAsks}>
            <PressedInApp t={t} app={state.app} continueUrl={props.continueUrl} />
            <Cancel t={t} action={actions.cancel} />
          </Card>
        )
      }
      return (
        <OpenLinkCard {...props} state={state}>
          {account}
          <OutcomeNotice t={t} state={state} />
          <Warning t={t} state={state} />
          <ChosenApp
            t={t}
            state={state}
            sign={props.sign}
            sharedData={props.sharedData}
            consent={props.consent}
            confirmAction={actions.confirm}
            changeAction={actions.changeWallet}
          />
        </OpenLinkCard>
      )
    case 'form':
      return (
        <OpenLinkCard {...props} state={state}>
          <ConnectForm
            state={state}
            action={actions.confirm}
            outcome={state.notice && <OutcomeNotice t={t} state={state} />}
            identity={account}
            locked={state.wallet.kind === 'locked' && <LockedAddress t={t} address={state.wallet.address} />}
            warning={<Warning t={t} state={state} />}
            sharedData={props.sharedData}
            consent={props.consent}
            phone={{
              apps: props.apps.map(({ name }) => ({ name })),
              rows: (props.apps.length > 0 || props.reopen) && (
                <WalletAppRows t={t} apps={props.apps} reopen={props.reopen} />
              ),
              code: props.hasPhoneCode && <PhoneCode t={t} linkId={state.linkId} />,
            }}
            wallets={props.wallets}
          />
          <OpenElsewhereForm linkId={state.linkId} />
          {/* In a separate form, because its button is inside another form. */}
          <NativeForm id={changeWalletForm} action={actions.changeWallet} className="hidden">
            <input type="hidden" name="link" value={state.linkId} />
          </NativeForm>
        </OpenLinkCard>
      )
    case 'ended':
      return (
        <Card area="connect" title={t('confirm.title')} isQuiet>
          <EndedLink t={t} state={state} />
          <EndedActions
            t={t}
            state={state}
            profileUrl={profileUrl}
            supportUrl={props.supportUrl}
            confirmAction={actions.confirm}
          />
        </Card>
      )
  }
}

/** The card around an open link. */
function OpenLinkCard({
  t,
  state,
  now,
  whoAsks,
  actions,
  children,
}: Omit<ConnectPageProps, 'state'> & { state: FormState | AppState; children: ReactNode }) {
  return (
    // The result of the last press replaces the operator and the service.
    <Card area="connect" title={t('confirm.title')} lead={state.notice === null && whoAsks} isCentred>
      {children}
      <div className="-mb-2 grid border-t border-line pt-2">
        <Cancel t={t} action={actions.cancel} />
        {state.isOwnLink && <OwnLinkNote t={t} />}
        <TimeLeft t={t} seconds={state.secondsLeft} endsAt={now + state.secondsLeft * 1000} />
      </div>
    </Card>
  )
}

interface OpenStateProps {
  t: UserTexts
  state: FormState | AppState
}

function OutcomeNotice({ t, state: { kind, notice, proof } }: OpenStateProps) {
  const isProofRequired = proof === 'required'
  return notice && <NoticeAlert t={t} notice={notice} isProofRequired={isProofRequired} isAppChosen={kind === 'app'} />
}

function Warning({ t, state }: OpenStateProps) {
  return state.isOwnLink ? null : <StrangersLinkWarning t={t}>{t('confirm.ownLink')}</StrangersLinkWarning>
}

function Cancel({ t, action }: { t: UserTexts; action: FormAction }) {
  return (
    <NativeForm action={action}>
      <SubmitButton look="quiet" isWide label={t('confirm.cancel')} busyLabel={t('confirm.cancelling')} />
    </NativeForm>
  )
}
