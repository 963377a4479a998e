import 'server-only'
import { createPublicKey, type JsonWebKey } from 'node:crypto'
import type { JWK } from 'jose'
import { z } from 'zod'
import { boundedRequest, type BoundedRequest } from '@/lib/request/bounded-request'
import { failureOf, failureOfAnswer, LoginError, type Endpoint } from './failure'

/**
 * @param secrets - values that the log must not repeat from a refusal.
 * @throws LoginError unless a whole answer arrives, with status 200 and JSON.
 */
export async function requestJson(
  url: URL,
  endpoint: Endpoint,
  { secrets = [], ...request }: BoundedRequest & { secrets?: readonly string[] } = {},
): Promise<unknown> {
  try {
    const { status, text } = await boundedRequest(url, request)
    if (status === 200) return JSON.parse(text)
    const body: unknown = await new Response(text).json().catch(() => text)
    throw failureOfAnswer({ endpoint, status, body }, secrets)
  } catch (error) {
    throw failureOf(error, endpoint)
  }
}

const keySetSchema = z.object({ keys: z.array(z.unknown()) })

/** The libraries refuse a shorter RSA key. */
const minRsaBits = 2048

function isUsable(key: JsonWebKey): key is JWK {
  try {
    const { asymmetricKeyDetails: details } = createPublicKey({ key, format: 'jwk' })
    // Only a private key has `d`. openid-client expects a list of operations (RFC 7517, section 4.3).
    const isPublic = key['d'] === undefined && Array.isArray(key['key_ops'] ?? [])
    return isPublic && (details?.modulusLength ?? minRsaBits) >= minRsaBits
  } catch {
    return false
  }
}

/** Some sites write null for a missing field. EdDSA and Ed25519 (RFC 9864) are one algorithm, which libraries tell apart. */
const isNeeded = ([name, value]: [string, unknown]) =>
  value !== null && !(name === 'alg' && (value === 'EdDSA' || value === 'Ed25519'))

/** Undefined if the answer is no JSON Web Key Set. An unusable key could make a library refuse it (RFC 7517, section 5). */
export const usableKeys = (answer: unknown): JWK[] | undefined =>
  keySetSchema
    .safeParse(answer)
    .data?.keys.map((key) => Object.fromEntries(Object.entries(Object(key)).filter(isNeeded)))
    .filter(isUsable)

/** @throws LoginError if the answer has no usable key. */
export async function fetchKeys(url: URL): Promise<JWK[]> {
  const keys = usableKeys(await requestJson(url, 'jwks'))
  if (keys?.length) return keys
  const hint = 'publish there the public RSA, EC or Ed25519 key that signs, in a JSON Web Key Set'
  throw new LoginError('answer_refused', { endpoint: 'jwks', reason: keys ? 'no usable key' : 'no key set', hint })
}
