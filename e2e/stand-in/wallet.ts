import { createPublicKey, verify } from 'node:crypto'
import bs58 from 'bs58'

/** Decodes a wallet address to its 32 bytes; null if the text is not an address. */
export function decodeAddress(text: string): Uint8Array | null {
  return decodeBase58(text, 32)
}

/**
 * Checks whether this is the wallet's Ed25519 signature of `service-connect:<request_id>:<nonce>` in UTF-8. The
 * signature is in base58.
 */
export function isConnectSignature(signature: string, wallet: Uint8Array, requestId: string, nonce: string): boolean {
  const bytes = decodeBase58(signature, 64)
  const message = new TextEncoder().encode(`service-connect:${requestId}:${nonce}`)
  const key = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(wallet).toString('base64url') }
  return bytes !== null && verify(null, message, createPublicKey({ key, format: 'jwk' }), bytes)
}

function decodeBase58(text: string, length: number): Uint8Array | null {
  // Decoding needs quadratic time, and a longer text cannot be 64 bytes.
  if (text.length > 128) return null
  const bytes = bs58.decodeUnsafe(text)
  return bytes?.length === length ? bytes : null
}
