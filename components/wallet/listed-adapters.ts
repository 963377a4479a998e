import { BaseWalletAdapter, WalletReadyState, type Adapter, type WalletName } from '@solana/wallet-adapter-base'
import { CoinbaseWalletAdapter, PhantomWalletAdapter, TrustWalletAdapter } from '@solana/wallet-adapter-wallets'
import { installUrlFor, wallets, walletsOf, type WalletId } from '@/lib/wallets'
import { walletIconPath } from '@/lib/wallets/icon-path'
import { isMobileWallet, mobileWalletAdapter } from './mobile-wallet'
import { DetectedWalletAdapter, makeAdapter } from './standard-adapters'

/**
 * A wallet that cannot connect before it registers itself. Until then the list has its install link. Solflare's own
 * adapter opens a frame of solflare.com, which the Content-Security-Policy forbids. Backpack has no adapter.
 */
class UnregisteredWalletAdapter extends BaseWalletAdapter {
  override readonly name = '' as WalletName
  override readonly url = ''
  override readonly icon = ''
  override readonly readyState = WalletReadyState.NotDetected
  override readonly publicKey = null
  override readonly connecting = false
  override readonly supportedTransactionVersions = null
  override connect = () => Promise.reject(new Error(`${this.name} has not registered itself.`))
  override disconnect = () => Promise.resolve()
  override sendTransaction = this.connect
}

const adapterClasses: Record<WalletId, new () => Adapter> = {
  phantom: PhantomWalletAdapter,
  solflare: UnregisteredWalletAdapter,
  backpack: UnregisteredWalletAdapter,
  coinbase: CoinbaseWalletAdapter,
  trust: TrustWalletAdapter,
}

/**
 * Makes the adapters of a listed wallet, with the name, link and icon of our own table. Empty if a broken extension
 * throws, because the constructors search the browser for the wallets.
 */
function listedAdapter(wallet: (typeof wallets)[number]): Adapter[] {
  const { id, name } = wallet
  const url = installUrlFor(wallet, navigator.userAgent)
  try {
    return [Object.assign(new adapterClasses[id](), { name, url, icon: walletIconPath(id) } as Partial<Adapter>)]
  } catch {
    return []
  }
}

/**
 * Makes the adapters of the listed wallets in order, then the adapter for wallet apps on Android. Call it only in a
 * browser. It omits a wallet whose adapter cannot be made.
 */
export function listedAdapters(ids: readonly WalletId[]): Adapter[] {
  return [...walletsOf(ids).flatMap(listedAdapter), mobileWalletAdapter(null)]
}

/**
 * Returns another adapter for the same wallet. It knows nothing of the first one's requests, which a wallet may answer
 * late or never.
 *
 * @param preferredAddress - the account to use, wherever the wallet lists it.
 */
export function freshAdapter(adapter: Adapter, preferredAddress: string | null): Adapter {
  if (isMobileWallet(adapter)) return mobileWalletAdapter(preferredAddress)
  if (adapter instanceof DetectedWalletAdapter) return makeAdapter(adapter.detected, preferredAddress) ?? adapter
  const [listed] = wallets.filter(({ name }) => name === adapter.name).flatMap(listedAdapter)
  return listed ?? adapter
}
