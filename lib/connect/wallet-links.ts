import 'server-only'
import type { WalletApp } from '@/lib/wallets'
import type { PhoneBrowser } from '@/lib/wallets/browsers'
import type { ConnectLink } from './arrival'

/**
 * The held connect link as the service made it, as secret as the nonce. Create it only when the user asks. For example:
 * `https://connect.example.com/connect?request_id=01ARZ3NDEKTSV4RRFFQ69G5FAV&nonce=made-up-nonce`.
 */
export function connectUrl(origin: string, { requestId, nonce }: ConnectLink): string {
  return `${origin}/connect?${new URLSearchParams({ request_id: requestId, nonce })}`
}

/** A longer code has over 69 modules a side. The time to draw grows with their square, and phones cannot read it. */
const maxPhoneCodeLength = 300

/** The content of a QR code; null if it is too long for one. */
export function phoneCodeUrl(origin: string, link: ConnectLink): string | null {
  const url = connectUrl(origin, link)
  return url.length <= maxPhoneCodeLength ? url : null
}

/**
 * The URL that opens a page in the wallet's in-app browser, for example
 * `https://phantom.app/ul/browse/https%3A%2F%2Fconnect.example.com%2F?ref=https%3A%2F%2Fconnect.example.com`.
 *
 * @param page - for a held link its `connectUrl`, because that browser has no hold. The result is as secret as it.
 */
export function browseLink(app: WalletApp, { origin, page }: { origin: string; page: string }): string {
  return `${app.browsePrefix}${encodeURIComponent(page)}?ref=${encodeURIComponent(origin)}`
}

/**
 * Another address of a deep link, for a browser in which it opened no app. On Android it is an intent, elsewhere a link
 * in the app's own scheme, such as `phantom://v1/connect?…`. Null without a documented scheme.
 */
export function otherLink(
  { scheme, deepLinkPrefix, androidPackage }: WalletApp,
  link: string,
  system: PhoneBrowser['system'] | undefined,
): string | null {
  if (system === 'Android') return intentLink(link, androidPackage)
  return scheme && link.replace(deepLinkPrefix, scheme)
}

/**
 * Opens a URL without a fragment in a certain app on Android, for example by
 * `intent://phantom.app/ul/v1/connect?…#Intent;scheme=https;package=app.phantom;end`.
 */
export function intentLink(url: string, androidPackage: string): string {
  const { protocol } = new URL(url)
  return `intent:${url.slice(protocol.length)}#Intent;scheme=${protocol.slice(0, -1)};package=${androidPackage};end`
}
