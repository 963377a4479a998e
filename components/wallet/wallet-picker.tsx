'use client'

import { WalletProvider } from '@solana/wallet-adapter-react'
import { getWallets } from '@wallet-standard/app'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { listedAdapters } from './wallet-list'
import { WalletSession, type WalletSessionProps } from './wallet-session'

/**
 * The entry point of the code that uses the wallet adapters, loaded when the user wants to choose a wallet.
 * `WalletProvider` finds the wallets. No RPC node is called, so there is no `ConnectionProvider`. The
 * provider's `select()` is never called, since it would store the wallet's name in `localStorage`.
 */
export function WalletPicker(props: WalletSessionProps) {
  // The provider misses a wallet that registers between its first render and its effects: then it starts again.
  const [count, setCount] = useState(() => registeredNames().length)
  useEffect(() => {
    const timer = setTimeout(() => setCount(registeredNames().length))
    return () => clearTimeout(timer)
  }, [])
  return (
    <WalletProvider key={count} wallets={useAdapters()} autoConnect={false} localStorageKey="subnet-connect-wallet">
      <WalletSession {...props} />
    </WalletProvider>
  )
}

/** The listed adapters without those whose wallet has registered itself: the provider would warn about them. */
function useAdapters() {
  const [listed] = useState(listedAdapters)
  const registered = useSyncExternalStore(subscribe, () => registeredNames().join('\n'))
  return useMemo(() => listed.filter(({ name }) => !registered.split('\n').includes(name)), [listed, registered])
}

function subscribe(update: () => void): () => void {
  const unsubscribers = [getWallets().on('register', update), getWallets().on('unregister', update)]
  return () => unsubscribers.forEach((unsubscribe) => unsubscribe())
}

function registeredNames(): string[] {
  return getWallets()
    .get()
    .map(({ name }) => name)
}
