import type { Adapter } from '@solana/wallet-adapter-base'
import {
  CoinbaseWalletAdapter,
  PhantomWalletAdapter,
  SolflareWalletAdapter,
  TrustWalletAdapter,
} from '@solana/wallet-adapter-wallets'
import { walletsOf, type WalletId } from '@/lib/wallets'
import { walletIconPath } from '@/lib/wallets/icon-path'
import { mobileWalletAdapter } from './mobile-wallet'

const adapterClasses: Record<WalletId, new () => Adapter> = {
  phantom: PhantomWalletAdapter,
  solflare: SolflareWalletAdapter,
  coinbase: CoinbaseWalletAdapter,
  trust: TrustWalletAdapter,
}

/**
 * The adapters of the listed wallets, in their order, with the names, links and icons of our own table; then the one for
 * wallet apps on Android. Their constructors look for the wallets: call this in a browser only.
 */
export function listedAdapters(ids: readonly WalletId[]): Adapter[] {
  const listed = walletsOf(ids).map(({ id, name, installUrl }) =>
    Object.assign(new adapterClasses[id](), { name, url: installUrl, icon: walletIconPath(id) } as Partial<Adapter>),
  )
  return [...listed, mobileWalletAdapter()]
}

/**
 * Wallets that are listed only for their install link, and connected only through the Wallet Standard.
 * Solflare's adapter opens a frame of solflare.com, which the Content-Security-Policy forbids.
 */
export const walletStandardOnly: ReadonlySet<string> = new Set(['Solflare'])
