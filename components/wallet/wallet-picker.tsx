'use client'

import { WalletProvider } from '@solana/wallet-adapter-react'
import { Component, useState, type ReactNode } from 'react'
import { walletIds } from '@/lib/wallets'
import { listedAdapters } from './wallet-list'
import { WalletSession, type WalletSessionProps } from './wallet-session'

/**
 * The entry point of the code that uses the wallet adapters. The page loads it when the user wants to choose a wallet.
 * There is no `ConnectionProvider`, because this app calls no RPC node. It never calls `select()` of `WalletProvider`,
 * which would store the wallet's name in `localStorage`.
 *
 * @param props.onFailed - called when a wallet's code throws while the list renders. The caller then removes the list.
 */
export function WalletPicker({ onFailed, ...props }: WalletSessionProps & { onFailed: () => void }) {
  const handleFailure = () => {
    props.onChange(null)
    props.onActivity({ kind: 'none' })
    onFailed()
  }
  return (
    <Boundary onFailed={handleFailure}>
      <Wallets {...props} />
    </Boundary>
  )
}

function Wallets(props: WalletSessionProps) {
  const [listed] = useState(() => listedAdapters(props.wallets ?? walletIds))
  return (
    <WalletProvider wallets={listed} autoConnect={false} localStorageKey="subnet-connect-wallet">
      <WalletSession {...props} />
    </WalletProvider>
  )
}

class Boundary extends Component<{ onFailed: () => void; children: ReactNode }> {
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override state = { hasFailed: false }

  override componentDidCatch() {
    this.props.onFailed()
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}
