'use client'

import {
  lazy,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type FormEvent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { flushSync } from 'react-dom'
import { Button, Spinner } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { CodeField } from '@/components/ui/field'
import type { FormAction } from '@/components/ui/form-action'
import { NativeForm } from '@/components/ui/native-form'
import { store, storedAtLoad, useAtLoad } from '@/components/ui/at-load'
import { changeWalletForm, type ChosenWallet, type WalletActivity } from '@/components/wallet/chosen-wallet'
import type { OtherWays } from '@/components/wallet/wallet-app-rows'
import { reportProblem } from '@/components/wallet/report-problem'
import { usePicker } from '@/components/wallet/use-picker'
import { WalletChoice } from '@/components/wallet/wallet-choice'
import type { FormState } from '@/lib/connect/page-state'
import { walletAddressProblem, withoutBlanks, type WalletAddressProblem } from '@/lib/connect/wallet-address-shape'
import type { WalletId } from '@/lib/wallets'
import { useTexts } from '@/components/texts'
import { useSecondsLeft } from './link-time'

// Loaded on demand, because few pages need them.
const SignedEarlier = lazy(() => import('@/components/wallet/signed-earlier'))
const WaitCountdown = lazy(() => import('./wait-countdown'))

/** With `wallet`, the address field is below the wallets. */
type Asks = 'wallet' | 'address'

/**
 * The form with the Connect button. The browser posts it, with or without JavaScript, and the server renders the next
 * page from the state it keeps. Before that, the script asks the wallet, checks a typed address and counts down a wait.
 */
export function ConnectForm(props: {
  state: FormState
  action: FormAction
  /** For the field, if the service refused the address. */
  refusalOfAddress: false | { 'aria-invalid': true; 'aria-describedby': string }
  /** Whether the outcome stands in place of the form. */
  isPressAgain: boolean
  /** The account's fixed address; false if the user enters one. */
  locked: ReactNode
  /** The forms of their buttons are outside this form. */
  ways: OtherWays
  wallets: readonly WalletId[]
}) {
  const { state, action, refusalOfAddress, isPressAgain, locked, ways, wallets } = props
  const t = useTexts()
  const lockedAddress = state.wallet.kind === 'locked' ? state.wallet.address : null
  const typed = state.wallet.kind === 'free' ? state.wallet.typed : ''
  const isRequired = state.proof === 'required'
  const canType = lockedAddress === null && !isRequired
  // An object, so that the same problem of a later press takes the focus again.
  const [problem, setProblem] = useState<{ problem: WalletAddressProblem } | null>(
    state.notice?.kind === 'address_problem' ? state.notice : null,
  )
  const [showsOutcome, setShowsOutcome] = useState(true)
  const [chosen, setChosen] = useState<ChosenWallet | null>(
    state.signed && { ...state.signed, name: state.signed.walletName },
  )
  const [activity, setActivity] = useState<WalletActivity>({ kind: 'none' })
  const [isToBeSent, setIsToBeSent] = useState(false)
  const [asked, setAsked] = useState<Asks | null>(null)
  const [pressesByItself, setPressesByItself] = useState(state.notice?.kind === 'wait' && state.notice.pressesByItself)
  const [isInPlace, setIsInPlace] = useState(isPressAgain)
  const picker = usePicker(lockedAddress, () => handleAsk('wallet'))
  const formRef = useRef<HTMLFormElement>(null)
  const addressRef = useRef<HTMLInputElement>(null)

  const waitSeconds = state.notice && 'secondsLeft' in state.notice ? state.notice.secondsLeft : 0
  const secondsLeft = useSecondsLeft(waitSeconds)

  useEffect(() => {
    if (problem) addressRef.current?.focus()
  }, [problem])

  // Typed before the user changed the language or signed out.
  const kept = useAtLoad(() => storedAtLoad('sessionStorage', state.typedKey)) ?? ''
  const noticeKind = state.notice?.kind
  const isFirstForWallet =
    !canType || state.signed !== null || noticeKind === 'proof_problem' || noticeKind === 'app_problem'
  const hasTyped = typed !== '' || noticeKind === 'address_problem' || kept !== ''
  const asks = asked ?? (hasTyped && !isFirstForWallet ? 'address' : 'wallet')

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

  function handleInput({ currentTarget }: FormEvent<HTMLInputElement>) {
    store('sessionStorage', state.typedKey, currentTarget.value)
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
    const isUnsigned = event.submitter instanceof HTMLButtonElement && event.submitter.name === 'unsigned'
    if (activity.kind === 'can_sign' && chosen?.signature === null && !isUnsigned) {
      event.preventDefault()
      return void activity.sign()
    }
    const field = addressRef.current
    if (field) field.value = withoutBlanks(field.value)
    const addressProblem = field && walletAddressProblem(field.value)
    if (!addressProblem) return
    event.preventDefault()
    handleAsk('address')
    reportProblem(state.linkId, 'invalid_wallet_address')
    setProblem({ problem: addressProblem })
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

  const isSignedEarlier = chosen !== null && picker.state.kind !== 'open'
  /** The field is below the wallets, or behind a button if this browser has some. */
  const isForTyping = canType && ((chosen === null && activity.kind === 'none') || asks === 'address')
  const canSign = activity.kind === 'can_sign'

  /** If a signature is possible but optional, a second button connects without it. */
  function content(isSent: boolean) {
    const isSending = isSent || isToBeSent
    // During a wait, `wait-countdown.tsx` says when the buttons come.
    const canConnectUnsigned = canSign && !isRequired && !isSending && !secondsLeft
    return (
      <>
        <input type="hidden" name="link" value={state.linkId} />
        <input type="hidden" name="request_id" value={state.requestId} />
        <input type="hidden" name="signature" value={chosen?.signature ?? ''} />
        <input type="hidden" name="wallet_name" value={chosen?.name ?? ''} />
        {locked}
        {isSignedEarlier && <SignedEarlier wallet={chosen} />}
        {!isSignedEarlier && asks === 'wallet' && (
          <div data-part="wallets" className="grid gap-3">
            {picker.state.kind === 'open' ? (
              <picker.state.WalletPicker
                {...picker.state}
                linkId={state.linkId}
                onChange={handleWalletChange}
                onActivity={setActivity}
                onEnd={() => {
                  picker.close()
                  show('wallet')
                }}
              />
            ) : (
              <WalletChoice picker={picker} ways={ways} ids={wallets} />
            )}
          </div>
        )}
        {lockedAddress === null && !canType && (
          <input type="hidden" name="wallet_address" value={chosen?.address ?? ''} />
        )}
        {canSend && (
          <div
            data-part="actions"
            className={classNames(
              'grid gap-2',
              isForTyping && asks === 'wallet' && 'behind-button',
              activity.kind === 'alone' && 'hidden',
            )}
          >
            {canType && (
              // Always the same element, because a new field would lose its content. While a wallet is chosen, the field is
              // hidden and has the wallet's address.
              <div
                data-part="address"
                className={classNames(!isForTyping && 'hidden', pressesByItself && 'hidden noscript:block')}
              >
                <CodeField
                  ref={addressRef}
                  label={t('confirm.walletLabel')}
                  name="wallet_address"
                  dir="ltr"
                  readOnly={isSending}
                  required
                  // 44 characters fit. iOS would zoom into a text of less than 1 rem.
                  className="min-h-12 sm:text-[0.8125rem]"
                  defaultValue={typed || kept}
                  error={problem && t(`walletAddressProblem.${problem.problem}`)}
                  {...(showsOutcome && refusalOfAddress)}
                  onInput={handleInput}
                />
              </div>
            )}
            {canSign && <p className="why-sign text-center text-sm text-muted">{t('wallet.signing')}</p>}
            {!secondsLeft && (
              // Not `disabled`, because keyboard users must still be able to focus the button and read its text.
              <Button type="submit" look="primary" isBusy={isSending} className="wrap-anywhere">
                {isSending && <Spinner />}
                <span>
                  {t(isSending ? 'confirm.connecting' : canSign ? 'confirm.signAndConnect' : 'confirm.connect')}
                </span>
              </Button>
            )}
            {canConnectUnsigned && (
              <Button
                type="submit"
                look="quiet"
                className="-mt-1 -mb-2 min-h-8"
                name="unsigned"
                value="1"
                aria-describedby="unsigned"
              >
                {t('confirm.connectUnsigned')}
              </Button>
            )}
            {(canConnectUnsigned || (isForTyping && !isInPlace && !isSending)) && (
              <p id="unsigned" className="text-center text-sm text-balance text-muted">
                {t('wallet.unsigned')}
              </p>
            )}
            <p role="status" className="text-center text-sm text-balance text-muted empty:hidden">
              {isSending && t('confirm.connectingStatus')}
            </p>
          </div>
        )}
        {isInPlace && canType && chosen === null && (
          <Button
            type="submit"
            look="quiet"
            form={changeWalletForm}
            className={pressesByItself ? 'hidden noscript:inline-flex' : ''}
          >
            {t('wallet.choose')}
          </Button>
        )}
        {asks === 'address' && !isInPlace && !isSent && (
          <Button look="quiet" className="noscript:hidden" onClick={() => show('wallet')}>
            {t('wallet.choose')}
          </Button>
        )}
      </>
    )
  }

  return (
    <>
      <NativeForm
        ref={formRef}
        action={action}
        beforeSend={handleSubmit}
        onClick={handleClick}
        noValidate
        className={classNames('stage confirms', !showsOutcome && 'without-outcome', isInPlace && 'again min-h-0')}
      >
        {content}
      </NativeForm>
      {waitSeconds > 0 && (
        <WaitCountdown waitSeconds={waitSeconds} secondsLeft={secondsLeft} stop={pressesByItself ? stop : null} />
      )}
    </>
  )
}
