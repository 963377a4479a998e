'use client'

import { useEffect, useState } from 'react'

interface WalletStandardApi {
  register(...wallets: { chains?: readonly string[] }[]): () => void
}

/**
 * Whether a Solana wallet has registered in this browser. It only uses the two window events of the Wallet
 * Standard, so that the wallet adapters can be loaded later. False on the server and until a wallet
 * responds.
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
    const onRegister = (event: Event) => (event as CustomEvent<(api: WalletStandardApi) => void>).detail(api)
    window.addEventListener('wallet-standard:register-wallet', onRegister)
    window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
    return () => window.removeEventListener('wallet-standard:register-wallet', onRegister)
  }, [])
  return hasWallet
}
