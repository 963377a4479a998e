import 'server-only'
import type { ConnectLink } from './arrival'

/** A wallet app for phones that can open a page in its own in-app browser. */
interface WalletApp {
  id: string
  name: string
  /** The prefix of the wallet's documented browse link; the encoded page URL follows it. */
  browseUrlPrefix: string
}

/** The apps offered to users on a phone. */
export const walletApps: readonly WalletApp[] = [
  { id: 'phantom', name: 'Phantom', browseUrlPrefix: 'https://phantom.app/ul/browse/' },
  { id: 'solflare', name: 'Solflare', browseUrlPrefix: 'https://solflare.com/ul/v1/browse/' },
]

/**
 * The URL that opens a held connect link in the wallet's in-app browser. Both wallets document the form
 * `<prefix><page>?ref=<our origin>`, with page and origin percent-encoded.
 *
 * The in-app browser has its own cookies and therefore no hold, so it needs the original link with its
 * nonce. The URL is as secret as the nonce: create it only when the user asks for it.
 */
export function walletAppLink(app: WalletApp, { origin, link }: { origin: string; link: ConnectLink }): string {
  const query = new URLSearchParams({ request_id: link.requestId, nonce: link.nonce })
  return `${app.browseUrlPrefix}${encodeURIComponent(`${origin}/connect?${query}`)}?ref=${encodeURIComponent(origin)}`
}

/** Whether a `User-Agent` header is that of a phone or a tablet. */
export function isMobileDevice(userAgent: string | null): boolean {
  return /android|iphone|ipad|ipod/i.test(userAgent ?? '')
}
