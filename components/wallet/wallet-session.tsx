'use client'

import { useEffect, useRef } from 'react'
import { focus } from '@/components/ui/focus'
import { ConnectedWallet } from './connected-wallet'
import { useWalletSession, type WalletSessionOptions } from './use-wallet-session'
import { WaitingForWallet } from './waiting-for-wallet'
import { WalletButtons } from './wallet-buttons'
import { WalletProblemAlert } from './wallet-problem-alert'

export interface WalletSessionProps extends WalletSessionOptions {
  isRequired: boolean
  /** Set while the form is being submitted: the wallet must not change then. */
  isDisabled: boolean
}

/** The list of wallets, the pending request to one, or the connected one; and what went wrong, if anything did. */
export function WalletSession(props: WalletSessionProps) {
  const { lockedAddress, chosen, isRequired, isDisabled } = props
  const { screen, problem, connect, stopWaiting, changeWallet } = useWalletSession(props)

  // The button that was pressed disappears with its screen, so the focus moves to the new screen.
  const headingRef = problem ? undefined : focus
  const problemRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem) problemRef.current?.focus()
  }, [problem])

  return (
    <>
      {problem && <WalletProblemAlert ref={problemRef} problem={problem} isRequired={isRequired} />}
      {screen.kind === 'list' && (
        <WalletButtons headingRef={headingRef} isDisabled={isDisabled} onChoose={(adapter) => void connect(adapter)} />
      )}
      {(screen.kind === 'connecting' || screen.kind === 'signing') && (
        <WaitingForWallet
          headingRef={headingRef}
          kind={screen.kind}
          wallet={screen.adapter}
          stopWaiting={stopWaiting}
        />
      )}
      {screen.kind === 'connected' && chosen && (
        <ConnectedWallet
          headingRef={headingRef}
          wallet={screen.adapter}
          chosen={chosen}
          lockedAddress={lockedAddress}
          isRequired={isRequired}
          isDisabled={isDisabled}
          changeWallet={changeWallet}
        />
      )}
    </>
  )
}
