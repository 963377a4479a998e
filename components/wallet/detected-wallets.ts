'use client'

import type { WalletAdapterCompatibleStandardWallet } from '@solana/wallet-adapter-base'
import { useSyncExternalStore } from 'react'

/**
 * A wallet that has registered itself in this browser. It is a copy: its name and icon are checked and bounded, and
 * stay what they are, whatever the wallet says later.
 */
export type DetectedWallet = Pick<WalletAdapterCompatibleStandardWallet, 'name' | 'icon' | 'features' | 'accounts'>

type Register = (...wallets: unknown[]) => () => void

/** More than anybody has. The page has to show what is below the list too. */
const maxWallets = 50

const maxNameLength = 80

/** Of a `data:` URL, in characters. Wallets' icons have some 20,000; what is longer is cut, and shows in part. */
const maxIconLength = 200_000

const none: readonly DetectedWallet[] = []
let detected = none
const copies = new Map<unknown, DetectedWallet>()
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
  for (const wallet of wallets) {
    // A wallet answers each time it is asked.
    const copy =
      copies.has(wallet) || copies.size === maxWallets
        ? null
        : checkedCopy(wallet as WalletAdapterCompatibleStandardWallet)
    if (copy) copies.set(wallet, copy)
  }
  if (copies.size > detected.length) changed()
  return () => {
    for (const wallet of wallets) copies.delete(wallet)
    changed()
  }
}

function changed(): void {
  detected = [...copies.values()]
  for (const listener of listeners) listener()
}

/** @returns null for what is no wallet, or none that the adapters can use: one that they leave out must not be in the list. */
export function checkedCopy(wallet: WalletAdapterCompatibleStandardWallet): DetectedWallet | null {
  try {
    const { chains, features } = wallet
    // Without what cannot be seen or turns the direction of what follows.
    const name = textOf(wallet.name, maxNameLength)
      .replace(/[\s\p{C}]+/gu, ' ')
      .trim()
    const icon = textOf(wallet.icon, maxIconLength) as DetectedWallet['icon']
    return name &&
      chains.some((chain) => chain.startsWith('solana:')) &&
      typeof features['standard:connect'].connect === 'function' &&
      typeof features['standard:events'].on === 'function' &&
      ['solana:signTransaction', 'solana:signAndSendTransaction'].some((name) => Reflect.get(features, name))
      ? {
          name,
          icon,
          get features() {
            return wallet.features
          },
          get accounts() {
            return wallet.accounts
          },
        }
      : null
  } catch {
    return null
  }
}

/** @throws for what is no text. */
const textOf = (value: string, maxLength: number) => value.slice(0, maxLength).normalize()
