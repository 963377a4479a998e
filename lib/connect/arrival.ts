import 'server-only'
import { z } from 'zod'
import { ulidForm } from '@/lib/service'

/** What the service adds to the registered connect URL ("Connect flow", step 1). */
export interface ConnectLink {
  requestId: string
  nonce: string
}

/** In bytes of UTF-8 after JSON encoding, so that all cookies fit into a request's headers. */
const maxNonceBytes = 512

/** Each parameter must occur once, because a repeated parameter is ambiguous. */
const connectQuery = z.object({
  request_id: z.tuple([z.string().regex(ulidForm)]),
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
 * @returns `none` if the query is empty, because a user opened the page directly.
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
 * Checks whether the `Referer` has the service's origin. No other site can send it, and a missing one proves nothing.
 */
export function isFromService(headers: Pick<Headers, 'get'>, profileUrl: string): boolean {
  const referrer = headers.get('referer') ?? ''
  return URL.canParse(referrer) && new URL(referrer).origin === new URL(profileUrl).origin
}

/**
 * Tells a user's navigation from requests of other pages (`embedded`: images, frames, scripts) and from requests that
 * the browser makes ahead of time. An attacker can cause all of these, so only a navigation holds a link. A browser
 * without these headers counts as navigating.
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
