'use client'

import { WalletProvider } from '@solana/wallet-adapter-react'
import { getWallets } from '@wallet-standard/app'
import { useEffect, useMemo, useState } from 'react'
import { listedAdapters } from '@/components/wallet/wallet-list'
import { WalletSession, type WalletSessionProps } from '@/components/wallet/wallet-session'

/**
 * The part of the page that knows wallets: the one door to the adapters, loaded as the user reaches for
 * a wallet. `WalletProvider` finds the wallets; no RPC node is asked anything, so there is no
 * `ConnectionProvider`. Which wallet is in use is this page's own affair and remembered nowhere: the
 * provider's `select()`, which would write its name to `localStorage`, is never called.
 */
export function WalletPicker(props: WalletSessionProps) {
  return (
    <WalletProvider wallets={useAdapters()} autoConnect={false} localStorageKey="subnet-connect-wallet">
      <WalletSession {...props} />
    </WalletProvider>
  )
}

/** The listed adapters, but those whose wallet has registered by itself: the provider would warn of each. */
function useAdapters() {
  const [listed] = useState(listedAdapters)
  const [registered, setRegistered] = useState(registeredNames)
  useEffect(() => {
    const update = () => setRegistered(registeredNames())
    const stops = [getWallets().on('register', update), getWallets().on('unregister', update)]
    return () => stops.forEach((stop) => stop())
  }, [])
  return useMemo(() => listed.filter(({ name }) => !registered.includes(name)), [listed, registered])
}

function registeredNames(): string[] {
  return getWallets()
    .get()
    .map(({ name }) => name)
}
