'use client'

import type { WalletAdapterCompatibleStandardWallet } from '@solana/wallet-adapter-base'
import { useSyncExternalStore } from 'react'
import { usableWallet } from './usable-wallet'

/**
 * A copy of a wallet that has registered itself in this browser. Later changes by the wallet do not affect its name and
 * icon.
 */
export type DetectedWallet = Pick<WalletAdapterCompatibleStandardWallet, 'name' | 'icon' | 'features' | 'accounts'>

/** More than any user has. The content below the list must stay reachable. */
const maxWallets = 50

const none: readonly DetectedWallet[] = []
let detected = none
const copies = new Map<unknown, DetectedWallet>()
const listeners = new Set<() => void>()

/**
 * Returns the Solana wallets that have registered themselves in this browser. It only uses the two window events of the
 * Wallet Standard, so that the page can load the wallet adapters later. Empty on the server and until a wallet
 * responds.
 */
export function useDetectedWallets(): readonly DetectedWallet[] {
  return useSyncExternalStore(
    subscribe,
    () => detected,
    () => none,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('wallet-standard:register-wallet', handleRegister)
  window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
  return () => listeners.delete(listener)
}

function handleRegister(event: Event): void {
  ;(event as CustomEvent<(api: { register: typeof register }) => void>).detail({ register })
}

/** Called by the wallets. A wallet registers itself again at each request. */
function register(...wallets: unknown[]): () => void {
  for (const wallet of wallets) {
    if (copies.has(wallet) || copies.size === maxWallets) continue
    const copy = checkedCopy(wallet as WalletAdapterCompatibleStandardWallet)
    if (copy) copies.set(wallet, copy)
  }
  if (copies.size > detected.length) showCopies()
  return () => {
    for (const wallet of wallets) copies.delete(wallet)
    showCopies()
  }
}

function showCopies(): void {
  detected = [...copies.values()]
  for (const listener of listeners) listener()
}

/** Copies a wallet; null if the page cannot show or use it. */
export function checkedCopy(wallet: WalletAdapterCompatibleStandardWallet): DetectedWallet | null {
  const shown = usableWallet(wallet)
  return (
    shown && {
      ...shown,
      get features() {
        return wallet.features
      },
      get accounts() {
        return wallet.accounts
      },
    }
  )
}

/** Checks for wallets that only their adapters find: extensions that do not register themselves, and apps on Android. */
export const hasUnregisteredWallet = (): boolean =>
  ['isPhantomInstalled', 'coinbaseSolana', 'trustwallet'].some((name) => name in window) ||
  /android/i.test(navigator.userAgent)
