import type { ReactNode } from 'react'
import { Alert } from '@/components/ui/alert'
import { Card } from '@/components/ui/card'
import { NativeForm } from '@/components/ui/native-form'
import { SubmitButton } from '@/components/ui/submit-button'
import { OpenInWalletForms, type PhoneWalletApp } from '@/components/wallet/open-in-wallet'
import type { ConnectPageState } from '@/lib/connect/page-state'
import type { UserTexts } from '@/lib/messages/user-texts'
import { ConnectForm } from './connect-form'
import { EndedActions, EndedAlert, EndedLink } from './ended-link'
import { NothingToConnect } from './nothing-to-connect'
import { TimeLeft } from './time-left'
import { WhichLink } from './which-link'

type Action = (form: FormData) => Promise<void>

/** What the buttons of the page do. */
interface ConnectActions {
  confirm: Action
  choose: Action
  cancel: () => Promise<void>
  undo: () => Promise<void>
}

interface ConnectPageProps {
  t: UserTexts
  state: ConnectPageState
  /** Milliseconds since the epoch. */
  now: number
  profileUrl: string
  /** Where users get help, if the operator has said. */
  supportUrl: string | null
  actions: ConnectActions
  /** The operator and the service. */
  whoAsks: ReactNode
  /** Who is signed in. */
  account: ReactNode
  /** The warning about links from somebody else. */
  warning: ReactNode
  /** What the service will be told. */
  told: ReactNode
  /** On a phone: the apps that can open the link of a form in their own browser. */
  openIn: readonly PhoneWalletApp[]
  openInWallet: Action
}

/** The connect page in any of its states. */
export function ConnectPage(props: ConnectPageProps) {
  const { t, state, profileUrl, actions, account } = props
  switch (state.kind) {
    case 'nothing_held':
      return (
        <Card title={t('nothingToConnect.title')}>
          <NothingToConnect t={t} state={state} profileUrl={profileUrl} undoAction={actions.undo} />
        </Card>
      )
    case 'which_link':
      return (
        <Card title={t('whichLink.title')}>
          {state.ended && <EndedAlert t={t} state={state.ended} />}
          <WhichLink t={t} state={state} now={props.now} chooseAction={actions.choose} />
          <Cancel t={t} action={actions.cancel} label={t('whichLink.cancel')} />
        </Card>
      )
    case 'wallet_unusable':
      return (
        <Card title={t('confirm.title')}>
          <Alert tone="danger" title={t('confirm.lockedWalletUnusable')} />
          {account}
        </Card>
      )
    case 'form':
      return (
        // What the last press came to takes its place.
        <Card title={t('confirm.title')} lead={state.notice === null && props.whoAsks}>
          <ConnectForm
            state={state}
            action={actions.confirm}
            identity={account}
            warning={props.warning}
            told={props.told}
            openIn={props.openIn}
          />
          <OpenInWalletForms linkId={state.linkId} apps={props.openIn} openInWallet={props.openInWallet} />
          <div className="-mb-2 box-content flex min-h-11 items-center justify-between gap-4 border-t border-line pt-2">
            <TimeLeft linkId={state.linkId} seconds={state.secondsLeft} />
            <Cancel t={t} action={actions.cancel} label={t('confirm.cancel')} />
          </div>
        </Card>
      )
    case 'ended':
      return (
        <Card title={t('confirm.title')} isQuiet>
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

function Cancel({ t, action, label }: { t: UserTexts; action: () => Promise<void>; label: string }) {
  return (
    <NativeForm action={action} className="grid justify-items-center">
      <SubmitButton look="quiet" label={label} busyLabel={t('confirm.cancelling')} />
    </NativeForm>
  )
}
