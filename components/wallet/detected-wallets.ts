'use client'

import { useSyncExternalStore } from 'react'

/** A wallet that has registered itself in this browser, as far as a list of wallets needs to know it. */
export interface DetectedWallet {
  name: string
  /** A `data:` URL. */
  icon: string
}

/** What the Wallet Standard has every wallet register. */
interface StandardWallet extends DetectedWallet {
  chains: readonly string[]
  features: Readonly<Record<string, unknown>>
}

type Register = (...wallets: StandardWallet[]) => () => void

const none: readonly DetectedWallet[] = []
let detected = none
const listeners = new Set<() => void>()

/**
 * The Solana wallets that have registered themselves in this browser. It only uses the two window events of
 * the Wallet Standard, so that the wallet adapters can be loaded later. Empty on the server and until a
 * wallet responds.
 */
export function useDetectedWallets(): readonly DetectedWallet[] {
  return useSyncExternalStore(
    subscribe,
    () => detected,
    () => none,
  )
}

function subscribe(listener: () => void): () => void {
  const isFirst = listeners.size === 0
  listeners.add(listener)
  if (isFirst) {
    window.addEventListener('wallet-standard:register-wallet', onRegister)
    window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('wallet-standard:register-wallet', onRegister)
  }
}

function onRegister(event: Event): void {
  ;(event as CustomEvent<(api: { register: Register }) => void>).detail({ register })
}

const register: Register = (...wallets) => {
  // A wallet answers each time it is asked.
  const added = wallets.filter((wallet) => isUsable(wallet) && !detected.includes(wallet))
  if (added.length > 0) change([...detected, ...added])
  return () => change(detected.filter((wallet) => !added.some((one) => one === wallet)))
}

function change(next: readonly DetectedWallet[]): void {
  detected = next
  for (const listener of listeners) listener()
}

/** What the adapters ask of a wallet: one that they leave out must not be in the list. */
function isUsable({ chains, features }: StandardWallet): boolean {
  return (
    chains.some((chain) => chain.startsWith('solana:')) &&
    'standard:connect' in features &&
    'standard:events' in features &&
    ('solana:signTransaction' in features || 'solana:signAndSendTransaction' in features)
  )
}
