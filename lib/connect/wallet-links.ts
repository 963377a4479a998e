import 'server-only'
import { walletsOf, type ListedWallet, type WalletId } from '@/lib/wallets'
import type { ConnectLink } from './arrival'

/** A wallet app for phones that can open a page in its own in-app browser. */
interface WalletApp extends ListedWallet {
  id: WalletId
  browseUrlPrefix: string
}

/** The apps offered to users on a phone: those of these wallets that can open a page, in their order. */
export function walletApps(ids: readonly WalletId[]): WalletApp[] {
  return walletsOf(ids).filter((wallet) => wallet.browseUrlPrefix !== null)
}

/** A held connect link as the service made it. The URL is as secret as the nonce: create it only when the user asks for it. */
export function connectUrl(origin: string, { requestId, nonce }: ConnectLink): string {
  return `${origin}/connect?${new URLSearchParams({ request_id: requestId, nonce })}`
}

/**
 * The URL that opens a held connect link in the wallet's in-app browser. The wallets document the form
 * `<prefix><page>?ref=<our origin>`, with page and origin percent-encoded.
 *
 * The in-app browser has its own cookies and therefore no hold, so it needs the original link with its
 * nonce. This URL is as secret as that one.
 */
export function walletAppLink(app: WalletApp, { origin, link }: { origin: string; link: ConnectLink }): string {
  return `${app.browseUrlPrefix}${encodeURIComponent(connectUrl(origin, link))}?ref=${encodeURIComponent(origin)}`
}

/** Whether a `User-Agent` header is that of a phone or a tablet. */
export function isMobileDevice(userAgent: string | null): boolean {
  return /android|iphone|ipad|ipod/i.test(userAgent ?? '')
}
