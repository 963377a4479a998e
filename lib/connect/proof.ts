import 'server-only'
import { createPublicKey, verify } from 'node:crypto'
import bs58 from 'bs58'
import type { ConnectLink } from './arrival'

const signatureBytes = 64

/** The bound that the interface shows for the field ("Confirm a wallet connection"). */
const longestSignature = 128

/**
 * Why a signature proves nothing; to a person all the same, and told apart for the log: it is too long,
 * no base58 text, of another length than Ed25519's, by a key that proves nothing, or not this wallet's
 * signature of this message.
 */
export type ProofProblem = 'too_long' | 'not_base58' | 'wrong_length' | 'weak_key' | 'wrong_signature'

/**
 * The text that a wallet signs to prove that it is its user's ("Confirm a wallet connection"). It
 * carries the nonce, and is as secret.
 */
export function proofMessage({ requestId, nonce }: ConnectLink): string {
  return `service-connect:${requestId}:${nonce}`
}

/**
 * Checks a wallet's Ed25519 signature over the message of a held request, before the service is asked.
 *
 * @param proof.signature - base58, as the browser sent it.
 * @param proof.address - the wallet, already found to be base58 text of 32 bytes.
 * @param proof.link - the held request; the browser has no say in what must have been signed.
 */
export function checkProof({
  signature,
  address,
  link,
}: {
  signature: string
  address: string
  link: ConnectLink
}): { ok: true } | { ok: false; problem: ProofProblem } {
  // Decoding base58 takes time that grows with the square of the length.
  if (signature.length > longestSignature) return { ok: false, problem: 'too_long' }
  const bytes = bs58.decodeUnsafe(signature)
  if (!bytes) return { ok: false, problem: 'not_base58' }
  if (bytes.length !== signatureBytes) return { ok: false, problem: 'wrong_length' }
  const key = bs58.decode(address)
  if (isWeakKey(key)) return { ok: false, problem: 'weak_key' }
  return isSignatureOf(proofMessage(link), bytes, key) ? { ok: true } : { ok: false, problem: 'wrong_signature' }
}

function isSignatureOf(message: string, signature: Uint8Array, key: Uint8Array): boolean {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key).toString('base64url') }
  return verify(null, Buffer.from(message, 'utf8'), createPublicKey({ key: jwk, format: 'jwk' }), signature)
}

/**
 * The points of small order, with the sign bit cleared, in every encoding that a verifier takes. Anybody
 * can make a signature that such a "key" verifies: the address of 32 zero bytes (the system program) is
 * one of them, and RFC 8032 leaves it to its users to refuse them.
 */
const weakKeys = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
])

function isWeakKey(key: Uint8Array): boolean {
  const withoutSign = Buffer.from(key)
  withoutSign[31] = (withoutSign[31] ?? 0) & 0x7f
  return weakKeys.has(withoutSign.toString('hex'))
}
