import { constants, createHmac, generateKeyPairSync, sign, type KeyObject, type SigningOptions } from 'node:crypto'

/** The asymmetric algorithms of ID tokens. */
export type SigningAlgorithm =
  'RS256' | 'RS384' | 'RS512' | 'PS256' | 'PS384' | 'PS512' | 'ES256' | 'ES384' | 'ES512' | 'EdDSA'

/** The default id of a provider's key. */
export const defaultKeyId = 'the-key'

interface KeyPair {
  privateKey: KeyObject
  publicKey: KeyObject
}

const curves = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' } as const

const madeKeys = new Map<string, KeyPair>()

/** Returns the key pair with this number for an algorithm. Makes it only once, because an RSA key needs 100 ms. */
export function keyPair(algorithm: SigningAlgorithm, number: number): KeyPair {
  const kind = `${/^[RP]S/.test(algorithm) ? 'RSA' : algorithm} ${number}`
  const pair = madeKeys.get(kind) ?? newKeyPair(algorithm)
  madeKeys.set(kind, pair)
  return pair
}

function newKeyPair(algorithm: SigningAlgorithm): KeyPair {
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519')
  if (algorithm in curves) return generateKeyPairSync('ec', { namedCurve: curves[algorithm as keyof typeof curves] })
  return generateKeyPairSync('rsa', { modulusLength: 2048 })
}

/** The header of a token, without `kid` if its key has no id. */
interface TokenHeader {
  alg: SigningAlgorithm
  kid?: string | undefined
}

/** Makes a token and signs it with a private key. */
export function signedToken(header: TokenHeader, claims: object, key: KeyObject): string {
  const { alg } = header
  const options: SigningOptions = {
    ...(alg.startsWith('PS') && {
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
    }),
    ...(alg in curves && { dsaEncoding: 'ieee-p1363' }),
  }
  const hash = alg === 'EdDSA' ? null : `sha${alg.slice(2)}`
  return tokenOf(header, claims, (input) => sign(hash, Buffer.from(input), { key, ...options }))
}

/** Makes a token without a signature. */
export const unsignedToken = (claims: object) => tokenOf({ alg: 'none' }, claims, () => Buffer.alloc(0))

/** Makes a token and signs it with a shared secret. */
export const secretToken = (claims: object, secret: string) =>
  tokenOf({ alg: 'HS256', kid: defaultKeyId }, claims, (input) => createHmac('sha256', secret).update(input).digest())

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Makes a token with any header and any signature. */
export function tokenOf(header: object, claims: object, signatureOf: (input: string) => Buffer): string {
  const input = `${encoded(header)}.${encoded(claims)}`
  return `${input}.${signatureOf(input).toString('base64url')}`
}
