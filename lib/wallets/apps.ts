import 'server-only'
import { walletsOf, type WalletId } from '.'

/** A wallet's app for phones, by the links that its maker documents. */
export interface WalletApp {
  id: WalletId
  name: string
  /** What the address of every deep link begins with; the method follows: `connect` or `signMessage`. */
  deepLinkPrefix: string
  /** The query parameter that has the app's public key in its answer to `connect`. */
  publicKeyParameter: string
  /** What the address of a page in the app's own browser begins with; the encoded address of the page follows. */
  browsePrefix: string
}

/** The wallets that have an app. The server alone reads this table, so that browsers do not load it. */
const links: readonly Omit<WalletApp, 'name'>[] = [
  {
    id: 'phantom',
    deepLinkPrefix: 'https://phantom.app/ul/v1/',
    publicKeyParameter: 'phantom_encryption_public_key',
    browsePrefix: 'https://phantom.app/ul/browse/',
  },
  {
    id: 'solflare',
    deepLinkPrefix: 'https://solflare.com/ul/v1/',
    publicKeyParameter: 'solflare_encryption_public_key',
    browsePrefix: 'https://solflare.com/ul/v1/browse/',
  },
  {
    id: 'backpack',
    deepLinkPrefix: 'https://backpack.app/ul/v1/',
    publicKeyParameter: 'wallet_encryption_public_key',
    browsePrefix: 'https://backpack.app/ul/v1/browse/',
  },
]

const apps: readonly WalletApp[] = links.flatMap((app) => walletsOf([app.id]).map(({ name }) => ({ ...app, name })))

/** The apps of the wallets of these IDs, in their order. */
export function walletApps(ids: readonly WalletId[]): WalletApp[] {
  return ids.flatMap((id) => apps.filter((app) => app.id === id))
}

/** The app with this ID, whether the operator lists it or not; undefined when no wallet of this ID has an app. */
export function walletAppOf(id: string): WalletApp | undefined {
  return apps.find((app) => app.id === id)
}
