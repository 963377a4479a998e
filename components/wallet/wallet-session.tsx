'use client'

import { useEffect, useRef } from 'react'
import { focus } from '@/components/ui/focus'
import { ConnectedWallet } from '@/components/wallet/connected-wallet'
import { useWalletSession, type WalletSessionOptions } from '@/components/wallet/use-wallet-session'
import { WaitingForWallet } from '@/components/wallet/waiting-for-wallet'
import { WalletButtons } from '@/components/wallet/wallet-buttons'
import { WalletProblemAlert } from '@/components/wallet/wallet-problem-alert'

export interface WalletSessionProps extends WalletSessionOptions {
  isRequired: boolean
  /** The form is on its way: nothing must change under it. */
  isDisabled: boolean
}

/** The list of wallets, the wait for one, or the one that is connected; and what went wrong, if anything did. */
export function WalletSession(props: WalletSessionProps) {
  const { requestId, lockedAddress, chosen, isRequired, isDisabled } = props
  const { screen, problem, connect, sign, giveUp, changeWallet } = useWalletSession(props)

  // The button that was pressed is gone with its screen: the focus goes to what has taken its place.
  const leadRef = problem ? undefined : focus
  const problemRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem) problemRef.current?.focus()
  }, [problem])

  return (
    <>
      {problem && <WalletProblemAlert ref={problemRef} problem={problem} isRequired={isRequired} />}
      {screen.kind === 'list' && (
        <WalletButtons leadRef={leadRef} isDisabled={isDisabled} onChoose={(adapter) => void connect(adapter)} />
      )}
      {(screen.kind === 'connecting' || screen.kind === 'signing') && (
        <WaitingForWallet leadRef={leadRef} kind={screen.kind} wallet={screen.adapter} giveUp={giveUp} />
      )}
      {screen.kind === 'connected' && chosen && (
        <ConnectedWallet
          leadRef={leadRef}
          wallet={screen.adapter}
          chosen={chosen}
          requestId={requestId}
          lockedAddress={lockedAddress}
          isRequired={isRequired}
          isDisabled={isDisabled}
          sign={() => void sign(screen.adapter)}
          changeWallet={changeWallet}
        />
      )}
    </>
  )
}
