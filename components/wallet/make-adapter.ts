import type { Adapter } from '@solana/wallet-adapter-base'
import { CoinbaseWalletAdapter, PhantomWalletAdapter, TrustWalletAdapter } from '@solana/wallet-adapter-wallets'
import { walletIconPath, walletsOf, type WalletId } from '@/lib/wallets'
import type { Pressed } from './chosen-wallet'
import { DetectedWalletAdapter } from './detected-wallet-adapter'
import { mobileWalletAdapter } from './mobile-wallet'

/**
 * For wallets that do not register themselves. Backpack has no adapter. Solflare's opens a frame of solflare.com, which
 * the Content-Security-Policy forbids.
 */
const adapterClasses: { [Id in WalletId]?: new () => Adapter } = {
  phantom: PhantomWalletAdapter,
  coinbase: CoinbaseWalletAdapter,
  trust: TrustWalletAdapter,
}

/**
 * A listed wallet has our name and icon.
 *
 * @param preferredAddress - the account to use, if the wallet lists it. Null for its first one.
 * @returns null if there is no adapter, or if it throws: constructors search the browser for a wallet, which may be
 *   broken.
 */
export function makeAdapter(pressed: Pressed, preferredAddress: string | null): Adapter | null {
  try {
    if (pressed === 'any_app') return mobileWalletAdapter(preferredAddress)
    if (typeof pressed !== 'string') return new DetectedWalletAdapter(pressed, preferredAddress)
    const AdapterClass = adapterClasses[pressed]
    const own = { name: walletsOf([pressed])[0]?.name, icon: walletIconPath(pressed) } as Partial<Adapter>
    return AdapterClass ? Object.assign(new AdapterClass(), own) : null
  } catch {
    return null
  }
}
