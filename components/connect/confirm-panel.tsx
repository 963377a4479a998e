'use client'

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
import { afterFailedAction } from '@/components/connect/after-failed-action'
import { RefusalAlert } from '@/components/connect/refusal-alert'
import { useProofMessage } from '@/components/connect/use-proof-message'
import { useSecondsLeft } from '@/components/connect/use-seconds-left'
import { WalletAddress } from '@/components/connect/wallet-address'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { signatureFor, type ChosenWallet } from '@/components/wallet/chosen-wallet'
import { WalletSection } from '@/components/wallet/wallet-section'
import type { ConfirmState, ProofRequest } from '@/lib/connect/confirm-state'
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
  /** Whether nobody may connect without a wallet's signature; then no address can be typed. */
  isProofRequired: boolean
  profileUrl: string
  /** Shown where nothing is held. */
  nothingHeld: ReactNode
  /** Who is signed in. */
  account: ReactNode
  /** What will be told, and whose link it must be. */
  explanation: ReactNode
  /** On a phone: the way into a wallet's own browser. */
  openInWallet: ReactNode
  confirmAction: (previous: ConfirmState, form: FormData) => Promise<ConfirmState>
  proofMessageAction: (shownRequestId: string) => Promise<ProofRequest>
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
  const { requestId, lockedAddress, isProofRequired, confirmAction, proofMessageAction, cancelAction } = props
  const [postedState, postAction] = useActionState(confirmAction, ready)
  const [sentState, setSentState] = useState<ShownState | null>(null)
  const [isLeaving, setIsLeaving] = useState(false)
  const [isPending, startTransition] = useTransition()
  const [chosen, setChosen] = useState<ChosenWallet | null>(null)
  const askForMessage = useProofMessage(proofMessageAction, requestId)
  const addressRef = useRef<HTMLInputElement>(null)
  const canType = lockedAddress === null && !isProofRequired

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
    const wallet = canType ? parseWalletAddress(typed) : null
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
          if (answer.kind === 'proof_problem') setChosen((wallet) => wallet && { ...wallet, proof: null })
          setSentState(answer)
        }
      } catch (error) {
        afterFailedAction(error)
        setSentState({ kind: 'page_offline' })
      }
    })
  }

  function choose(wallet: ChosenWallet | null) {
    setChosen(wallet)
    // A message about the wallet or the address that there was is no longer true; a wait to be waited is.
    setSentState((current) => (current?.kind === 'refused' ? current : null))
    if (addressRef.current) addressRef.current.value = wallet?.address ?? ''
  }

  const isBusy = isPending || isLeaving
  // While a press is under way the form stays as it was, although its hold may be cleared by now.
  if (requestId === null && !isBusy) return props.nothingHeld

  return (
    <Card title={messages.title}>
      <RefusalAlert ref={messageRef} state={state} isWaitOver={secondsLeft === 0} profileUrl={props.profileUrl} />
      <p className="text-muted">{messages.intro}</p>
      {props.account}
      {props.openInWallet}
      <form action={postAction} onSubmit={send} noValidate className="grid gap-5">
        <input type="hidden" name="request_id" value={requestId ?? ''} />
        <input type="hidden" name="signature" value={signatureFor(chosen, requestId)} />
        <WalletSection
          requestId={requestId ?? ''}
          lockedAddress={lockedAddress}
          isRequired={isProofRequired}
          isDisabled={isBusy}
          chosen={chosen}
          onChange={choose}
          askForMessage={askForMessage}
          onLinkGone={(kind) =>
            setSentState(kind === 'superseded' ? { kind, walletAddress: '', wasSigned: false } : { kind })
          }
        >
          <WalletAddress
            ref={addressRef}
            lockedAddress={lockedAddress}
            canType={canType}
            chosen={chosen}
            typed={'walletAddress' in state ? state.walletAddress : ''}
            problem={state.kind === 'address_problem' ? state.problem : null}
            isBusy={isBusy}
          />
        </WalletSection>
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

/** Moves the focus to what a press came to: the field to be corrected, or the message. */
function useFocusOnChange(state: ShownState | null, fieldRef: RefObject<HTMLInputElement | null>) {
  const messageRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (state?.kind === 'address_problem') fieldRef.current?.focus()
    else if (state) messageRef.current?.focus()
  }, [state, fieldRef])
  return messageRef
}
