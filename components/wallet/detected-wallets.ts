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
  // For the styles, as `early-wallets.tsx` does.
  document.documentElement.toggleAttribute('data-wallets', detected.length > 0)
  for (const listener of listeners) listener()
}

/** By the global that each extension sets. */
const unregistered = { isPhantomInstalled: 'Phantom', coinbaseSolana: 'Coinbase Wallet', trustwallet: 'Trust' }

/** Whether an extension has not registered itself, so that only its adapter finds it. */
export const hasUnregisteredWallet = (registered: readonly UsableWallet[]): boolean =>
  Object.entries(unregistered).some(
    ([global, name]) => global in window && !registered.some((wallet) => wallet.name === name),
  )

export const lastWalletKey = 'last-wallet'
