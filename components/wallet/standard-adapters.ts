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

/** The wallet of each adapter. */
const wallets = new WeakMap<Adapter, DetectedWallet>()

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

/** Returns the listed adapter of a wallet; null if its constructor throws. */
function adapterOf(wallet: DetectedWallet): StandardWalletAdapter | null {
  const known = adapters.get(wallet)
  if (known !== undefined) return known
  const made = makeAdapter(wallet, null)
  adapters.set(wallet, made)
  return made
}

/** Makes another adapter for the wallet of an adapter; null if that is no wallet that has registered itself. */
export function anotherAdapter(adapter: Adapter, preferredAddress: string | null): StandardWalletAdapter | null {
  const wallet = wallets.get(adapter)
  return wallet ? makeAdapter(wallet, preferredAddress) : null
}

/** Makes an adapter of a wallet that has registered itself; null if its constructor throws. */
export function makeAdapter(wallet: DetectedWallet, preferredAddress: string | null): StandardWalletAdapter | null {
  try {
    // It has all the fields that an adapter reads.
    const read: DetectedWallet = solanaWallet(wallet, preferredAddress)
    const adapter = new StandardWalletAdapter({ wallet: read as WalletAdapterCompatibleStandardWallet })
    wallets.set(adapter, wallet)
    return adapter
  } catch {
    return null
  }
}

/** Checks whether a wallet shares accounts, but none of Solana. */
export function hasOnlyOtherAccounts(adapter: Adapter): boolean {
  const wallet = wallets.get(adapter)
  const accounts = wallet ? accountsOf(wallet) : []
  return accounts.length > 0 && !accounts.some(isUsable)
}

/**
 * Returns a wallet with only its accounts of Solana, and with the preferred one first, because adapters use the first
 * account of any chain.
 */
export function solanaWallet(wallet: DetectedWallet, preferredAddress: string | null): DetectedWallet {
  return {
    name: wallet.name,
    icon: wallet.icon,
    get features() {
      return wallet.features
    },
    get accounts() {
      const rank = ({ address }: { address: string }) => (address === preferredAddress ? 0 : 1)
      return accountsOf(wallet)
        .filter(isUsable)
        .sort((one, other) => rank(one) - rank(other))
    },
  }
}

function accountsOf(wallet: DetectedWallet): DetectedWallet['accounts'] {
  try {
    return [...wallet.accounts]
  } catch {
    return []
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
