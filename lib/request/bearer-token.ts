import 'server-only'
import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Compares a bearer token (RFC 6750) in constant time, so that nobody can guess it letter by letter.
 *
 * @param token - undefined if the deployment does not offer the URL.
 */
export function refusalWithoutToken({ headers }: Request, token: string | undefined): Response | null {
  if (token === undefined) return new Response(null, { status: 404 })
  const [, sent = ''] = /^Bearer +(\S+)$/i.exec(headers.get('Authorization') ?? '') ?? []
  const hashOf = (text: string) => createHash('sha256').update(text).digest()
  if (timingSafeEqual(hashOf(sent), hashOf(token))) return null
  return new Response(null, { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } })
}
