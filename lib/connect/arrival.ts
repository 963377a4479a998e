import 'server-only'
import { z } from 'zod'

/** The two parameters that the service adds to the registered connect URL ("Connect flow", step 1). */
export interface ConnectLink {
  requestId: string
  nonce: string
}

/**
 * In bytes of UTF-8, after JSON encoding for the cookie. With this limit, four sealed links take 5.6 KB of a request's
 * headers. nginx allows 8 KB per header line by default.
 */
const maxNonceBytes = 512

/** Each parameter must occur once, because a repeated parameter is ambiguous. */
const connectQuery = z.object({
  request_id: z.tuple([z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/)]),
  nonce: z.tuple([
    z
      .string()
      .regex(/^\P{Cc}+$/u)
      .refine((nonce) => Buffer.byteLength(JSON.stringify(nonce)) - '""'.length <= maxNonceBytes),
  ]),
})

/**
 * Parses the query of the connect URL.
 *
 * @returns the link; `none` if the query is empty (a user opened the page directly); `invalid` if the two parameters
 *   differ from the format that the service sends.
 */
export function parseConnectQuery(
  query: URLSearchParams,
): { kind: 'link'; link: ConnectLink } | { kind: 'none' | 'invalid' } {
  if (query.size === 0) return { kind: 'none' }
  const parsed = connectQuery.safeParse({ request_id: query.getAll('request_id'), nonce: query.getAll('nonce') })
  if (!parsed.success) return { kind: 'invalid' }
  return { kind: 'link', link: { requestId: parsed.data.request_id[0], nonce: parsed.data.nonce[0] } }
}

/**
 * Whether a page of the service led to the link. No other site can send this header with the service's origin. A
 * missing header proves nothing, because the user may have typed or scanned the link or opened it from an app, or the
 * previous page sends no referrer.
 */
export function isFromService(headers: Pick<Headers, 'get'>, profileUrl: string): boolean {
  const referrer = headers.get('referer') ?? ''
  return URL.canParse(referrer) && new URL(referrer).origin === new URL(profileUrl).origin
}

/**
 * Whether a request is a user's navigation to the link. Other pages and the browser itself also make requests, such as
 * images, frames, scripts and prefetches. The server holds a link only for a navigation, because any other link could
 * come from an attacker.
 *
 * @returns `embedded` for a request that another page makes, `speculative` for a request that the browser makes ahead
 *   of time. A browser that sends none of these headers counts as navigating.
 */
export function navigationKind(headers: Pick<Headers, 'get'>): 'navigation' | 'embedded' | 'speculative' {
  const isSpeculative = ['sec-purpose', 'purpose', 'x-moz'].some((name) =>
    /prefetch|prerender/i.test(headers.get(name) ?? ''),
  )
  if (isSpeculative) return 'speculative'
  const destination = headers.get('sec-fetch-dest') ?? 'document'
  const mode = headers.get('sec-fetch-mode') ?? 'navigate'
  return destination === 'document' && mode === 'navigate' ? 'navigation' : 'embedded'
}
