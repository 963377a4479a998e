import bs58 from 'bs58'
import nacl from 'tweetnacl'

/** Decodes a wallet address to its 32 bytes; null if the text is not an address. */
export function decodeAddress(text: string): Uint8Array | null {
  return decodeBase58(text, 32)
}

/**
 * Checks whether this is the wallet's Ed25519 signature of `service-connect:<request_id>:<nonce>` in UTF-8. The
 * signature is in base58.
 */
export function isConnectSignature(signature: string, wallet: Uint8Array, requestId: string, nonce: string): boolean {
  const bytes = decodeBase58(signature, nacl.sign.signatureLength)
  const message = new TextEncoder().encode(`service-connect:${requestId}:${nonce}`)
  return bytes !== null && nacl.sign.detached.verify(message, bytes, wallet)
}

function decodeBase58(text: string, length: number): Uint8Array | null {
  // Decoding needs quadratic time, and a longer text cannot be 64 bytes.
  if (text.length > 128) return null
  const bytes = bs58.decodeUnsafe(text)
  return bytes?.length === length ? bytes : null
}
