'use client'

import type { Adapter, WalletAdapterCompatibleStandardWallet } from '@solana/wallet-adapter-base'
import { StandardWalletAdapter } from '@solana/wallet-standard-wallet-adapter-base'
import { createContext, useContext, useMemo } from 'react'
import { useDetectedWallets, type DetectedWallet } from './detected-wallets'
import { PublicKey } from './stubs'

/*
 * Replaces `@solana/wallet-standard-wallet-adapter-react` in the browser (see `next.config.mjs`), not to save bytes:
 * the original accepts every wallet that registers itself, and one without `features` throws while `WalletProvider`
 * renders, which takes all wallets with it.
 */

/** The account that adapters use, wherever the wallet lists it. Null for the wallet's first one. */
export const PreferredAddress = createContext<string | null>(null)

/**
 * The adapter of a wallet that has registered itself. It sees only accounts of Solana, because adapters use the first
 * account of any chain. Its constructor throws what the wallet throws.
 */
export class DetectedWalletAdapter extends StandardWalletAdapter {
  constructor(
    private readonly detected: DetectedWallet,
    preferredAddress: string | null,
  ) {
    const { name, icon, wallet } = detected
    const seen = {
      name,
      icon,
      get features() {
        return wallet.features
      },
      get accounts() {
        const rank = ({ address }: Account) => (address === preferredAddress ? 0 : 1)
        return accountsOf(wallet)
          .filter(isUsable)
          .sort((one, other) => rank(one) - rank(other))
      },
    }
    // It has all the fields that an adapter reads.
    super({ wallet: seen as unknown as WalletAdapterCompatibleStandardWallet })
  }

  /** Whether the wallet shares accounts now, but none of Solana. */
  get hasOnlyOtherAccounts(): boolean {
    return accountsOf(this.detected.wallet).length > 0 && this.wallet.accounts.length === 0
  }
}

type Account = WalletAdapterCompatibleStandardWallet['accounts'][number]

function accountsOf(wallet: DetectedWallet['wallet']): Account[] {
  try {
    return [...wallet.accounts]
  } catch {
    return []
  }
}

/** Checks whether an adapter can use an account: its chains, its address, and the list of its features. */
function isUsable(account: Account): boolean {
  try {
    const { chains, address, features } = account
    return chains.some((chain) => chain.startsWith('solana:')) && Array.isArray(features) && !!new PublicKey(address)
  } catch {
    return false
  }
}

/** Returns new adapters of the wallets that have registered themselves, then the listed ones that have not. */
export function useStandardWalletAdapters(listed: Adapter[]): Adapter[] {
  const detected = useDetectedWallets()
  const preferredAddress = useContext(PreferredAddress)
  return useMemo(() => {
    const standard = detected.flatMap((wallet) => makeAdapter(wallet, preferredAddress) ?? [])
    return [...standard, ...listed.filter(({ name }) => !standard.some((adapter) => isSameWallet(adapter.name, name)))]
  }, [detected, preferredAddress, listed])
}

/** Checks whether two names belong to the same wallet. Trust Wallet registers itself as "Trust". */
export function isSameWallet(name: string, other: string): boolean {
  const short = (text: string) => text.replace(/ Wallet$/, '')
  return short(name) === short(other)
}

/** Makes an adapter of a wallet that has registered itself; null if the wallet is broken. */
export function makeAdapter(wallet: DetectedWallet, preferredAddress: string | null): Adapter | null {
  try {
    return new DetectedWalletAdapter(wallet, preferredAddress)
  } catch {
    return null
  }
}
