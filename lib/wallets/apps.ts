import 'server-only'
import { walletIds, walletsOf, type WalletId } from '.'

/** A wallet's app for phones, with the links that its maker documents. */
export interface WalletApp {
  id: WalletId
  name: string
  /** The name of the app's package on Android. */
  androidPackage: string
  /** The beginning of every deep link. The method, `connect` or `signMessage`, follows it. */
  deepLinkPrefix: string
  /** The query parameter with the app's public key in its answer to `connect`. */
  publicKeyParameter: string
  /** The beginning of a link that opens a page in the app's browser. The encoded URL of the page follows it. */
  browsePrefix: string
  /** The beginning of every deep link in the app's own scheme; null without a documented scheme. */
  scheme: string | null
}

/**
 * The links of the wallets that have an app. Only the server reads this table, so that browsers do not load it.
 * `docs/decisions/wallets.md` has the sources.
 */
const links: { [Id in WalletId]?: Omit<WalletApp, 'id' | 'name' | 'androidPackage'> } = {
  phantom: {
    deepLinkPrefix: 'https://phantom.app/ul/v1/',
    publicKeyParameter: 'phantom_encryption_public_key',
    browsePrefix: 'https://phantom.app/ul/browse/',
    scheme: 'phantom://v1/',
  },
  solflare: {
    deepLinkPrefix: 'https://solflare.com/ul/v1/',
    publicKeyParameter: 'solflare_encryption_public_key',
    browsePrefix: 'https://solflare.com/ul/v1/browse/',
    scheme: 'solflare://ul/v1/',
  },
  backpack: {
    deepLinkPrefix: 'https://backpack.app/ul/v1/',
    publicKeyParameter: 'wallet_encryption_public_key',
    browsePrefix: 'https://backpack.app/ul/v1/browse/',
    scheme: null,
  },
}

/** Returns the apps of the wallets with these IDs, in the order of the IDs. */
export function walletApps(ids: readonly WalletId[]): WalletApp[] {
  return walletsOf(ids).flatMap(({ id, name, androidPackage }) => {
    const ownLinks = links[id]
    return ownLinks ? [{ id, name, androidPackage, ...ownLinks }] : []
  })
}

/** Finds the app with this ID, even if the operator does not list its wallet; undefined if there is no such app. */
export const walletAppOf = (id: string): WalletApp | undefined => walletApps(walletIds).find((app) => app.id === id)
