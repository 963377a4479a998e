import type { PhoneBrowser } from './browsers'

export type WalletId = (typeof wallets)[number]['id']

interface ListedWallet {
  id: string
  name: string
  /** Not for phones. */
  installUrl: string
  appStoreId: number
  androidPackage: string
}

/** The links of a wallet's app, as its maker documents them. */
interface AppLinks {
  /** Before the method, `connect` or `signMessage`. */
  deepLinkPrefix: string
  /** With the app's public key in its answer to `connect`. */
  publicKeyParameter: string
  /** Before the encoded URL of a page, to open it in the app's browser. */
  browsePrefix: string
  /** In place of `deepLinkPrefix`; null without a documented scheme. */
  scheme: string | null
}

export type WalletApp = ListedWallet & AppLinks & { id: WalletId }

/**
 * In display order. Most wallets register themselves, and the page shows them even if this list does not have them.
 * List only wallets that can sign messages. `docs/decisions/wallets.md` has the sources.
 */
export const wallets = [
  {
    id: 'phantom',
    name: 'Phantom',
    installUrl: 'https://phantom.app',
    appStoreId: 1598432977,
    androidPackage: 'app.phantom',
    deepLinkPrefix: 'https://phantom.app/ul/v1/',
    publicKeyParameter: 'phantom_encryption_public_key',
    browsePrefix: 'https://phantom.app/ul/browse/',
    scheme: 'phantom://v1/',
  },
  {
    id: 'solflare',
    name: 'Solflare',
    installUrl: 'https://solflare.com',
    appStoreId: 1580902717,
    androidPackage: 'com.solflare.mobile',
    deepLinkPrefix: 'https://solflare.com/ul/v1/',
    publicKeyParameter: 'solflare_encryption_public_key',
    browsePrefix: 'https://solflare.com/ul/v1/browse/',
    scheme: 'solflare://ul/v1/',
  },
  {
    id: 'backpack',
    name: 'Backpack',
    installUrl: 'https://backpack.app',
    appStoreId: 6445964121,
    androidPackage: 'app.backpack.mobile',
    deepLinkPrefix: 'https://backpack.app/ul/v1/',
    publicKeyParameter: 'wallet_encryption_public_key',
    browsePrefix: 'https://backpack.app/ul/v1/browse/',
    scheme: null,
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
] as const satisfies readonly (ListedWallet | (ListedWallet & AppLinks))[]

export const walletIds: readonly WalletId[] = wallets.map(({ id }) => id)

/** Where users of this device install the wallet. */
export function installUrlFor(
  { installUrl, appStoreId, androidPackage }: ListedWallet,
  phone: PhoneBrowser | undefined,
): string {
  if (phone?.system === 'Android') return `https://play.google.com/store/apps/details?id=${androidPackage}`
  return phone?.system === 'iOS' ? `https://apps.apple.com/app/id${appStoreId}` : installUrl
}

/** In the order of the IDs. */
export const walletsOf = (ids: readonly WalletId[]) => ids.flatMap((id) => wallets.filter((wallet) => wallet.id === id))

export const walletIconPath = (id: WalletId): string => `/wallets/${id}.svg`

/** In the order of the IDs. */
export const walletApps = (ids: readonly WalletId[]): WalletApp[] =>
  walletsOf(ids).filter((wallet) => 'deepLinkPrefix' in wallet)

/** Finds the app even if the operator does not list its wallet. */
export const walletAppOf = (id: string): WalletApp | undefined => walletApps(walletIds).find((app) => app.id === id)

/** How a press reached the wallet, as far as form and browser show. */
export const walletWays = [
  /** The user typed the address, or the operator has it. */
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
