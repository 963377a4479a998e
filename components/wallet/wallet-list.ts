import type { Adapter } from '@solana/wallet-adapter-base'
import {
  CoinbaseWalletAdapter,
  PhantomWalletAdapter,
  SolflareWalletAdapter,
  TrustWalletAdapter,
} from '@solana/wallet-adapter-wallets'
import { mobileWalletAdapter } from './mobile-wallet'

/*
 * The listed wallets, in the order in which they are shown. Change the list here. Wallets that register
 * through the Wallet Standard, as most do, are shown without being listed. A listed wallet that is not
 * installed is shown with a link to install it. Add only adapters that can sign messages.
 */

/** The adapters of the listed wallets. Their constructors look for the wallets: call this in a browser only. */
export function listedAdapters(): Adapter[] {
  return [
    new PhantomWalletAdapter(),
    new SolflareWalletAdapter(),
    new CoinbaseWalletAdapter(),
    new TrustWalletAdapter(),
    mobileWalletAdapter(),
  ]
}

/**
 * Wallets that are listed only for their install link, and connected only through the Wallet Standard.
 * Solflare's adapter opens a frame of solflare.com, which the Content-Security-Policy forbids.
 */
export const walletStandardOnly: ReadonlySet<string> = new Set(['Solflare'])
