import 'server-only'
import { randomBytes } from 'node:crypto'

/** The header with the id of a request, in a proxy's request and in this app's response. */
export const correlationHeader = 'X-Request-Id'

/** Crockford's base 32, which has no letters that look like another letter or a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const idLength = 10

/**
 * Returns the id of a request. The log lines and the response contain it, and every error shows it as the support code.
 *
 * @param fromProxy - `X-Request-Id` from the proxy in front; undefined without a proxy, because a client's value is not
 *   trusted.
 *   Some proxies pass on a client's value, so only an id of a proxy's own format counts.
 * @returns the proxy's id, otherwise a new id of ten characters that a user can read aloud.
 */
export function correlationIdOf(fromProxy: string | string[] | undefined): string {
  return codeToQuote(fromProxy) ?? newCorrelationId()
}

function newCorrelationId(): string {
  return Array.from(randomBytes(idLength), (byte) => alphabet[byte % alphabet.length]).join('')
}

/** The formats of ids that this app or proxies create, such as UUIDs. A stranger cannot put a message into them. */
const quotable = /^(?:(?!.*\d{7})[0-9A-HJKMNP-TV-Z]{10}|[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12})$/

/** Returns the id of a request from a header or a query, for use as the support code; null if it cannot be an id. */
export function codeToQuote(text: unknown): string | null {
  return typeof text === 'string' && quotable.test(text) ? text : null
}
