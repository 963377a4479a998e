import 'server-only'
import { randomBytes } from 'node:crypto'
import { crockfordAlphabet } from '@/lib/service'

/** The header with the id of a request: the proxy's in a request, and this app's in a response. */
export const correlationHeader = 'X-Request-Id'

const idLength = 10

/** Returns a new support code: ten characters that a user can read aloud. */
export function newCorrelationId(): string {
  return Array.from(randomBytes(idLength), (byte) => crockfordAlphabet[byte % 32]).join('')
}

/** A support code that is not a phone number. */
const quotable = /^(?!.*\d{7})[0-9A-HJKMNP-TV-Z]{10}$/

export function codeToQuote(text: unknown): string | null {
  return typeof text === 'string' && quotable.test(text) ? text : null
}

/** One word, such as a UUID with or without hyphens, or the UNIQUE_ID of Apache. */
const proxyId = /^[A-Za-z0-9@_-]{20,36}$/

export function proxyIdIn(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && proxyId.test(header) ? header : undefined
}
