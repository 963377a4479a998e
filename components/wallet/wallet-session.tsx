'use client'

import { useEffect, useRef, useState } from 'react'
import { focus } from '@/components/ui/focus'
import type { WalletId } from '@/lib/wallets'
import { ConnectedWallet } from './connected-wallet'
import type { DetectedWallet } from './detected-wallets'
import type { PhoneWays } from './wallet-app-rows'
import { makeAdapter } from './standard-adapters'
import { useWalletSession, type WalletSessionOptions } from './use-wallet-session'
import { WaitingForWallet } from './waiting-for-wallet'
import { WalletButtons } from './wallet-buttons'
import { WalletProblemAlert } from './wallet-problem-alert'

export interface WalletSessionProps extends Omit<WalletSessionOptions, 'first'> {
  /** The wallet that the user pressed before the adapters were loaded. The session connects it immediately. */
  first: DetectedWallet | null
  phone: PhoneWays
  /** The wallets to list, in this order. @default all */
  wallets?: readonly WalletId[]
  isRequired: boolean
  /** Set while the browser submits the form, because the wallet must not change then. */
  isDisabled: boolean
}

/** The list of wallets, the pending request to one, or the connected one, with the problem if any. */
export function WalletSession(props: WalletSessionProps) {
  const { chosen, isRequired, isDisabled } = props
  const [first] = useState(() => props.first && makeAdapter(props.first, props.lockedAddress))
  const { screen, problem, connect, stopWaiting, changeWallet } = useWalletSession({ ...props, first })

  // The pressed button disappears with its screen, so the focus moves to the new screen.
  const headingRef = problem ? undefined : focus
  const problemRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem) problemRef.current?.focus()
    // The page then offers all other ways, as if it had detected no wallet.
    if (problem?.kind === 'no_account') delete document.documentElement.dataset['wallets']
  }, [problem])

  return (
    <>
      {problem && <WalletProblemAlert ref={problemRef} problem={problem} isRequired={isRequired} />}
      {screen.kind === 'list' && (
        <WalletButtons
          headingRef={headingRef}
          phone={props.phone}
          hasNoAccount={problem?.kind === 'no_account'}
          isDisabled={isDisabled}
          onChoose={(adapter) => void connect(adapter)}
        />
      )}
      {(screen.kind === 'connecting' || screen.kind === 'signing') && (
        <WaitingForWallet
          headingRef={headingRef}
          request={screen.kind}
          wallet={screen.adapter}
          stopWaiting={stopWaiting}
        />
      )}
      {screen.kind === 'connected' && chosen && (
        <ConnectedWallet
          headingRef={headingRef}
          wallet={screen.adapter}
          chosen={chosen}
          isDisabled={isDisabled}
          changeWallet={changeWallet}
        />
      )}
    </>
  )
}
