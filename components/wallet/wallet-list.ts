import { BaseWalletAdapter, WalletReadyState, type Adapter, type WalletName } from '@solana/wallet-adapter-base'
import { CoinbaseWalletAdapter, PhantomWalletAdapter, TrustWalletAdapter } from '@solana/wallet-adapter-wallets'
import { installUrlFor, walletsOf, type WalletId } from '@/lib/wallets'
import { walletIconPath } from '@/lib/wallets/icon-path'
import { mobileWalletAdapter } from './mobile-wallet'

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
 * Creates the adapters of the listed wallets in order, then the adapter for wallet apps on Android. Names, links and
 * icons are from our own table. Call it only in a browser, because the constructors search it for the wallets. It omits
 * a wallet whose search throws, as a getter of a broken extension can.
 */
export function listedAdapters(ids: readonly WalletId[]): Adapter[] {
  const listed = walletsOf(ids).flatMap((wallet) => {
    const { id, name } = wallet
    try {
      const url = installUrlFor(wallet, navigator.userAgent)
      const fields = { name, url, icon: walletIconPath(id) } as Partial<Adapter>
      return [Object.assign(new adapterClasses[id](), fields)]
    } catch {
      return []
    }
  })
  return [...listed, mobileWalletAdapter()]
}
