'use client'

import { useEffect, useState } from 'react'

interface WalletStandardApi {
  register(...wallets: { chains?: readonly string[] }[]): () => void
}

/**
 * Whether a Solana wallet has registered in this browser, by the Wallet Standard's two window events
 * alone: the code that can do more with it is loaded later. False on the server and until one answers.
 */
export function useHasWallet(): boolean {
  const [hasWallet, setHasWallet] = useState(false)
  useEffect(() => {
    const api: WalletStandardApi = {
      register(...wallets) {
        if (wallets.some(({ chains }) => chains?.some((chain) => chain.startsWith('solana:')))) setHasWallet(true)
        return () => {}
      },
    }
    const onRegister = (event: Event) => (event as CustomEvent<(given: WalletStandardApi) => void>).detail(api)
    window.addEventListener('wallet-standard:register-wallet', onRegister)
    window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
    return () => window.removeEventListener('wallet-standard:register-wallet', onRegister)
  }, [])
  return hasWallet
}
