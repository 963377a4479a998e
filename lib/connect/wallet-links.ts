import 'server-only'
import type { WalletApp } from '@/lib/wallets'
import type { PhoneBrowser } from '@/lib/wallets/browsers'
import type { ConnectLink } from './arrival'
import { connectDeepLink, publicKeyOf, signMessageDeepLink, type DeepLinkMethod } from './deep-link'
import { appKeyOf, type OpenLink } from './link'
import { proofMessage } from './proof'

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

/** Returns the deep link that asks a wallet app for an address for a held link; null if the link has no key for apps. */
export function appConnectLink(app: WalletApp, { origin, link }: { origin: string; link: OpenLink }): string | null {
  const secretKey = appKeyOf(link, app.id)
  if (secretKey === undefined) return null
  const options = { publicKey: publicKeyOf(secretKey), redirectLink: redirectLink(app, 'connect', { origin, link }) }
  return connectDeepLink(app, { origin, ...options })
}

/** Returns the deep link that asks the chosen wallet app to sign the proof; null without a key or a session. */
export function appSignLink(app: WalletApp, { origin, link }: { origin: string; link: OpenLink }): string | null {
  const secretKey = appKeyOf(link, app.id)
  const { publicKey, session } = link.app ?? {}
  if (secretKey === undefined || publicKey === undefined || session === undefined) return null
  const options = { publicKey, session, secretKey, redirectLink: redirectLink(app, 'signMessage', { origin, link }) }
  return signMessageDeepLink(app, proofMessage(link), options)
}

/** Returns the URL that the app opens with its answer. It has no query, because the app appends one. */
function redirectLink(
  app: WalletApp,
  method: DeepLinkMethod,
  { origin, link }: { origin: string; link: OpenLink },
): string {
  return `${origin}/connect/wallet-app/${app.id}/${link.id}/${method}`
}
