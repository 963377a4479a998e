import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  type KeyPairKeyObjectResult as KeyPair,
} from 'node:crypto'
import { promisify } from 'node:util'
import { CompactSign, type CompactJWSHeaderParameters } from 'jose'

export type SigningAlgorithm =
  | 'RS256'
  | 'RS384'
  | 'RS512'
  | 'PS256'
  | 'PS384'
  | 'PS512'
  | 'ES256'
  | 'ES384'
  | 'ES512'
  | 'EdDSA'
  | 'Ed25519'

export const defaultKeyId = 'the-key'

const madeKeys = new Map<string, Promise<KeyPair>>()

/** Returns the key pair with this number for an algorithm. Makes it only once, because an RSA key needs 100 ms. */
export function keyPair(algorithm: SigningAlgorithm, number: number): Promise<KeyPair> {
  const kind = `${/^[RP]S/.test(algorithm) ? 'RSA' : algorithm} ${number}`
  const pair = madeKeys.get(kind) ?? newKeys(algorithm).then(readAgain)
  madeKeys.set(kind, pair)
  return pair
}

const curves: Record<string, string> = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' }

function newKeys(algorithm: SigningAlgorithm): Promise<KeyPair> {
  const generate = promisify(generateKeyPair)
  const namedCurve = curves[algorithm]
  if (namedCurve) return generate('ec', { namedCurve })
  return algorithm.startsWith('Ed') ? generate('ed25519') : generate('rsa', { modulusLength: 2048 })
}

/** Returns the public key with this number for an algorithm, as a JSON Web Key without optional fields. */
export const publicJwk = async (algorithm: SigningAlgorithm, number = 0) =>
  (await keyPair(algorithm, number)).publicKey.export({ format: 'jwk' })

/** Members of a key set that the app must ignore (RFC 7517, section 5). */
export const unusableKeys: readonly unknown[] = [
  { kty: 'LMS', alg: 'LMS', use: 'sig', kid: 'new', pub: 'AA' },
  { kty: 'oct' },
  { kty: 'oct', k: 'AA', alg: 'HS256' },
  { n: 'AQAB', e: 'AQAB', kid: defaultKeyId },
  { kty: 'RSA', kid: defaultKeyId },
  { kty: 'RSA', n: 'AQAB', e: 'AQAB', kid: defaultKeyId },
  { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA', kid: defaultKeyId },
  {},
  [],
  'key',
  null,
]

/**
 * Reads new keys again from PEM. Node 20 waits for ever if it collects the garbage of the generation while it exports a
 * key as JWK.
 */
export const readAgain = ({ publicKey, privateKey }: KeyPair): KeyPair => ({
  publicKey: createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })),
  privateKey: createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' })),
})

export const signedToken = (header: CompactJWSHeaderParameters, claims: object, key: KeyObject): Promise<string> =>
  new CompactSign(Buffer.from(JSON.stringify(claims))).setProtectedHeader(header).sign(key)

export const secretToken = (claims: object, secret: string) =>
  tokenOf({ alg: 'HS256', kid: defaultKeyId }, claims, (input) => createHmac('sha256', secret).update(input).digest())

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Makes a token with any header and any signature, as an attacker does. */
export function tokenOf(header: object, claims: object, signatureOf: (input: string) => Buffer): string {
  const input = `${encoded(header)}.${encoded(claims)}`
  return `${input}.${signatureOf(input).toString('base64url')}`
}

export const unsignedToken = (claims: object) => tokenOf({ alg: 'none' }, claims, () => Buffer.alloc(0))

export function withClaims(token: string, claims: object): string {
  const [header, , signature] = token.split('.')
  return [header, encoded(claims), signature].join('.')
}
