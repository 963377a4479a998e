'use client'

import { Component, useEffect, useRef, useState } from 'react'
import type { WalletId } from '@/lib/wallets'
import { ConnectedWallet, WaitingForWallet, WalletProblemAlert } from './wallet-screens'
import type { DetectedWallet } from './detected-wallets'
import { makeAdapter } from './standard-adapters'
import { walletSession, type WalletScreen, type WalletSessionOptions } from './wallet-session'
import type { PhoneWays } from './wallet-app-rows'
import { WalletList } from './wallet-list'

export interface WalletPickerProps extends WalletSessionOptions {
  /** Pressed before the adapters were loaded, and connected immediately. */
  first: DetectedWallet | null
  phone: PhoneWays
  wallets: readonly WalletId[]
  isRequired: boolean
  /** A wallet's code has thrown while the list renders. The caller then removes the list. */
  onFailed: () => void
}

/** The entry point of the code that uses the wallet adapters, which the page loads later. */
export class WalletPicker extends Component<WalletPickerProps> {
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override state = { hasFailed: false }

  override componentDidCatch() {
    const { onChange, onActivity, onFailed } = this.props
    onChange(null)
    onActivity({ kind: 'none' })
    onFailed()
  }

  override render() {
    return this.state.hasFailed ? null : <Wallets {...this.props} />
  }
}

function Wallets(props: WalletPickerProps) {
  const { lockedAddress } = props
  const [screen, setScreen] = useState<WalletScreen>(() => {
    const adapter = props.first && makeAdapter(props.first, lockedAddress)
    return adapter ? { kind: 'connecting', adapter } : { kind: 'list' }
  })
  const [session] = useState(() => walletSession(props, screen, setScreen))
  const { problem = null } = screen
  useEffect(() => session.start(), [session])

  // The pressed button disappears, so each screen takes the focus. Its problem then takes it from the screen.
  const problemRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem) problemRef.current?.focus()
  }, [problem])

  return (
    <>
      {problem && <WalletProblemAlert ref={problemRef} problem={problem} />}
      {screen.kind === 'list' && (
        <WalletList
          ids={props.wallets}
          phone={props.phone}
          hasNoAccount={problem?.kind === 'no_account'}
          preferredAddress={lockedAddress}
          onChoose={session.connect}
        />
      )}
      {(screen.kind === 'connecting' || screen.kind === 'signing') && (
        <WaitingForWallet request={screen.kind} wallet={screen.adapter} stopWaiting={session.stopWaiting} />
      )}
      {screen.kind === 'connected' && (
        <ConnectedWallet wallet={screen.adapter} chosen={screen.chosen} changeWallet={session.changeWallet} />
      )}
    </>
  )
}
