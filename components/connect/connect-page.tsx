import type { ReactNode } from 'react'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { NativeForm } from '@/components/ui/native-form'
import { SubmitButton } from '@/components/ui/submit-button'
import type { ConnectPageState } from '@/lib/connect/page-state'
import { connectMessages } from '@/lib/messages/connect'
import { ConnectForm } from './connect-form'
import { EndedActions, EndedAlert } from './ended-link'
import { NothingToConnect } from './nothing-to-connect'
import { TimeLeft } from './time-left'
import { WhichLink } from './which-link'

type Action = (form: FormData) => Promise<void>

/** What the buttons of the page do. */
export interface ConnectActions {
  confirm: Action
  choose: Action
  cancel: () => Promise<void>
  undo: () => Promise<void>
}

export interface ConnectPageProps {
  state: ConnectPageState
  /** Milliseconds since the epoch. */
  now: number
  profileUrl: string
  actions: ConnectActions
  /** Who is signed in. */
  account: ReactNode
  /** What the service will be told, and the warning about links from somebody else. */
  explanation: ReactNode
  /** On a phone: buttons that open the link of a form in a wallet's in-app browser. */
  openInWallet: ReactNode
}

/** The connect page in any of its states. */
export function ConnectPage(props: ConnectPageProps) {
  const { state, profileUrl, actions, account } = props
  switch (state.kind) {
    case 'nothing_held':
      return (
        <Card title={connectMessages.nothingToConnect.title}>
          <NothingToConnect state={state} profileUrl={profileUrl} undoAction={actions.undo} />
        </Card>
      )
    case 'which_link':
      return (
        <Card title={connectMessages.whichLink.title}>
          {state.ended && <EndedAlert state={state.ended} />}
          <WhichLink state={state} now={props.now} chooseAction={actions.choose} />
          <Cancel action={actions.cancel} label={connectMessages.whichLink.cancel} />
        </Card>
      )
    case 'wallet_unusable':
      return (
        <Card title={connectMessages.confirm.title}>
          <Alert tone="danger" title={connectMessages.confirm.lockedWalletUnusable} />
          {account}
        </Card>
      )
    case 'form':
      return (
        <Card title={connectMessages.confirm.title}>
          <ConnectForm
            state={state}
            action={actions.confirm}
            account={account}
            explanation={props.explanation}
            openInWallet={props.openInWallet}
          />
          <TimeLeft linkId={state.linkId} seconds={state.secondsLeft} />
          <Cancel action={actions.cancel} label={connectMessages.confirm.cancel} />
        </Card>
      )
    case 'ended':
      return (
        <Card title={connectMessages.confirm.title}>
          <EndedAlert state={state} />
          <EndedActions state={state} profileUrl={profileUrl} confirmAction={actions.confirm} />
        </Card>
      )
    case 'busy':
      return (
        <Card title={connectMessages.busy.title}>
          <p role="alert">{connectMessages.busy.text}</p>
          {/* eslint-disable-next-line nextjs/no-html-link-for-pages -- its forms need a document of the server's */}
          <a href="/connect/confirm" className={buttonClasses('primary')}>
            {connectMessages.busy.retry}
          </a>
        </Card>
      )
  }
}

function Cancel({ action, label }: { action: () => Promise<void>; label: string }) {
  return (
    <NativeForm action={action} className="text-center">
      <SubmitButton look="quiet" label={label} busyLabel={connectMessages.confirm.cancelling} />
    </NativeForm>
  )
}
