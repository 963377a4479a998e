import 'server-only'
import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Whether a request carries this token as bearer (RFC 6750). It takes as long for a wrong token as for the right
 * one, so that none can be found out letter by letter.
 *
 * @param authorization - the request's `Authorization` header.
 */
export function hasBearerToken(authorization: string | null, token: string): boolean {
  const [, sent = ''] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? []
  const hashOf = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hashOf(sent), hashOf(token))
}
