import 'server-only'
import type { ConnectLink } from './arrival'

/** A wallet app for phones that opens a page in a browser of its own. */
export interface WalletApp {
  id: string
  name: string
  /** Where its documented browse link begins. */
  browse: string
}

/** The apps that a phone's user is offered. */
export const walletApps: readonly WalletApp[] = [
  { id: 'phantom', name: 'Phantom', browse: 'https://phantom.app/ul/browse/' },
  { id: 'solflare', name: 'Solflare', browse: 'https://solflare.com/ul/v1/browse/' },
]

/**
 * The link that opens the connect link of a held request in the wallet's own browser, as both wallets
 * document it: `<browse>/<page>?ref=<our site>`, each percent-encoded. That browser has cookies of its
 * own, and so no hold: it needs the original link, nonce included. The link is as secret as the nonce,
 * and made only as its user asks for it.
 */
export function walletAppLink(app: WalletApp, { origin, link }: { origin: string; link: ConnectLink }): string {
  const query = new URLSearchParams({ request_id: link.requestId, nonce: link.nonce })
  return `${app.browse}${encodeURIComponent(`${origin}/connect?${query}`)}?ref=${encodeURIComponent(origin)}`
}

/** Whether a browser is a phone's or a tablet's, by what it says of itself. */
export function isOnPhone(userAgent: string | null): boolean {
  return /android|iphone|ipad|ipod/i.test(userAgent ?? '')
}
