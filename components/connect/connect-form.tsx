'use client'

import { lazy, useEffect, useEffectEvent, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import type { FormAction } from '@/components/ui/form-action'
import { NativeForm } from '@/components/ui/native-form'
import { store, storedAtLoad } from '@/components/ui/stored'
import { useAtLoad } from '@/components/ui/use-at-load'
import type { ChosenWallet, WalletActivity } from '@/components/wallet/chosen-wallet'
import type { OtherWays } from '@/components/wallet/wallet-app-rows'
import { usePicker } from '@/components/wallet/use-picker'
import { WalletChoice } from '@/components/wallet/wallet-choice'
import type { FormState } from '@/lib/connect/page-state'
import { walletAddressProblem, withoutBlanks, type WalletAddressProblem } from '@/lib/connect/wallet-address-shape'
import type { WalletId } from '@/lib/wallets'
import { useTexts } from '@/components/texts'
import { ConnectButtons, unsignedField, WalletAddressField } from './connect-buttons'
import { useSecondsLeft } from './link-time'

// Loaded on demand, because few pages need them.
const otherParts = () => import('@/components/wallet/other-parts')
const SignedEarlier = lazy(otherParts)
const WaitCountdown = lazy(() => import('./wait-countdown'))

interface FormProblemShown {
  /** Of the typed address; null if the required signature is missing. */
  ofAddress: WalletAddressProblem | null
  /** The same problem of a later press takes the focus again. */
  at: number
}

/** With `wallet`, the address field is below the wallets. */
type Asks = 'wallet' | 'address'

/**
 * The form with the Connect button. The browser posts it, with or without JavaScript, and the server renders the next
 * page from the state it keeps. Before that, the script asks the wallet, checks a typed address and counts down a wait.
 */
export function ConnectForm(props: {
  state: FormState
  action: FormAction
  proofMissing: ReactNode
  /** For the field, if the service refused the address. */
  refusalOfAddress: false | { 'aria-invalid': true; 'aria-describedby': string }
  /** Whether the outcome stands in place of the form. */
  isPressAgain: boolean
  /** The button in place of the wallets. */
  changeWallet: ReactNode
  /** The account's fixed address; false if the user enters one. */
  locked: ReactNode
  /** The forms of their buttons are outside this form. */
  ways: OtherWays
  wallets: readonly WalletId[]
}) {
  const { state, action, proofMissing, refusalOfAddress, isPressAgain, changeWallet, locked, ways, wallets } = props
  const t = useTexts()
  const lockedAddress = state.wallet.kind === 'locked' ? state.wallet.address : null
  const typed = state.wallet.kind === 'free' ? state.wallet.typed : ''
  const isRequired = state.proof === 'required'
  const canType = lockedAddress === null && !isRequired
  const [problem, setProblem] = useState<FormProblemShown | null>(
    state.notice?.kind === 'address_problem' ? { ofAddress: state.notice.problem, at: 0 } : null,
  )
  const [showsOutcome, setShowsOutcome] = useState(true)
  const [signedEarlier] = useState(state.signed && { ...state.signed, name: state.signed.walletName })
  const [chosen, setChosen] = useState<ChosenWallet | null>(signedEarlier)
  const [activity, setActivity] = useState<WalletActivity>({ kind: 'none' })
  const [isToBeSent, setIsToBeSent] = useState(false)
  const [asked, setAsked] = useState<Asks | null>(null)
  const [pressesByItself, setPressesByItself] = useState(state.notice?.kind === 'wait' && state.notice.pressesByItself)
  const [isInPlace, setIsInPlace] = useState(isPressAgain)
  const picker = usePicker(() => handleAsk('wallet'))
  const formRef = useRef<HTMLFormElement>(null)
  const addressRef = useRef<HTMLInputElement>(null)

  const waitSeconds = state.notice && 'secondsLeft' in state.notice ? state.notice.secondsLeft : 0
  const secondsLeft = useSecondsLeft(waitSeconds)

  useEffect(() => {
    if (problem) addressRef.current?.focus()
  }, [problem])

  // Typed before the user changed the language or signed out.
  const kept = useAtLoad(() => storedAtLoad('sessionStorage', state.typedKey)) ?? ''
  const asks = asked ?? firstAsked()

  function firstAsked(): Asks {
    const kind = state.notice?.kind
    if (!canType || state.signed !== null || kind === 'proof_problem' || kind === 'app_problem') return 'wallet'
    return typed === '' && kind !== 'address_problem' && kept === '' ? 'wallet' : 'address'
  }

  /** Whether the form has or can get what it needs. */
  const canSend = activity.kind !== 'none' || !isRequired || chosen?.signature != null

  function stop() {
    flushSync(() => {
      setPressesByItself(false)
      setIsInPlace(false)
    })
    focusFirst('input, button')
  }

  function handleAsk(what: Asks) {
    setAsked(what)
    // Before this script loads, `early-wallets.tsx` shows the field when the user presses the button.
    delete document.documentElement.dataset['address']
    setPressesByItself(false)
  }

  function handleInput(address: string) {
    store('sessionStorage', state.typedKey, address)
    setPressesByItself(false)
  }

  // Presses Connect when the wait has ended on the same page.
  const pressByItself = useEffectEvent(() => {
    if (pressesByItself && activity.kind === 'none' && picker.state.kind !== 'loading') formRef.current?.requestSubmit()
  })
  useEffect(() => {
    if (secondsLeft === 0) pressByItself()
  }, [secondsLeft])

  useEffect(() => {
    if (isToBeSent) formRef.current?.requestSubmit()
  }, [isToBeSent])

  function handleSubmit(event: SubmitEvent) {
    setIsToBeSent(false)
    if (secondsLeft) return event.preventDefault()
    const isUnsigned = event.submitter instanceof HTMLButtonElement && event.submitter.name === unsignedField
    if (activity.kind === 'can_sign' && chosen?.signature === null && !isUnsigned) {
      event.preventDefault()
      return void activity.sign()
    }
    const field = addressRef.current
    if (field) field.value = withoutBlanks(field.value)
    const addressProblem = field && walletAddressProblem(field.value)
    if (addressProblem === null && (!isRequired || chosen?.signature)) return
    event.preventDefault()
    if (addressProblem !== null) {
      handleAsk('address')
      const report = otherParts().then((parts) => parts.reportProblem(state.linkId, 'invalid_wallet_address'))
      report.catch(() => {})
    }
    setProblem({ ofAddress: addressProblem, at: Date.now() })
    setShowsOutcome(false)
  }

  function handleWalletChange(wallet: ChosenWallet | null) {
    setChosen(wallet)
    // It has just signed.
    setIsToBeSent(wallet?.signature != null)
    setPressesByItself(false)
    // A refusal by the service and the time to wait still apply to another wallet.
    setProblem(null)
    if (state.notice?.kind.endsWith('_problem')) setShowsOutcome(false)
    if (addressRef.current) addressRef.current.value = wallet?.address ?? ''
  }

  /** What replaces the pressed button takes the focus. */
  function show(what: Asks) {
    flushSync(() => handleAsk(what))
    focusFirst(what === 'address' ? '[name="wallet_address"]' : '[data-part="wallets"] :is(button, a, summary)')
  }

  function focusFirst(selector: string) {
    const found = formRef.current?.querySelectorAll<HTMLElement>(selector)
    ;[...(found ?? [])].find(({ offsetParent }) => offsetParent)?.focus()
  }

  /** The server renders the row among the other ways. */
  function handleClick({ target }: MouseEvent) {
    if (target instanceof Element && target.closest('[data-enter-address]')) show('address')
  }

  const isSignedEarlier = chosen !== null && chosen === signedEarlier
  const isChoosing = chosen === null && activity.kind === 'none'
  /** The field is below the wallets, or behind a button if this browser has some. */
  const isForTyping = canType && (isChoosing || asks === 'address')
  const isFieldShown = isForTyping && !isInPlace
  return (
    <>
      {problem?.ofAddress === null && <div key={problem.at}>{proofMissing}</div>}
      <NativeForm
        ref={formRef}
        action={action}
        beforeSend={handleSubmit}
        onClick={handleClick}
        noValidate
        className={classNames('stage confirms', !showsOutcome && 'without-outcome', isInPlace && 'again min-h-0')}
      >
        <input type="hidden" name="link" value={state.linkId} />
        <input type="hidden" name="request_id" value={state.requestId} />
        <input type="hidden" name="signature" value={chosen?.signature ?? ''} />
        <input type="hidden" name="wallet_name" value={chosen?.name ?? ''} />
        {locked}
        {isSignedEarlier && <SignedEarlier wallet={chosen} />}
        {!isSignedEarlier && asks === 'wallet' && (
          <div data-part="wallets" className="grid gap-3">
            {picker.state.kind === 'open' ? (
              <picker.state.Picker
                pressed={picker.state.pressed}
                ways={ways}
                wallets={wallets}
                linkId={state.linkId}
                lockedAddress={lockedAddress}
                onChange={handleWalletChange}
                onActivity={setActivity}
                onFailed={picker.fail}
              />
            ) : (
              <WalletChoice picker={picker} ways={ways} />
            )}
          </div>
        )}
        {lockedAddress === null && !canType && (
          <input type="hidden" name="wallet_address" value={chosen?.address ?? ''} />
        )}
        {canSend && (
          <ConnectButtons
            secondsLeft={secondsLeft}
            activity={activity}
            isProofRequired={isRequired}
            isForTyping={isFieldShown}
            isToBeSent={isToBeSent}
            className={classNames(
              isForTyping && asks === 'wallet' && 'behind-button',
              activity.kind === 'alone' && 'hidden',
            )}
          >
            {canType && (
              // Always the same element, because a new field would lose its content.
              <div
                data-part="address"
                className={classNames(!isForTyping && 'hidden', pressesByItself && 'hidden noscript:block')}
              >
                <WalletAddressField
                  ref={addressRef}
                  defaultValue={typed || kept}
                  error={problem?.ofAddress && t(`walletAddressProblem.${problem.ofAddress}`)}
                  {...(showsOutcome && refusalOfAddress)}
                  onInput={({ currentTarget }) => handleInput(currentTarget.value)}
                />
              </div>
            )}
          </ConnectButtons>
        )}
        {isInPlace && chosen === null && (
          <div className={pressesByItself ? 'hidden noscript:grid' : 'grid'}>{changeWallet}</div>
        )}
        {asks === 'address' && !isInPlace && (
          <Button look="quiet" className="until-sent noscript:hidden" onClick={() => show('wallet')}>
            {t('wallet.choose')}
          </Button>
        )}
      </NativeForm>
      {waitSeconds > 0 && (
        <WaitCountdown waitSeconds={waitSeconds} secondsLeft={secondsLeft} stop={pressesByItself ? stop : null} />
      )}
    </>
  )
}
