import 'server-only'
import { randomBytes } from 'node:crypto'

/** The header by which a proxy names a request, and in which this app answers with the name. */
export const correlationHeader = 'X-Request-Id'

const wellFormed = /^[A-Za-z0-9._-]{1,64}$/
/** Crockford's base 32: no letter that is read as another one or as a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const idLength = 10

/**
 * The id of a request: in its log lines, in its response, and shown with every error as the code to quote.
 *
 * @param fromProxy - `X-Request-Id` as the proxy in front has set it; undefined where there is no proxy, since
 * what a client sends is no proxy's. It is taken where it is short and plain, and else made: ten characters that
 * can be read aloud.
 */
export function correlationIdOf(fromProxy: string | string[] | undefined): string {
  return typeof fromProxy === 'string' && wellFormed.test(fromProxy) ? fromProxy : newCorrelationId()
}

function newCorrelationId(): string {
  return Array.from(randomBytes(idLength), (byte) => alphabet[byte % alphabet.length]).join('')
}

/** Ids as this app makes them, or as proxies do; a stranger's link can hardly say something with one. */
const quotable = /^(?:(?!.*\d{7})[0-9A-HJKMNP-TV-Z]{10}|[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12})$/

/** The id of an earlier request in a query, as the code to quote; null for a text that cannot be one. */
export function codeToQuote(text: unknown): string | null {
  return typeof text === 'string' && quotable.test(text) ? text : null
}
