import 'server-only'
import type { WalletApp } from '@/lib/wallets'
import type { PhoneBrowser } from '@/lib/wallets/browsers'
import type { ConnectLink } from './arrival'

/**
 * Returns the URL of a held connect link, as the service made it. It is as secret as the nonce. Create it only when the
 * user asks for it.
 */
export function connectUrl(origin: string, { requestId, nonce }: ConnectLink): string {
  return `${origin}/connect?${new URLSearchParams({ request_id: requestId, nonce })}`
}

/**
 * The max length of a URL in a QR code, which then has at most 69 modules a side. The time to draw grows with their
 * square, a user can ask any number of times, and phones cannot read a code with many modules.
 */
const maxPhoneCodeLength = 300

/** Returns the `connectUrl` for a QR code; null if it is too long for one, because its nonce is unusually long. */
export function phoneCodeUrl(origin: string, link: ConnectLink): string | null {
  const url = connectUrl(origin, link)
  return url.length <= maxPhoneCodeLength ? url : null
}

/**
 * Returns the URL that opens a page in the wallet's in-app browser. The wallets document the form
 * `<prefix><page>?ref=<our origin>`, with page and origin percent-encoded.
 *
 * @param page - for a held link, its `connectUrl`, because the in-app browser has separate cookies and therefore no
 *   hold. The result is then as secret as that URL.
 */
export function browseLink(app: WalletApp, { origin, page }: { origin: string; page: string }): string {
  return `${app.browsePrefix}${encodeURIComponent(page)}?ref=${encodeURIComponent(origin)}`
}

/**
 * Returns another address of a deep link, for a browser in which the link opened no app: on Android an intent for the
 * app's package, elsewhere the link in the app's own scheme. Null if the maker documents no scheme.
 */
export function otherLink(
  { scheme, deepLinkPrefix, androidPackage }: WalletApp,
  link: string,
  system: PhoneBrowser['system'] | undefined,
): string | null {
  if (system === 'Android') return intentLink(link, androidPackage)
  return scheme && link.replace(deepLinkPrefix, scheme)
}

/** Returns the link with which a browser on Android opens a URL in a certain app. The URL has no fragment. */
export function intentLink(url: string, androidPackage: string): string {
  const { protocol } = new URL(url)
  return `intent:${url.slice(protocol.length)}#Intent;scheme=${protocol.slice(0, -1)};package=${androidPackage};end`
}
