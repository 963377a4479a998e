'use client'

import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { NativeForm } from '@/components/ui/native-form'
import type { ChosenWallet, WalletActivity } from '@/components/wallet/chosen-wallet'
import { SignedEarlier } from '@/components/wallet/signed-earlier'
import { WalletSection } from '@/components/wallet/wallet-section'
import type { FormState, Notice } from '@/lib/connect/page-state'
import { parseWalletAddress } from '@/lib/connect/wallet-address'
import { connectMessages } from '@/lib/messages/connect'
import { ConnectButtons } from './connect-buttons'
import { NoticeAlert } from './notice-alert'
import { useSecondsLeft } from './use-seconds-left'
import { WalletAddress } from './wallet-address'

const messages = connectMessages.confirm

/** The field of the button that connects without asking the wallet. */
const unsignedField = 'unsigned'

/**
 * The form with the Connect button, and what its last press came to.
 *
 * The browser posts it, with JavaScript or without, and the page that comes back is rendered from what the
 * server keeps. What the script adds is done before the form leaves: it asks the wallet, checks a typed
 * address, and counts a wait down.
 */
export function ConnectForm({
  state,
  action,
  account,
  explanation,
  openInWallet,
}: {
  state: FormState
  action: (form: FormData) => Promise<void>
  /** Who is signed in. */
  account: ReactNode
  /** What the service will be told, and the warning about links from somebody else. */
  explanation: ReactNode
  /** On a phone: buttons that open this page in a wallet's in-app browser. */
  openInWallet: ReactNode
}) {
  const lockedAddress = state.wallet.kind === 'locked' ? state.wallet.address : null
  const isRequired = state.proof === 'required'
  const canType = lockedAddress === null && !isRequired
  const [notice, setNotice] = useState<Notice | { kind: 'offline' } | null>(state.notice)
  const [chosen, setChosen] = useState<ChosenWallet | null>(
    state.signed && { ...state.signed, name: state.signed.walletName },
  )
  const [isSignedEarlier, setIsSignedEarlier] = useState(state.signed !== null)
  const [activity, setActivity] = useState<WalletActivity>({ kind: 'none' })
  const [isToBeSent, setIsToBeSent] = useState(false)
  const formRef = useRef<HTMLFormElement>(null)
  const addressRef = useRef<HTMLInputElement>(null)
  const noticeRef = useRef<HTMLDivElement>(null)

  const waitSeconds = state.notice && 'secondsLeft' in state.notice ? state.notice.secondsLeft : 0
  const secondsLeft = useSecondsLeft(waitSeconds, state.linkId)
  const isWaiting = secondsLeft !== null && secondsLeft > 0

  // Moves the focus to what the last press came to: the field to correct, or the message.
  useEffect(() => {
    if (notice?.kind === 'address_problem') addressRef.current?.focus()
    else if (notice) noticeRef.current?.focus()
  }, [notice])

  function enteredAddress(): string {
    return addressRef.current?.value ?? chosen?.address ?? ''
  }

  // The time has come, and the page is open: nobody needs to press. Not if something else was entered since.
  const pressByItself = useEffectEvent(() => {
    if (state.notice?.kind !== 'wait' || !state.notice.pressesByItself) return
    const before = state.wallet.kind === 'free' ? state.wallet.typed : ''
    if (lockedAddress !== null || enteredAddress() === before) formRef.current?.requestSubmit()
  })
  useEffect(() => {
    if (secondsLeft === 0) pressByItself()
  }, [secondsLeft])

  async function signAndSend(sign: () => Promise<string | null>): Promise<void> {
    if ((await sign()) !== null) setIsToBeSent(true)
  }

  // The form leaves once the signature is in it, and the wallet is no longer asked.
  useEffect(() => {
    if (isToBeSent && chosen?.signature && activity.kind !== 'asking') formRef.current?.requestSubmit()
  }, [isToBeSent, chosen, activity])

  function handleSubmit(event: SubmitEvent) {
    setIsToBeSent(false)
    if (isWaiting) return event.preventDefault()
    if (activity.kind === 'asking') {
      event.preventDefault()
      document.querySelector<HTMLElement>('[data-wallet-waiting]')?.focus()
      return
    }
    const isUnsigned = event.submitter instanceof HTMLButtonElement && event.submitter.name === unsignedField
    if (activity.kind === 'can_sign' && chosen?.signature === null && !isUnsigned) {
      event.preventDefault()
      void signAndSend(activity.sign)
      return
    }
    const wallet = canType ? parseWalletAddress(enteredAddress()) : null
    if (wallet && !wallet.ok) {
      event.preventDefault()
      setNotice({ kind: 'address_problem', problem: wallet.problem })
    } else if (isRequired && !chosen?.signature) {
      event.preventDefault()
      setNotice({ kind: 'proof_problem', problem: 'missing' })
    } else if (!navigator.onLine) {
      event.preventDefault()
      setNotice({ kind: 'offline' })
    }
  }

  function handleWalletChange(wallet: ChosenWallet | null) {
    setChosen(wallet)
    setIsSignedEarlier(false)
    setIsToBeSent(false)
    // A message about the previous wallet or address no longer applies. A refusal by the service does, and
    // so does the time to wait.
    setNotice((current) => (current?.kind === 'refused' || current?.kind === 'wait' ? current : null))
    if (addressRef.current) addressRef.current.value = wallet?.address ?? ''
  }

  return (
    <>
      {notice && notice.kind !== 'address_problem' && (
        <NoticeAlert ref={noticeRef} notice={notice} secondsLeft={secondsLeft} />
      )}
      <p className="text-muted">{messages.intro}</p>
      {account}
      {openInWallet}
      <NativeForm ref={formRef} action={action} beforeSend={handleSubmit} noValidate className="grid gap-5">
        <input type="hidden" name="link" value={state.linkId} />
        <input type="hidden" name="request_id" value={state.requestId} />
        <input type="hidden" name="signature" value={chosen?.signature ?? ''} />
        <input type="hidden" name="wallet_name" value={chosen?.name ?? ''} />
        {isSignedEarlier && chosen && <SignedEarlier wallet={chosen} onAnother={() => handleWalletChange(null)} />}
        <WalletSection
          linkId={state.linkId}
          lockedAddress={lockedAddress}
          isRequired={isRequired}
          isHidden={isSignedEarlier}
          chosen={chosen}
          onChange={handleWalletChange}
          onActivity={setActivity}
        >
          <WalletAddress
            ref={addressRef}
            lockedAddress={lockedAddress}
            canType={canType}
            chosen={chosen}
            typed={state.wallet.kind === 'free' ? state.wallet.typed : ''}
            problem={notice?.kind === 'address_problem' ? notice.problem : null}
          />
        </WalletSection>
        {explanation}
        <ConnectButtons
          secondsLeft={isWaiting ? secondsLeft : null}
          activity={activity}
          isProofRequired={isRequired}
          unsignedField={unsignedField}
        />
      </NativeForm>
    </>
  )
}
