import type { JWK } from 'jose'
import { usableKeys } from '../../lib/auth/requests'
import { boundedAgent } from '../../lib/request/bounded-request'
import { sendRequest } from './http'

/** Reads the public keys at a URL. Returns a text with the reason if there is no key set. @throws UnreachableError */
export async function fetchKeys(url: URL): Promise<JWK[] | string> {
  const { status, text } = await sendRequest(url, { headers: { Accept: 'application/json' }, agent: boundedAgent(url) })
  if (status !== 200) return `status ${status}`
  return usableKeys(await new Response(text).json().catch(() => null)) ?? 'no set of keys'
}

const curves: Record<string, string> = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' }

/** Checks whether a key can verify signatures of an algorithm (RFC 7518, section 3.1; RFC 8037, section 3.1). */
export function verifies({ kty, crv, use = 'sig', alg, key_ops: ops }: JWK, algorithm: string): boolean {
  if (use !== 'sig' || ops?.includes('verify') === false || (alg !== undefined && alg !== algorithm)) return false
  if (algorithm.startsWith('Ed')) return kty === 'OKP' && crv === 'Ed25519'
  return algorithm in curves ? kty === 'EC' && crv === curves[algorithm] : kty === 'RSA'
}

/** Counts the keys without a `kid`. Returns 0 if only one has none, because tokens need not name a single key. */
export function namelessKeys(keys: readonly JWK[]): number {
  const { length } = keys.filter(({ kid }) => kid === undefined)
  return length > 1 ? length : 0
}
