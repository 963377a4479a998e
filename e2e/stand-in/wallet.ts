import bs58 from 'bs58'
import nacl from 'tweetnacl'

/** The 32 bytes of a wallet address, or null where the text is no address. */
export function decodeAddress(text: string): Uint8Array | null {
  return decodeBase58(text, 32)
}

/**
 * Is this the wallet's Ed25519 signature over `service-connect:<request_id>:<nonce>`?
 * The text is signed as UTF-8 and the signature is written in base58.
 */
export function isConnectSignature(signature: string, wallet: Uint8Array, requestId: string, nonce: string): boolean {
  const bytes = decodeBase58(signature, nacl.sign.signatureLength)
  const message = new TextEncoder().encode(`service-connect:${requestId}:${nonce}`)
  return bytes !== null && nacl.sign.detached.verify(message, bytes, wallet)
}

function decodeBase58(text: string, length: number): Uint8Array | null {
  // Decoding is quadratic in the length of the text: anything this long is no 64 bytes.
  if (text.length > 128) return null
  const bytes = bs58.decodeUnsafe(text)
  return bytes?.length === length ? bytes : null
}
