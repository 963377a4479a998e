import 'server-only'
import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Checks whether a request has this bearer token (RFC 6750). The comparison takes constant time, so that an attacker
 * cannot guess the token letter by letter.
 *
 * @param authorization - the request's `Authorization` header.
 */
export function hasBearerToken(authorization: string | null, token: string): boolean {
  const [, sent = ''] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? []
  const hashOf = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hashOf(sent), hashOf(token))
}
