import type { Adapter } from '@solana/wallet-adapter-base'
import {
  CoinbaseWalletAdapter,
  PhantomWalletAdapter,
  SolflareWalletAdapter,
  TrustWalletAdapter,
} from '@solana/wallet-adapter-wallets'
import { mobileWalletAdapter } from '@/components/wallet/mobile-wallet'

/*
 * The wallets that are offered by name, in this order: the one file to change. Whatever registers by
 * the Wallet Standard, as most wallets do, is offered without being listed here; a listed wallet that is
 * missing is shown with a link to get it. Take adapters that can sign messages.
 */

/** One adapter a line; they look for their wallets as they are made, so only in a browser. */
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
 * Listed for their link alone: these are used as they register by themselves, never by the adapter.
 * Solflare's opens a frame of solflare.com, which the security policy of this site forbids.
 */
export const usedOnlyAsRegistered: ReadonlySet<string> = new Set(['Solflare'])
