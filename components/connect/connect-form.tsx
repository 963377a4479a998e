'use client'

import { lazy, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { NativeForm } from '@/components/ui/native-form'
import type { ChosenWallet, WalletActivity } from '@/components/wallet/chosen-wallet'
import type { PhoneWays } from '@/components/wallet/wallet-app-rows'
import { usePicker } from '@/components/wallet/use-picker'
import { WalletChoice } from '@/components/wallet/wallet-choice'
import { WalletSection } from '@/components/wallet/wallet-section'
import type { FormState } from '@/lib/connect/page-state'
import { walletAddressProblem, type WalletAddressProblem } from '@/lib/connect/wallet-address-shape'
import type { WalletId } from '@/lib/wallets'
import { useTexts } from '@/components/texts'
import { ConnectButtons } from './connect-buttons'
import { FormProblem } from './form-problem'
import { keepTypedAddress, typedBefore } from './typed-address'
import { useSecondsLeft } from './use-seconds-left'
import { WalletAddressField } from './wallet-address'

// What few pages have, and so few browsers load.
const SignedEarlier = lazy(() => import('@/components/wallet/signed-earlier'))
const WaitCountdown = lazy(() => import('./wait-countdown'))

/** What keeps a press on this page. */
type FormProblemShown =
  { kind: 'address_problem'; problem: WalletAddressProblem } | { kind: 'offline' } | { kind: 'proof_missing' }

/** The field of the button that connects without asking the wallet. */
const unsignedField = 'unsigned'

/** What the form asks for: a wallet, and below it the address of one, or that address alone. */
type Asks = 'wallet' | 'address'

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
  outcome,
  identity,
  locked,
  warning,
  sharedData,
  consent,
  phone,
  wallets,
}: {
  state: FormState
  action: (form: FormData) => Promise<void>
  /** What the last press came to; null before the first one, and where the field says it. */
  outcome: ReactNode
  /** Who is signed in. */
  identity: ReactNode
  /** The address that the operator keeps; null where the user enters one. */
  locked: ReactNode
  /** The warning about links from other people; null where nothing about the link is odd. */
  warning: ReactNode
  /** What the service will see. */
  sharedData: ReactNode
  /** The operator's own line below the buttons. */
  consent: ReactNode
  /** The ways to a wallet on a phone. The forms of its apps are beside this one. */
  phone: PhoneWays
  /** The wallets that are listed for those who have another one, or none. */
  wallets: readonly WalletId[]
}) {
  const t = useTexts()
  const lockedAddress = state.wallet.kind === 'locked' ? state.wallet.address : null
  const typed = state.wallet.kind === 'free' ? state.wallet.typed : ''
  const isRequired = state.proof === 'required'
  const canType = lockedAddress === null && !isRequired
  const [problem, setProblem] = useState<FormProblemShown | null>(
    state.notice?.kind === 'address_problem' ? state.notice : null,
  )
  const [showsOutcome, setShowsOutcome] = useState(true)
  const [chosen, setChosen] = useState<ChosenWallet | null>(
    state.signed && { ...state.signed, name: state.signed.walletName },
  )
  const [isSignedEarlier, setIsSignedEarlier] = useState(state.signed !== null)
  const [activity, setActivity] = useState<WalletActivity>({ kind: 'none' })
  const [isToBeSent, setIsToBeSent] = useState(false)
  const [asked, setAsked] = useState<Asks | null>(null)
  const [pressesByItself, setPressesByItself] = useState(state.notice?.kind === 'wait' && state.notice.pressesByItself)
  const picker = usePicker(handleAsk)
  const formRef = useRef<HTMLFormElement>(null)
  const addressRef = useRef<HTMLInputElement>(null)
  const problemRef = useRef<HTMLDivElement>(null)

  const waitSeconds = state.notice && 'secondsLeft' in state.notice ? state.notice.secondsLeft : 0
  const secondsLeft = useSecondsLeft(waitSeconds, state.linkId)
  const isWaiting = secondsLeft !== null && secondsLeft > 0

  // Moves the focus to what keeps the form here: the field to correct, or the message.
  useEffect(() => {
    if (problem?.kind === 'address_problem') addressRef.current?.focus()
    else if (problem) problemRef.current?.focus()
  }, [problem])

  const kept = useSyncExternalStore(
    never,
    () => typedBefore(state.typedKey),
    () => '',
  )
  const asks = asked ?? firstAsked()

  function firstAsked(): Asks {
    if (state.signed !== null || isRequired) return 'wallet'
    return canType && typed === '' && state.notice?.kind !== 'address_problem' && kept === '' ? 'wallet' : 'address'
  }

  /** Whether there is something to send, or the wallet is being asked for it. */
  function canSend(): boolean {
    if (activity.kind === 'asking' || activity.kind === 'can_sign') return true
    if (isRequired) return chosen?.signature != null
    return canType || lockedAddress !== null || chosen !== null
  }

  function enteredAddress(): string {
    return addressRef.current?.value ?? chosen?.address ?? ''
  }

  function handleAsk(what: Asks) {
    setAsked(what)
    // The button may have been pressed before this script was there: see `early-wallets.tsx`.
    delete document.documentElement.dataset['address']
    setPressesByItself(false)
  }

  function handleInput(address: string) {
    keepTypedAddress(state.typedKey, address)
    setPressesByItself(false)
  }

  // The time has come, and the page still shows the form that was pressed.
  const pressByItself = useEffectEvent(() => {
    if (pressesByItself && activity.kind === 'none' && picker.state.kind !== 'loading') formRef.current?.requestSubmit()
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
    const addressProblem = canType ? walletAddressProblem(enteredAddress()) : null
    if (addressProblem !== null) {
      event.preventDefault()
      // The field to correct moves up, to where it is seen.
      handleAsk('address')
      show({ kind: 'address_problem', problem: addressProblem })
    } else if (isRequired && !chosen?.signature) {
      event.preventDefault()
      show({ kind: 'proof_missing' })
    } else if (!navigator.onLine) {
      event.preventDefault()
      show({ kind: 'offline' })
    }
  }

  function show(next: FormProblemShown) {
    setProblem(next)
    setShowsOutcome(false)
  }

  function handleWalletChange(wallet: ChosenWallet | null) {
    setChosen(wallet)
    setIsSignedEarlier(false)
    setIsToBeSent(false)
    setPressesByItself(false)
    // A message about the previous wallet or address no longer applies. A refusal by the service does, and
    // so does the time to wait.
    setProblem(null)
    if (state.notice?.kind.endsWith('_problem')) setShowsOutcome(false)
    if (addressRef.current) addressRef.current.value = wallet?.address ?? ''
  }

  function enterAddress() {
    // The button that led to the field is gone: the focus goes on to the field, once that is there.
    flushSync(() => handleAsk('address'))
    addressRef.current?.focus()
  }

  const isChoosing = chosen === null && activity.kind === 'none'
  /** The field stands below the wallets: behind a button where there are some. */
  const isBelowWallets = canType && asks === 'wallet' && isChoosing
  const behindButton = classNames(isBelowWallets && 'behind-button')
  return (
    <>
      {identity}
      {problem && problem.kind !== 'address_problem' && <FormProblem ref={problemRef} kind={problem.kind} />}
      {showsOutcome && outcome}
      {waitSeconds > 0 && (
        <WaitCountdown
          waitSeconds={waitSeconds}
          secondsLeft={secondsLeft}
          stop={pressesByItself ? () => setPressesByItself(false) : null}
        />
      )}
      {warning}
      <NativeForm
        ref={formRef}
        action={action}
        beforeSend={handleSubmit}
        noValidate
        className={classNames('grid grid-cols-[minmax(0,1fr)] gap-4', phone.apps.length > 0 && 'has-apps')}
      >
        <input type="hidden" name="link" value={state.linkId} />
        <input type="hidden" name="request_id" value={state.requestId} />
        <input type="hidden" name="signature" value={chosen?.signature ?? ''} />
        <input type="hidden" name="wallet_name" value={chosen?.name ?? ''} />
        {locked}
        {isSignedEarlier && chosen && <SignedEarlier wallet={chosen} />}
        {!isSignedEarlier && asks === 'wallet' && (
          <WalletSection
            picker={picker}
            phone={phone}
            wallets={wallets}
            linkId={state.linkId}
            lockedAddress={lockedAddress}
            isRequired={isRequired}
            chosen={chosen}
            onChange={handleWalletChange}
            onActivity={setActivity}
          />
        )}
        {isBelowWallets && (
          <Button look="quiet" className="leads-to-address" data-enter-address onClick={enterAddress}>
            {t('wallet.enterAddress')}
          </Button>
        )}
        {canType ? (
          // Always one and the same field, which would lose what is in it.
          <div
            data-part="address"
            className={classNames('grid gap-3', asks === 'wallet' && !isBelowWallets && 'hidden', behindButton)}
          >
            {isBelowWallets && <h2 className="divider text-sm text-muted">{t('wallet.enterAddress')}</h2>}
            <WalletAddressField
              ref={addressRef}
              typed={typed || kept}
              problem={problem?.kind === 'address_problem' ? problem.problem : null}
              onInput={handleInput}
            />
          </div>
        ) : (
          lockedAddress === null && <input type="hidden" name="wallet_address" value={chosen?.address ?? ''} />
        )}
        {sharedData}
        {canSend() && (
          <ConnectButtons
            secondsLeft={isWaiting ? secondsLeft : null}
            activity={activity}
            isProofRequired={isRequired}
            unsignedField={unsignedField}
            isForTyping={canType && isChoosing}
            className={behindButton}
          />
        )}
        {consent}
        {asks === 'address' && (
          <div data-part="wallets">
            <WalletChoice picker={picker} phone={phone} isPrimary={false} />
          </div>
        )}
      </NativeForm>
    </>
  )
}

/** What was typed before the page was loaded does not change. */
const never = () => () => {}
