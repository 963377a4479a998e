import { phoneBrowserOf } from './browsers'

/** The ID of a listed wallet, for `brand.json` and for its icon. */
export type WalletId = (typeof wallets)[number]['id']

/** A wallet that the page lists, even if the browser does not have it. */
export interface ListedWallet {
  id: string
  name: string
  /** The page where users of other devices than phones install the wallet. */
  installUrl: string
  /** The wallet's number in Apple's store. */
  appStoreId: number
  /** The name of its package on Android, as in Google's store. */
  androidPackage: string
}

/**
 * The listed wallets, in display order. Most wallets register themselves in the browser, and the page shows them even
 * if this list does not have them. List only wallets that can sign messages. `apps.ts` has their apps for phones.
 * `docs/decisions/wallets.md` has the sources of the stores.
 */
export const wallets = [
  {
    id: 'phantom',
    name: 'Phantom',
    installUrl: 'https://phantom.app',
    appStoreId: 1598432977,
    androidPackage: 'app.phantom',
  },
  {
    id: 'solflare',
    name: 'Solflare',
    installUrl: 'https://solflare.com',
    appStoreId: 1580902717,
    androidPackage: 'com.solflare.mobile',
  },
  {
    id: 'backpack',
    name: 'Backpack',
    installUrl: 'https://backpack.app',
    appStoreId: 6445964121,
    androidPackage: 'app.backpack.mobile',
  },
  {
    id: 'coinbase',
    name: 'Coinbase Wallet',
    installUrl: 'https://chrome.google.com/webstore/detail/coinbase-wallet-extension/hnfanknocfeofbddgcijnmhnfnkdnaad',
    appStoreId: 1278383455,
    androidPackage: 'org.toshi',
  },
  {
    id: 'trust',
    name: 'Trust Wallet',
    installUrl: 'https://trustwallet.com',
    appStoreId: 1288339409,
    androidPackage: 'com.wallet.crypto.trustapp',
  },
] as const satisfies readonly ListedWallet[]

export const walletIds: readonly WalletId[] = wallets.map(({ id }) => id)

/** Returns the page where users of this device install the wallet. */
export function installUrlFor({ installUrl, appStoreId, androidPackage }: ListedWallet, userAgent: string): string {
  const system = phoneBrowserOf(userAgent)?.system
  if (system === 'Android') return `https://play.google.com/store/apps/details?id=${androidPackage}`
  return system === 'iOS' ? `https://apps.apple.com/app/id${appStoreId}` : installUrl
}

/** Returns the listed wallets with these IDs, in the order of the IDs. */
export const walletsOf = (ids: readonly WalletId[]) => ids.flatMap((id) => wallets.filter((wallet) => wallet.id === id))
