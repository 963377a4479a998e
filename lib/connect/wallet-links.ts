import 'server-only'
import type { WalletId } from '@/lib/wallets'
import type { WalletApp } from '@/lib/wallets/apps'
import type { ConnectLink } from './arrival'
import { connectDeepLink, publicKeyOf, signMessageDeepLink, type DeepLinkMethod } from './deep-link'
import type { OpenLink } from './link'
import { proofMessage } from './proof'

/** A held connect link as the service made it. The URL is as secret as the nonce: create it only when the user asks for it. */
export function connectUrl(origin: string, { requestId, nonce }: ConnectLink): string {
  return `${origin}/connect?${new URLSearchParams({ request_id: requestId, nonce })}`
}

/**
 * The URL that opens a page in the wallet's in-app browser. The wallets document the form
 * `<prefix><page>?ref=<our origin>`, with page and origin percent-encoded.
 *
 * @param page - For a held link it is its `connectUrl`: the in-app browser has its own cookies and therefore no hold.
 * The URL is as secret as that one then.
 */
export function browseLink(app: WalletApp, { origin, page }: { origin: string; page: string }): string {
  return `${app.browsePrefix}${encodeURIComponent(page)}?ref=${encodeURIComponent(origin)}`
}

/** The deep links by which wallet apps share an address for a held link; none where the link has no key for them. */
export function appConnectLinks(
  apps: readonly WalletApp[],
  { origin, link }: { origin: string; link: OpenLink },
): Map<WalletId, string> {
  if (link.appKey === undefined || apps.length === 0) return new Map()
  const publicKey = publicKeyOf(link.appKey)
  return new Map(
    apps.map((app) => {
      const options = { origin, publicKey, redirectLink: redirectLink(app, 'connect', { origin, link }) }
      return [app.id, connectDeepLink(app, options)]
    }),
  )
}

/** The deep link by which the wallet app that was chosen signs the proof; null where none was chosen. */
export function appSignLink(app: WalletApp, { origin, link }: { origin: string; link: OpenLink }): string | null {
  const { appKey: secretKey } = link
  const { publicKey, session } = link.app ?? {}
  if (secretKey === undefined || publicKey === undefined || session === undefined) return null
  const options = { publicKey, session, secretKey, redirectLink: redirectLink(app, 'signMessage', { origin, link }) }
  return signMessageDeepLink(app, proofMessage(link), options)
}

/** The URL that the app opens with its answer. It has no query: the app appends its own. */
function redirectLink(
  app: WalletApp,
  method: DeepLinkMethod,
  { origin, link }: { origin: string; link: OpenLink },
): string {
  return `${origin}/connect/wallet-app/${app.id}/${link.id}/${method}`
}

/** Whether a `User-Agent` header is that of a phone or a tablet. */
export function isMobileDevice(userAgent: string | null): boolean {
  return /android|iphone|ipad|ipod/i.test(userAgent ?? '')
}
