'use client'

import { unstable_isUnrecognizedActionError, unstable_rethrow } from 'next/navigation'
import {
  useActionState,
  useEffect,
  useRef,
  useState,
  useTransition,
  type FormEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import type { ConfirmState } from '@/lib/connect/confirm-state'
import { RefusalAlert } from '@/components/connect/refusal-alert'
import { useSecondsLeft } from '@/components/connect/use-seconds-left'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Field } from '@/components/ui/field'
import { parseWalletAddress } from '@/lib/connect/wallet-address'
import { connectMessages } from '@/lib/messages/connect'

const messages = connectMessages.confirm
const ready: { kind: 'ready' } = { kind: 'ready' }

/** What the page shows after a press: what the server said, or that it could not be asked. */
export type ShownState = Exclude<ConfirmState, { kind: 'connected' }> | { kind: 'page_offline' }

export interface ConfirmPanelProps {
  /** The held request, or null where nothing is held (any more). */
  requestId: string | null
  /** The user's address where the operator keeps one: shown, not to be changed. */
  lockedAddress: string | null
  profileUrl: string
  /** Shown where nothing is held. */
  nothingHeld: ReactNode
  /** Who is signed in. */
  account: ReactNode
  /** What will be told, and whose link it must be. */
  explanation: ReactNode
  confirmAction: (previous: ConfirmState, form: FormData) => Promise<ConfirmState>
  cancelAction: () => Promise<void>
}

/**
 * The form with the Connect button, and what came of pressing it.
 *
 * Without JavaScript the form is posted and the server's answer is this page again, or the redirect.
 * With it, the script sends the same form, and takes the browser to the return address by itself:
 * Next's own redirect after such a request cuts an address at its first `;`. The address stays a local
 * variable, since it carries the authorization code.
 */
export function ConfirmPanel(props: ConfirmPanelProps) {
  const { requestId, lockedAddress, confirmAction, cancelAction } = props
  const [postedState, postAction] = useActionState(confirmAction, ready)
  const [sentState, setSentState] = useState<ShownState | null>(null)
  const [isLeaving, setIsLeaving] = useState(false)
  const [isPending, startTransition] = useTransition()
  const addressRef = useRef<HTMLInputElement>(null)

  const state = sentState ?? (postedState.kind === 'connected' ? ready : postedState)
  const wait = state.kind === 'refused' && state.remedy.kind === 'wait' ? state.remedy.seconds : 0
  const secondsLeft = useSecondsLeft(wait, state)
  const isWaiting = secondsLeft !== null && secondsLeft > 0
  const messageRef = useFocusOnChange(sentState, addressRef)

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending || isLeaving || isWaiting) return
    const form = new FormData(event.currentTarget)
    const typed = addressRef.current?.value ?? ''
    const wallet = lockedAddress === null ? parseWalletAddress(typed) : null
    if (wallet && !wallet.ok) {
      setSentState({ kind: 'address_problem', problem: wallet.problem, walletAddress: typed })
      return
    }
    form.set('via', 'script')
    startTransition(async () => {
      try {
        const answer = await confirmAction(ready, form)
        if (answer.kind === 'connected') {
          window.location.replace(answer.returnAddress)
          setIsLeaving(true)
        } else {
          setSentState(answer)
        }
      } catch (error) {
        unstable_rethrow(error)
        // A page of an older deployment posts to an action that is gone: the new page has the new one.
        if (unstable_isUnrecognizedActionError(error)) window.location.reload()
        else setSentState({ kind: 'page_offline' })
      }
    })
  }

  const isBusy = isPending || isLeaving
  // While a press is under way the form stays as it was, although its hold may be cleared by now.
  if (requestId === null && !isBusy) return props.nothingHeld

  return (
    <Card title={messages.title}>
      <RefusalAlert ref={messageRef} state={state} isWaitOver={secondsLeft === 0} profileUrl={props.profileUrl} />
      <p className="text-muted">{messages.intro}</p>
      {props.account}
      <form action={postAction} onSubmit={send} noValidate className="grid gap-5">
        <input type="hidden" name="request_id" value={requestId ?? ''} />
        {lockedAddress === null ? (
          <Field
            ref={addressRef}
            label={messages.walletLabel}
            hint={messages.walletHint}
            error={state.kind === 'address_problem' ? connectMessages.walletAddressProblem[state.problem] : undefined}
            name="wallet_address"
            defaultValue={'walletAddress' in state ? state.walletAddress : ''}
            readOnly={isBusy}
            required
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className="font-mono"
          />
        ) : (
          <LockedWallet address={lockedAddress} />
        )}
        {props.explanation}
        <Button type="submit" look="primary" isWide isBusy={isBusy} disabled={isWaiting && !isBusy}>
          {isBusy ? messages.connecting : isWaiting ? messages.waitingButton(secondsLeft) : messages.connect}
        </Button>
        <p role="status" className="text-center text-sm text-muted empty:hidden">
          {isLeaving ? messages.connected : isPending ? messages.connectingStatus : ''}
        </p>
      </form>
      <form action={cancelAction} className="text-center">
        <Button type="submit" look="quiet">
          {messages.cancel}
        </Button>
      </form>
    </Card>
  )
}

function LockedWallet({ address }: { address: string }) {
  return (
    <div className="grid gap-1.5">
      <p className="font-medium">{messages.walletLabel}</p>
      <p className="rounded-skin border border-line bg-page px-3 py-2 font-mono break-all">{address}</p>
      <p className="text-sm text-muted">{messages.lockedWallet}</p>
    </div>
  )
}

/** Moves the focus to what a press came to: the field to be corrected, or the message. */
function useFocusOnChange(state: ShownState | null, fieldRef: RefObject<HTMLInputElement | null>) {
  const messageRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (state?.kind === 'address_problem') fieldRef.current?.focus()
    else if (state) messageRef.current?.focus()
  }, [state, fieldRef])
  return messageRef
}
