import 'server-only'
import { createPublicKey, verify } from 'node:crypto'
import bs58 from 'bs58'
import type { ConnectLink } from './arrival'

const signatureBytes = 64

/** The interface's limit for the field ("Confirm a wallet connection"). */
const maxSignatureLength = 128

/** The user sees one message for all, the log the exact problem. Anyone can forge signatures of a `weak_key`. */
export type ProofProblem = 'too_long' | 'not_base58' | 'wrong_length' | 'weak_key' | 'wrong_signature'

/** What a wallet signs ("Confirm a wallet connection"). Secret, because it contains the nonce. */
export function proofMessage({ requestId, nonce }: ConnectLink): string {
  return `service-connect:${requestId}:${nonce}`
}

/**
 * Verifies a wallet's Ed25519 signature, without a call to the service.
 *
 * @param proof.signature - base58, unchecked.
 * @param proof.walletAddress - already checked by `parseWalletAddress`.
 * @param proof.link - as held: the message never comes from the browser.
 */
export function checkProof(proof: {
  signature: string
  walletAddress: string
  link: ConnectLink
}): { ok: true } | { ok: false; problem: ProofProblem } {
  const { signature, walletAddress, link } = proof
  // Base58 decoding takes quadratic time.
  if (signature.length > maxSignatureLength) return { ok: false, problem: 'too_long' }
  const bytes = bs58.decodeUnsafe(signature)
  if (!bytes) return { ok: false, problem: 'not_base58' }
  if (bytes.length !== signatureBytes) return { ok: false, problem: 'wrong_length' }
  const publicKey = bs58.decode(walletAddress)
  if (isWeakKey(publicKey)) return { ok: false, problem: 'weak_key' }
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey).toString('base64url') }
  const isSigned = verify(
    null,
    Buffer.from(proofMessage(link), 'utf8'),
    createPublicKey({ key: jwk, format: 'jwk' }),
    bytes,
  )
  return isSigned ? { ok: true } : { ok: false, problem: 'wrong_signature' }
}

/**
 * The points of small order in every encoding, with the sign bit cleared. Anyone can forge signatures for them, and RFC
 * 8032 leaves the rejection to the application. The address of 32 zero bytes is one of them.
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

function isWeakKey(publicKey: Uint8Array): boolean {
  const withoutSignBit = Buffer.from(publicKey)
  withoutSignBit[31] = (withoutSignBit[31] ?? 0) & 0x7f
  return weakKeys.has(withoutSignBit.toString('hex'))
}
