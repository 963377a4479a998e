import 'server-only'
import { z } from 'zod'

/** The two parameters that the service adds to the registered connect URL ("Connect flow", step 1). */
export interface ConnectLink {
  requestId: string
  nonce: string
}

// A parameter given twice is an array here, and so refused: nobody could say which of the two is meant.
const connectQuery = z.object({
  request_id: z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/),
  nonce: z
    .string()
    .min(1)
    .max(1024)
    .regex(/^\P{Cc}+$/u),
})

/**
 * Reads the query of the connect URL.
 *
 * @returns the link; `none` where there is no query (somebody opened the page by itself), or `invalid`
 * where the two parameters are not exactly what the service sends.
 */
export function readConnectQuery(
  query: URLSearchParams,
): { kind: 'link'; link: ConnectLink } | { kind: 'none' | 'invalid' } {
  if (query.size === 0) return { kind: 'none' }
  const parsed = connectQuery.safeParse({ request_id: only(query, 'request_id'), nonce: only(query, 'nonce') })
  if (!parsed.success) return { kind: 'invalid' }
  return { kind: 'link', link: { requestId: parsed.data.request_id, nonce: parsed.data.nonce } }
}

function only(query: URLSearchParams, name: string): string | string[] | undefined {
  const values = query.getAll(name)
  return values.length > 1 ? values : values[0]
}

/**
 * Whether a browser asks for the page without its user having gone there: a prefetch or a prerender.
 * Holding such a link could replace the one that the user is at.
 */
export function isSpeculative(headers: Headers): boolean {
  return ['sec-purpose', 'purpose', 'x-moz'].some((name) => /prefetch|prerender/i.test(headers.get(name) ?? ''))
}
