import { phoneBrowserOf } from './browsers'

/** The ID of a listed wallet, for `brand.json` and for its icon. */
export type WalletId = (typeof wallets)[number]['id']

interface ListedWallet {
  id: string
  name: string
  /** The page where users of other devices than phones install the wallet. */
  installUrl: string
  appStoreId: number
  androidPackage: string
  /** The links that its maker documents for its app on phones, if there are any. */
  app?: AppLinks
}

interface AppLinks {
  /** The beginning of every deep link. The method, `connect` or `signMessage`, follows it. */
  deepLinkPrefix: string
  /** The query parameter with the app's public key in its answer to `connect`. */
  publicKeyParameter: string
  /** The beginning of a link that opens a page in the app's browser. The encoded URL of the page follows it. */
  browsePrefix: string
  /** The beginning of every deep link in the app's own scheme; null without a documented scheme. */
  scheme: string | null
}

export type WalletApp = Pick<ListedWallet, 'name' | 'androidPackage'> & AppLinks & { id: WalletId }

/**
 * The listed wallets, in display order. Most wallets register themselves in the browser, and the page shows them even
 * if this list does not have them. List only wallets that can sign messages. `docs/decisions/wallets.md` has the sources of
 * the stores and links.
 */
export const wallets = [
  {
    id: 'phantom',
    name: 'Phantom',
    installUrl: 'https://phantom.app',
    appStoreId: 1598432977,
    androidPackage: 'app.phantom',
    app: {
      deepLinkPrefix: 'https://phantom.app/ul/v1/',
      publicKeyParameter: 'phantom_encryption_public_key',
      browsePrefix: 'https://phantom.app/ul/browse/',
      scheme: 'phantom://v1/',
    },
  },
  {
    id: 'solflare',
    name: 'Solflare',
    installUrl: 'https://solflare.com',
    appStoreId: 1580902717,
    androidPackage: 'com.solflare.mobile',
    app: {
      deepLinkPrefix: 'https://solflare.com/ul/v1/',
      publicKeyParameter: 'solflare_encryption_public_key',
      browsePrefix: 'https://solflare.com/ul/v1/browse/',
      scheme: 'solflare://ul/v1/',
    },
  },
  {
    id: 'backpack',
    name: 'Backpack',
    installUrl: 'https://backpack.app',
    appStoreId: 6445964121,
    androidPackage: 'app.backpack.mobile',
    app: {
      deepLinkPrefix: 'https://backpack.app/ul/v1/',
      publicKeyParameter: 'wallet_encryption_public_key',
      browsePrefix: 'https://backpack.app/ul/v1/browse/',
      scheme: null,
    },
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

/** In the order of the IDs. */
export const walletsOf = (ids: readonly WalletId[]) => ids.flatMap((id) => wallets.filter((wallet) => wallet.id === id))

export const walletIconPath = (id: WalletId): string => `/wallets/${id}.svg`

/** In the order of the IDs. */
export function walletApps(ids: readonly WalletId[]): WalletApp[] {
  return walletsOf(ids).flatMap(({ id, name, androidPackage, ...rest }) =>
    'app' in rest ? [{ id, name, androidPackage, ...rest.app }] : [],
  )
}

/** Finds the app with this ID, even if the operator does not list its wallet; undefined if there is no such app. */
export const walletAppOf = (id: string): WalletApp | undefined => walletApps(walletIds).find((app) => app.id === id)

/** How the page reached the wallet of a press, as far as the form and the browser show. */
export const walletWays = [
  /** The page did not reach the wallet. The user typed the address, or the operator has it. */
  'address',
  /** As an extension of a desktop browser. */
  'browser',
  /** As an app, by Solana's Mobile Wallet Adapter. */
  'mobile_wallet_adapter',
  /** As an app, by its deep links. */
  'deep_link',
  /** In a phone's browser, which is probably a wallet app's browser on an iPhone. */
  'in_app_browser',
] as const

export type WalletWay = (typeof walletWays)[number]
