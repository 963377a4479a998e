'use client'

import type { Adapter, WalletAdapterCompatibleStandardWallet } from '@solana/wallet-adapter-base'
import { StandardWalletAdapter } from '@solana/wallet-standard-wallet-adapter-base'
import { useMemo } from 'react'
import { useDetectedWallets, type DetectedWallet } from './detected-wallets'

/*
 * Replaces `@solana/wallet-standard-wallet-adapter-react` in the browser (see `next.config.mjs`). The original accepts
 * every wallet that registers itself, and a broken wallet breaks the page.
 */

/** One adapter for each wallet, for the lifetime of the page. Null if the constructor throws. */
const adapters = new WeakMap<DetectedWallet, StandardWalletAdapter | null>()

/** Returns the adapters of the wallets that have registered themselves, then the listed ones that have not. */
export function useStandardWalletAdapters(listed: Adapter[]): Adapter[] {
  const detected = useDetectedWallets()
  return useMemo(() => {
    const standard = detected.map(adapterOf).filter((adapter) => adapter !== null)
    return [...standard, ...listed.filter(({ name }) => !standard.some((adapter) => isSameWallet(adapter.name, name)))]
  }, [detected, listed])
}

/** Checks whether two names belong to the same wallet. Trust Wallet registers itself as "Trust". */
function isSameWallet(name: string, other: string): boolean {
  const short = (text: string) => text.replace(/ Wallet$/, '')
  return short(name) === short(other)
}

function adapterOf(wallet: DetectedWallet): StandardWalletAdapter | null {
  const known = adapters.get(wallet)
  if (known !== undefined) return known
  const made = makeAdapter(wallet)
  adapters.set(wallet, made)
  return made
}

function makeAdapter(wallet: DetectedWallet): StandardWalletAdapter | null {
  try {
    // The copy has all the fields that an adapter reads.
    return new StandardWalletAdapter({ wallet: wallet as WalletAdapterCompatibleStandardWallet })
  } catch {
    return null
  }
}
