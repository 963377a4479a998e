import type { ReactNode } from 'react'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CodeToQuote } from '@/components/ui/code-to-quote'
import { FocusedMessage } from '@/components/ui/focused'
import type { FormAction } from '@/components/ui/form-action'
import { FormButton } from '@/components/ui/form-button'
import { Icon, walletIcon } from '@/components/ui/icon'
import { NativeForm } from '@/components/ui/native-form'
import { ShortAddress } from '@/components/ui/short-address'
import { changeWalletForm } from '@/components/wallet/chosen-wallet'
import { PhoneCode } from '@/components/wallet/phone-code'
import {
  OpenElsewhereForm,
  WalletAppRows,
  type AppLink,
  type PhoneWalletApp,
} from '@/components/wallet/wallet-app-rows'
import { WalletCard } from '@/components/wallet/wallet-card'
import type { AppState, ConnectPageState, FormState } from '@/lib/connect/page-state'
import type { UserTexts } from '@/lib/messages/user-texts'
import type { Brand } from '@/lib/skin/brand'
import type { PhoneBrowser } from '@/lib/wallets/browsers'
import { ChosenApp, PressedInApp } from './chosen-app'
import { ConnectForm } from './connect-form'
import { EndedLink } from './ended-link'
import { Consent, OwnLinkNote, SharedData, StrangersLinkWarning } from './explanation'
import { TimeLeft } from './link-time'
import { NoticeAlert } from './notice-alert'
import { WhichLink } from './which-link'
import { WhoAsks } from './who-asks'

type ConnectActionName = 'confirm' | 'choose' | 'cancel' | 'startAgain' | 'undo' | 'changeWallet' | 'signOut'

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
  actions: Record<ConnectActionName, FormAction>
  brand: Pick<Brand, 'name' | 'service' | 'consent' | 'wallets'>
  /** The icons of the operator and the service, if they have one. */
  icons: Record<'site' | 'service', string | null>
  /** The name of the signed-in user. */
  userName: string
  /** The user's ID, if the service gets it unchanged. */
  plainIdentifier: string | null
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
  const { t, state, profileUrl, supportUrl, actions } = props
  switch (state.kind) {
    case 'nothing_held': {
      const because = t(`nothingToConnect.because.${state.because}`)
      return (
        <Card area="connect" title={t('nothingToConnect.title')}>
          {state.because === 'none' ? <p>{because}</p> : <FocusedMessage role="status">{because}</FocusedMessage>}
          <p>{t('nothingToConnect.next')}</p>
          <a href={profileUrl} className={buttonClasses('primary', true)}>
            {t('nothingToConnect.profileLink')}
          </a>
          {state.canUndo && (
            <FormButton
              action={actions.undo}
              className="grid justify-items-center"
              look="quiet"
              label={t('nothingToConnect.undo')}
              busyLabel={t('nothingToConnect.undoing')}
            />
          )}
          {props.code !== undefined && state.because === 'none' && <CodeToQuote t={t} code={props.code} />}
        </Card>
      )
    }
    case 'which_link':
      return (
        <Card area="connect" title={t('whichLink.title')}>
          {state.ended && <NoticeAlert t={t} notice={state.ended} />}
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
          {supportUrl !== null && (
            <a href={supportUrl} className={buttonClasses('primary', true)}>
              {t('support.help')}
            </a>
          )}
          <Account {...props} />
        </Card>
      )
    case 'ended':
      return (
        <Card area="connect" title={t('confirm.title')} isQuiet>
          <EndedLink {...{ t, state, profileUrl, supportUrl }} confirmAction={actions.confirm} />
        </Card>
      )
    case 'app':
      if (state.isPressed) {
        return (
          <Card area="connect" title={t('confirm.title')} lead={<Parties {...props} />}>
            <PressedInApp t={t} app={state.app} continueUrl={props.continueUrl} />
            <Cancel t={t} action={actions.cancel} />
          </Card>
        )
      }
      return (
        <OpenLinkCard {...props} state={state}>
          <Account {...props} />
          {state.notice && (
            <NoticeAlert t={t} notice={state.notice} isProofRequired={state.proof === 'required'} isAppChosen />
          )}
          {!state.isOwnLink && <StrangersLinkWarning t={t}>{t('confirm.ownLink')}</StrangersLinkWarning>}
          <ChosenApp
            t={t}
            state={state}
            sign={props.sign}
            sharedData={<SharedData t={t} plainIdentifier={props.plainIdentifier} />}
            consent={<Consent parts={props.brand.consent} />}
            confirmAction={actions.confirm}
            changeAction={actions.changeWallet}
          />
        </OpenLinkCard>
      )
    case 'form':
      return <FormPage {...props} state={state} />
  }
}

function FormPage(props: ConnectPageProps & { state: FormState }) {
  const { t, state, actions, apps, reopen, brand } = props
  return (
    <OpenLinkCard {...props}>
      <ConnectForm
        state={state}
        action={actions.confirm}
        outcome={
          state.notice && <NoticeAlert t={t} notice={state.notice} isProofRequired={state.proof === 'required'} />
        }
        identity={<Account {...props} />}
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
        warning={!state.isOwnLink && <StrangersLinkWarning t={t}>{t('confirm.ownLink')}</StrangersLinkWarning>}
        sharedData={<SharedData t={t} plainIdentifier={props.plainIdentifier} />}
        consent={<Consent parts={brand.consent} />}
        phone={{
          apps: apps.map(({ name }) => ({ name })),
          rows: (apps.length > 0 || reopen) && <WalletAppRows t={t} apps={apps} reopen={reopen} />,
          code: props.hasPhoneCode && <PhoneCode t={t} linkId={state.linkId} />,
        }}
        wallets={brand.wallets}
      />
      <OpenElsewhereForm linkId={state.linkId} />
      {/* In a separate form, because its button is inside another form. */}
      <NativeForm id={changeWalletForm} action={actions.changeWallet} className="hidden">
        <input type="hidden" name="link" value={state.linkId} />
      </NativeForm>
    </OpenLinkCard>
  )
}

/** The card around an open link. */
function OpenLinkCard(props: ConnectPageProps & { state: FormState | AppState; children: ReactNode }) {
  const { t, state, now, actions, children } = props
  return (
    // The result of the last press replaces the operator and the service.
    <Card area="connect" title={t('confirm.title')} lead={state.notice === null && <Parties {...props} />} isCentred>
      {children}
      <div className="-mb-2 grid border-t border-line pt-2">
        <Cancel t={t} action={actions.cancel} />
        {state.isOwnLink && <OwnLinkNote t={t} />}
        <TimeLeft seconds={state.secondsLeft} endsAt={now + state.secondsLeft * 1000} />
      </div>
    </Card>
  )
}

/** The operator and the service. */
function Parties({ brand, icons }: Pick<ConnectPageProps, 'brand' | 'icons'>) {
  return (
    <WhoAsks
      site={{ name: brand.name, iconUrl: icons.site }}
      service={{ name: brand.service, iconUrl: icons.service }}
    />
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
        look="quiet"
        label={t('confirm.signOut')}
        busyLabel={t('confirm.signingOut')}
      />
    </div>
  )
}

function Cancel({ t, action }: { t: UserTexts; action: FormAction }) {
  return (
    <FormButton action={action} look="quiet" isWide label={t('confirm.cancel')} busyLabel={t('confirm.cancelling')} />
  )
}
