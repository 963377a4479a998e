import 'server-only'
import { z } from 'zod'

/** The two parameters that the service adds to the registered connect URL ("Connect flow", step 1). */
export interface ConnectLink {
  requestId: string
  nonce: string
}

/**
 * In UTF-8, as JSON has it in the cookie. With it, four sealed links take 5.6 KB of a request's headers, of which
 * nginx allows 8 KB a line by default.
 */
const maxNonceBytes = 512

/** Each must occur once: a repeated one is ambiguous. */
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
 * @returns the link; `none` if there is no query at all (somebody opened the page directly); `invalid`
 * if the two parameters are not exactly what the service sends.
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
 * Whether a page of the service led to the link. No other site can send this header in its name. Where it is missing,
 * nothing is known: the link was typed, scanned or opened from an app, or the page before sends no referrer.
 */
export function isFromService(headers: Pick<Headers, 'get'>, profileUrl: string): boolean {
  const referrer = headers.get('referer') ?? ''
  return URL.canParse(referrer) && new URL(referrer).origin === new URL(profileUrl).origin
}

/**
 * Whether a request is a person going to the link, as opposed to something that another page or the browser
 * does on its own: an image, a frame, a script, a prefetch. Only a person's link is held: any other one could
 * be a stranger's.
 *
 * @returns `embedded` for what another page loads, `speculative` for what the browser loads ahead. A browser
 * that sends none of these headers is taken to navigate.
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
