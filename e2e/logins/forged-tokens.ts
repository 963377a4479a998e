import { createHash, createHmac, sign } from 'node:crypto'
import type { LoginError } from '@/lib/auth/failure'
import type { TokenParts } from '../idp/scripted'
import { defaultKeyId, keyPair, secretToken, signedToken, tokenOf, withClaims } from '../idp/tokens'
import { accessToken } from './watched-login'

/** An ID token from the provider, and the refusal in the log with a part of its reason; null if the token signs in. */
interface SentToken {
  token: (parts: TokenParts) => string | Promise<string>
  refusal: { code: LoginError['code']; endpoint?: 'jwks'; reason: string } | null
}

const secondsOfDay = 24 * 60 * 60
const nowSeconds = () => Math.floor(Date.now() / 1000)

/** The provider's key pair, and the pair of `forged`. */
const [provider, foreign] = await Promise.all([keyPair('RS256', 0), keyPair('RS256', -1)])
const foreignKey = { ...foreign.publicKey.export({ format: 'jwk' }), kid: defaultKeyId, alg: 'RS256', use: 'sig' }

const pem = provider.publicKey.export({ type: 'spki', format: 'pem' }).toString()
const pkcs1Pem = provider.publicKey.export({ type: 'pkcs1', format: 'pem' }).toString()
const jwk = JSON.stringify(provider.publicKey.export({ format: 'jwk' }))

const nothing = () => Buffer.alloc(0)
const byHmac = (secret: string) => (input: string) => createHmac('sha256', secret).update(input).digest()

/** Returns the `at_hash` of a token (OpenID Connect Core 1.0, section 3.1.3.6). */
const hashOf = (token: string) => createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url')

const refused = (
  reason: string,
  token: SentToken['token'],
  code: LoginError['code'] = 'id_token_refused',
): SentToken => ({ token, refusal: { code, reason } })
const byAlgorithm = (algorithm: string, token: SentToken['token']) => refused(algorithm, token, 'id_token_algorithm')

/** A token for which the provider publishes no key of this algorithm and name. */
const withoutKey = (token: SentToken['token']): SentToken => ({
  token,
  refusal: { code: 'id_token_refused', endpoint: 'jwks', reason: 'no applicable keys found' },
})

/** Makes a token that the provider signs with changed claims. undefined removes a claim. */
const signed =
  (changes: object | ((claims: TokenParts['claims']) => object)): SentToken['token'] =>
  ({ claims, signed }) =>
    signed({ ...claims, ...(typeof changes === 'function' ? changes(claims) : changes) })
const accepted = (changes: Parameters<typeof signed>[0]): SentToken => ({ token: signed(changes), refusal: null })

/** Returns a token that a foreign key signs, with that key in its header. */
const withKeyInHeader = (header: object): SentToken =>
  refused('signature verification failed', ({ claims }) =>
    signedToken({ alg: 'RS256', kid: defaultKeyId, ...header }, claims, foreign.privateKey),
  )

const missing = (claim: string) => refused(`JWT "${claim}"`, signed({ [claim]: undefined }))
const noSubject = 'sub is not a text of 1 to 255 characters'

/** ID tokens by their special property. */
export const sentTokens: Record<string, SentToken> = {
  'is signed by the provider': accepted({}),

  // The signature.
  ...Object.fromEntries(
    ['none', 'None', 'NONE', 'nOnE'].map((alg) => [
      `is not signed, and calls that ${alg}`,
      byAlgorithm(alg, ({ claims }) => tokenOf({ alg }, claims, nothing)),
    ]),
  ),
  'names no algorithm': byAlgorithm('undefined', ({ claims }) => tokenOf({}, claims, nothing)),
  'has an empty signature': refused('signature verification failed', ({ claims }) =>
    tokenOf({ alg: 'RS256', kid: defaultKeyId }, claims, nothing),
  ),
  'has the signature of other claims': refused('signature verification failed', async ({ claims, signed }) =>
    withClaims(await signed(claims), { ...claims, sub: 'another-person' }),
  ),
  'is signed by the client secret': byAlgorithm('HS256', ({ claims, clientSecret }) =>
    secretToken(claims, clientSecret),
  ),
  ...Object.fromEntries(
    ['HS384', 'HS512'].map((alg) => [
      `is signed by the client secret and ${alg}`,
      byAlgorithm(alg, ({ claims, clientSecret }) =>
        tokenOf({ alg }, claims, (input) =>
          createHmac(`sha${alg.slice(2)}`, clientSecret)
            .update(input)
            .digest(),
        ),
      ),
    ]),
  ),
  'is signed by the public key as a secret': byAlgorithm('HS256', ({ claims }) => secretToken(claims, pem)),
  'is signed by the public key in PKCS#1 as a secret': byAlgorithm('HS256', ({ claims }) =>
    secretToken(claims, pkcs1Pem),
  ),
  'is signed by the public JWK as a secret': byAlgorithm('HS256', ({ claims }) => secretToken(claims, jwk)),
  'is signed by a secret, and called RS256': refused('signature verification failed', ({ claims }) =>
    tokenOf({ alg: 'RS256', kid: defaultKeyId }, claims, byHmac(pem)),
  ),
  'is signed by the right key and another algorithm': withoutKey(({ claims }) =>
    signedToken({ alg: 'PS256', kid: defaultKeyId }, claims, provider.privateKey),
  ),
  'is signed by a foreign key with the right id': refused('signature verification failed', ({ claims, forged }) =>
    forged(claims),
  ),
  'is signed by a key with another id': withoutKey(({ claims }) =>
    signedToken({ alg: 'RS256', kid: 'another-key' }, claims, foreign.privateKey),
  ),
  'has its key in the header': withKeyInHeader({ jwk: foreignKey }),
  'has the address of its key in the header': withKeyInHeader({ jku: 'http://localhost:9/keys' }),
  'has its certificate in the header': withKeyInHeader({ x5c: ['MIIB'], x5u: 'http://localhost:9/certificate' }),
  'has a header that must be understood': refused('crit', ({ claims }) =>
    tokenOf({ alg: 'RS256', kid: defaultKeyId, crit: ['exp'] }, claims, (input) =>
      sign('sha256', Buffer.from(input), provider.privateKey),
    ),
  ),
  'has a payload that is not encoded': refused('crit', ({ claims }) =>
    tokenOf({ alg: 'RS256', kid: defaultKeyId, crit: ['b64'], b64: false }, claims, (input) =>
      sign('sha256', Buffer.from(input), provider.privateKey),
    ),
  ),
  'is encrypted': refused('JWE decryption is not configured', () => 'e30.AAAA.AAAA.AAAA.AAAA'),
  'is empty': refused('must not be empty', () => ''),
  'is no token': refused('Invalid JWT', () => 'person@example.com'),

  // The issuer and the audience.
  'has another issuer': refused('unexpected JWT "iss"', signed({ iss: 'https://login.example.org' })),
  'has an issuer with one more slash': refused(
    'unexpected JWT "iss"',
    signed(({ iss }) => ({ iss: `${String(iss)}/` })),
  ),
  'has the issuer in capital letters': refused(
    'unexpected JWT "iss"',
    signed(({ iss }) => ({ iss: String(iss).toUpperCase() })),
  ),
  'has its issuer in a list': refused(
    'unexpected JWT "iss"',
    signed(({ iss }) => ({ iss: [iss] })),
  ),
  'has no issuer': missing('iss'),
  'is for another client': refused('unexpected JWT "aud"', signed({ aud: 'another-client' })),
  'is for another client and its login': refused(
    'unexpected JWT "aud"',
    signed({ aud: 'another-client', azp: 'another-client', nonce: 'another-nonce' }),
  ),
  'is for other clients': refused('unexpected JWT "aud"', signed({ aud: ['a', 'b'], azp: 'subnet-connect' })),
  'is for a list without clients': refused('unexpected JWT "aud"', signed({ aud: [] })),
  'is for several clients and has no azp': refused(
    'additional untrusted audiences',
    signed(({ aud }) => ({ aud: [aud, 'another-client'] })),
  ),
  'is for several clients, including this one': accepted(({ aud }) => ({ aud: [aud, 'another-client'], azp: aud })),
  'is for no client': missing('aud'),
  'names another client as authorized party': refused('azp mismatch', signed({ azp: 'another-client' })),
  'has no nonce': refused('JWT "nonce"', signed({ nonce: undefined })),
  'has an empty nonce': refused('nonce mismatch', signed({ nonce: '' }), 'another_login'),
  'has another nonce': refused('nonce mismatch', signed({ nonce: 'another-nonce' }), 'another_login'),

  // The times.
  'expired 30 seconds ago': accepted(() => ({ exp: nowSeconds() - 30 })),
  'expired two minutes ago': refused(
    'expiration is past',
    signed(() => ({ exp: nowSeconds() - 120 })),
  ),
  'has a text as its expiry': refused('unexpected JWT "exp"', signed({ exp: '9999999999' })),
  'has null as its expiry': refused('unexpected JWT "exp"', signed({ exp: null })),
  'has no expiry': missing('exp'),
  'becomes valid in 30 seconds': accepted(() => ({ nbf: nowSeconds() + 30 })),
  'becomes valid in five minutes': refused(
    '"nbf" (not before) claim value',
    signed(() => ({ nbf: nowSeconds() + 300 })),
  ),
  'has a text as the start of its validity': refused('unexpected JWT "nbf"', signed({ nbf: '0' })),
  'was issued 30 seconds ahead': accepted(() => ({ iat: nowSeconds() + 30 })),
  'was issued a day ahead': refused(
    'iat is in the future',
    signed(() => ({ iat: nowSeconds() + secondsOfDay })),
  ),
  'was issued ten years ago': accepted(() => ({ iat: nowSeconds() - 3650 * secondsOfDay })),
  'has a text as its time of issue': refused('unexpected JWT "iat"', signed({ iat: '0' })),
  'has no time of issue': missing('iat'),

  // The subject.
  'has no subject': missing('sub'),
  'has an empty subject': refused(noSubject, signed({ sub: '' })),
  'has a number as its subject': refused('unexpected JWT "sub"', signed({ sub: 7 })),
  'has null as its subject': refused('unexpected JWT "sub"', signed({ sub: null })),
  'has a list as its subject': refused('unexpected JWT "sub"', signed({ sub: ['person'] })),
  'has a subject of 255 characters': accepted({ sub: 's'.repeat(255) }),
  'has a subject of 256 characters': refused(noSubject, signed({ sub: 's'.repeat(256) })),
  'has a subject of 10 KB': refused(noSubject, signed({ sub: 's'.repeat(10_240) })),
  'has the hash of the access token': accepted({ at_hash: hashOf(accessToken) }),
  'has the hash of another access token': refused('at_hash mismatch', signed({ at_hash: hashOf('another') })),
}
