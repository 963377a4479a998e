import { z } from 'zod'
import { boundedConnection } from '../../lib/request/bounded-connection'
import { sendRequest } from './http'

/** A public key (RFC 7517, section 4). */
const keySchema = z.object({
  kty: z.string(),
  crv: z.string().optional(),
  use: z.string().optional(),
  alg: z.string().optional(),
  kid: z.string().optional(),
  /** Only a private key has this field. The app refuses private keys. */
  d: z.undefined().optional(),
})
type Key = z.infer<typeof keySchema>

const keySetSchema = z.object({ keys: z.array(z.unknown()) })

/** Reads the public keys at a URL. Returns a text with the reason if there is no key set. @throws UnreachableError */
export async function fetchKeys(url: URL): Promise<Key[] | string> {
  const { agent } = boundedConnection(url)
  const { status, text } = await sendRequest(url, { headers: { Accept: 'application/json' }, agent })
  if (status !== 200) return `status ${status}`
  const set = keySetSchema.safeParse(await new Response(text).json().catch(() => null)).data
  return set?.keys.flatMap((key) => keySchema.safeParse(key).data ?? []) ?? 'no set of keys'
}

const curves: Record<string, string> = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' }

/** Checks whether a key can verify signatures of an algorithm (RFC 7518, section 3.1; RFC 8037, section 3.1). */
export function verifies({ kty, crv, use = 'sig', alg }: Key, algorithm: string): boolean {
  if (use !== 'sig' || (alg !== undefined && alg !== algorithm)) return false
  if (algorithm === 'EdDSA') return kty === 'OKP' && crv?.startsWith('Ed') === true
  return algorithm in curves ? kty === 'EC' && crv === curves[algorithm] : kty === 'RSA'
}

/** Counts the keys without a `kid`; 0 if at most one key has none, because tokens need not name a single key. */
export function namelessKeys(keys: readonly Key[]): number {
  const { length } = keys.filter(({ kid }) => kid === undefined)
  return length > 1 ? length : 0
}
