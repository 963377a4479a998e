'use client'

import type { WalletAdapterCompatibleStandardWallet } from '@solana/wallet-adapter-base'
import { useSyncExternalStore } from 'react'
import { usableWallet, type UsableWallet } from './usable-wallet'

/** Later changes by the wallet do not affect its name and icon. */
export interface DetectedWallet extends UsableWallet {
  wallet: Pick<WalletAdapterCompatibleStandardWallet, 'features' | 'accounts'>
}

/** The content below the list must stay reachable. */
const maxWallets = 50

const none: readonly DetectedWallet[] = []
let detected = none
const known = new Map<unknown, DetectedWallet>()
const listeners = new Set<() => void>()

/**
 * The Solana wallets that have registered themselves in this browser. They come by the two window events of the Wallet
 * Standard, so that the page can load the adapters later.
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

/** A wallet registers itself again at each request. */
function register(...wallets: WalletAdapterCompatibleStandardWallet[]): () => void {
  for (const wallet of wallets) {
    if (known.has(wallet) || known.size === maxWallets) continue
    const usable = usableWallet(wallet)
    if (usable) known.set(wallet, { ...usable, wallet })
  }
  if (known.size > detected.length) showKnown()
  return () => {
    for (const wallet of wallets) known.delete(wallet)
    showKnown()
  }
}

function showKnown(): void {
  detected = [...known.values()]
  for (const listener of listeners) listener()
}

/** Wallets that only their adapters find: extensions that do not register themselves, and apps on Android. */
export const hasUnregisteredWallet = (): boolean =>
  ['isPhantomInstalled', 'coinbaseSolana', 'trustwallet'].some((name) => name in window) ||
  /android/i.test(navigator.userAgent)
