import 'server-only'
import { walletsOf, type WalletId } from '.'

/** A wallet's app for phones, with the links that its maker documents. */
export interface WalletApp {
  id: WalletId
  name: string
  /** The beginning of every deep link. The method, `connect` or `signMessage`, follows it. */
  deepLinkPrefix: string
  /** The query parameter with the app's public key in its answer to `connect`. */
  publicKeyParameter: string
  /** The beginning of a link that opens a page in the app's browser. The encoded URL of the page follows it. */
  browsePrefix: string
  /** The beginning of every deep link in the app's own scheme; null without a documented scheme. */
  scheme: string | null
  /** The name of the app's package on Android. */
  androidPackage: string
}

/**
 * The wallets that have an app. Only the server reads this table, so that browsers do not load it.
 * `docs/decisions/wallets.md` has the sources.
 */
const links: readonly Omit<WalletApp, 'name' | 'androidPackage'>[] = [
  {
    id: 'phantom',
    deepLinkPrefix: 'https://phantom.app/ul/v1/',
    publicKeyParameter: 'phantom_encryption_public_key',
    browsePrefix: 'https://phantom.app/ul/browse/',
    scheme: 'phantom://v1/',
  },
  {
    id: 'solflare',
    deepLinkPrefix: 'https://solflare.com/ul/v1/',
    publicKeyParameter: 'solflare_encryption_public_key',
    browsePrefix: 'https://solflare.com/ul/v1/browse/',
    scheme: 'solflare://ul/v1/',
  },
  {
    id: 'backpack',
    deepLinkPrefix: 'https://backpack.app/ul/v1/',
    publicKeyParameter: 'wallet_encryption_public_key',
    browsePrefix: 'https://backpack.app/ul/v1/browse/',
    scheme: null,
  },
]

const apps: readonly WalletApp[] = links.flatMap((app) =>
  walletsOf([app.id]).map(({ name, androidPackage }) => ({ ...app, name, androidPackage })),
)

/** Returns the apps of the wallets with these IDs, in the order of the IDs. */
export function walletApps(ids: readonly WalletId[]): WalletApp[] {
  return ids.flatMap((id) => apps.filter((app) => app.id === id))
}

/** Finds the app with this ID, even if the operator does not list its wallet; undefined if there is no such app. */
export function walletAppOf(id: string): WalletApp | undefined {
  return apps.find((app) => app.id === id)
}
