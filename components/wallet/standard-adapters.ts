'use client'

import type { Adapter, WalletAdapterCompatibleStandardWallet } from '@solana/wallet-adapter-base'
import { StandardWalletAdapter } from '@solana/wallet-standard-wallet-adapter-base'
import { useMemo } from 'react'
import { useDetectedWallets, type DetectedWallet } from './detected-wallets'
import { PublicKey } from './web3-stub'

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

/** Returns the adapter of a wallet that has registered itself; null if its constructor throws. */
export function adapterOf(wallet: DetectedWallet): StandardWalletAdapter | null {
  const known = adapters.get(wallet)
  if (known !== undefined) return known
  const made = makeAdapter(wallet)
  adapters.set(wallet, made)
  return made
}

function makeAdapter(wallet: DetectedWallet): StandardWalletAdapter | null {
  try {
    // It has all the fields that an adapter reads.
    const read: DetectedWallet = solanaWallet(wallet)
    return new StandardWalletAdapter({ wallet: read as WalletAdapterCompatibleStandardWallet })
  } catch {
    return null
  }
}

/** Returns a wallet with only its accounts of Solana, because adapters use the first account of any chain. */
export function solanaWallet(wallet: DetectedWallet): DetectedWallet & { sharesAccounts: boolean } {
  const all = () => {
    try {
      return [...wallet.accounts]
    } catch {
      return []
    }
  }
  return {
    name: wallet.name,
    icon: wallet.icon,
    get features() {
      return wallet.features
    },
    get accounts() {
      return all().filter(isUsable)
    },
    /** Whether the wallet shares any account, also of another chain. */
    get sharesAccounts() {
      return all().length > 0
    },
  }
}

/** Checks whether an adapter can use an account: its chains, its address, and the list of its features. */
function isUsable(account: DetectedWallet['accounts'][number]): boolean {
  try {
    const { chains, address, features } = account
    return chains.some((chain) => chain.startsWith('solana:')) && Array.isArray(features) && !!new PublicKey(address)
  } catch {
    return false
  }
}
