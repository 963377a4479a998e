import { createPrivateKey, createPublicKey, diffieHellman } from 'node:crypto'
import { hsalsa } from '@noble/ciphers/salsa.js'

// Not `server-only`, because the wallet app of the browser tests uses these keys too.

/* The keys of NaCl's box. Its cipher is that of @noble/ciphers, because Node has X25519 but no Salsa20. */

/** What precedes the 32 bytes in PKCS #8. A JSON Web Key would need the public key too. */
const secretKeyHeader = Buffer.from('302e020100300506032b656e04220420', 'hex')

function privateKeyOf(secretKey: string) {
  const key = Buffer.concat([secretKeyHeader, Buffer.from(secretKey, 'base64url')])
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}

/** The public half of a secret key of X25519, which is base64url. */
export function publicKeyOf(secretKey: string): Uint8Array {
  return createPublicKey(privateKeyOf(secretKey)).export({ format: 'der', type: 'spki' }).subarray(-32)
}

/**
 * The key with which the owners of two key pairs encrypt for each other. Null if the public key has a small order. Its
 * shared secret would be zero for every secret key, so anyone could encrypt an answer without our key.
 */
export function sharedKeyOf(secretKey: string, publicKey: Uint8Array): Uint8Array | null {
  const jwk = { kty: 'OKP', crv: 'X25519', x: Buffer.from(publicKey).toString('base64url') }
  const keys = { privateKey: privateKeyOf(secretKey), publicKey: createPublicKey({ key: jwk, format: 'jwk' }) }
  let secret: Buffer
  try {
    secret = diffieHellman(keys)
  } catch {
    // OpenSSL refuses a shared secret of zero.
    return null
  }
  const shared = new Uint32Array(8)
  hsalsa(wordsOf(Buffer.from('expand 32-byte k')), wordsOf(secret), new Uint32Array(4), shared)
  return new Uint8Array(shared.buffer)
}

const wordsOf = (bytes: Uint8Array) => new Uint32Array(Uint8Array.from(bytes).buffer)
