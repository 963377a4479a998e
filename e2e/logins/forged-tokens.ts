import { createHash, createHmac, sign } from 'node:crypto'
import { failed, type ImitatedLogin } from './imitation'
import type { Habits, TokenParts } from '../idp/scripted'
import { defaultKeyId, keyPair, secretToken, signedToken, tokenOf, unsignedToken, withClaims } from '../idp/tokens'
import { accessToken } from './watched-login'

const secondsOfDay = 24 * 60 * 60
const nowSeconds = () => Math.floor(Date.now() / 1000)

/** The provider's key pair, and the pair of `forged`. */
const [provider, foreign] = await Promise.all([keyPair('RS256', 0), keyPair('RS256', -1)])
const foreignKey = { ...foreign.publicKey.export({ format: 'jwk' }), kid: defaultKeyId, alg: 'RS256', use: 'sig' }

const pem = provider.publicKey.export({ type: 'spki', format: 'pem' }).toString()

const nothing = () => Buffer.alloc(0)
const byHmac = (secret: string) => (input: string) => createHmac('sha256', secret).update(input).digest()

/** Returns the `at_hash` of a token (OpenID Connect Core 1.0, section 3.1.3.6). */
const hashOf = (token: string) => createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url')

type MadeToken = (parts: TokenParts) => string | Promise<string>

/** Without userinfo, only the ID token decides. The provider lists algorithms that the app never accepts. */
const habits: Habits = {
  accessToken,
  discovery: {
    userinfo_endpoint: undefined,
    id_token_signing_alg_values_supported: ['HS512', 'HS384', 'HS256', 'none', 'RS256'],
  },
}

const loginBy = (token: MadeToken, end: Omit<ImitatedLogin, 'habits'>): ImitatedLogin => ({
  habits,
  lie: async (parts) => ({ idToken: await token(parts) }),
  ...end,
})

const refused = (
  reason: string,
  token: MadeToken,
  code: 'id_token_refused' | 'id_token_algorithm' | 'another_login' = 'id_token_refused',
  endpoint: 'token' | 'jwks' = 'token',
): ImitatedLogin =>
  loginBy(token, {
    error: code === 'another_login' ? 'unfinished' : 'misconfigured',
    lines: [failed(code, { endpoint, reason })],
  })
const byAlgorithm = (algorithm: string, token: MadeToken) => refused(algorithm, token, 'id_token_algorithm')

/** A token for which the provider publishes no key of this algorithm and name. */
const withoutKey = (token: MadeToken) => refused('no applicable keys found', token, 'id_token_refused', 'jwks')

/** Makes a token that the provider signs with changed claims. undefined removes a claim. */
const signed =
  (changes: object | ((claims: TokenParts['claims']) => object)): MadeToken =>
  ({ claims, signed }) =>
    signed({ ...claims, ...(typeof changes === 'function' ? changes(claims) : changes) })
const accepted = (changes: Parameters<typeof signed>[0]) => loginBy(signed(changes), { user: { name: 'Ada' } })

/** Returns a token that a foreign key signs, with that key in its header. */
const withKeyInHeader = (header: object) =>
  refused('JWT signature verification failed', ({ claims }) =>
    signedToken({ alg: 'RS256', kid: defaultKeyId, ...header }, claims, foreign.privateKey),
  )

const withCriticalHeader = (header: object) =>
  refused('no JWT "crit" header parameter extensions are supported', ({ claims }) =>
    tokenOf({ alg: 'RS256', kid: defaultKeyId, ...header }, claims, (input) =>
      sign('sha256', Buffer.from(input), provider.privateKey),
    ),
  )

const claimNames = {
  iss: 'issuer',
  aud: 'audience',
  exp: 'expiration time',
  nbf: 'not before',
  iat: 'issued at',
  sub: 'subject',
  nonce: 'nonce',
}
type ClaimName = keyof typeof claimNames

const missing = (claim: ClaimName) =>
  refused(`JWT "${claim}" (${claimNames[claim]}) claim missing`, signed({ [claim]: undefined }))

/** @param problem - what openid-client says of the claim in these changes. */
const unexpected = (claim: ClaimName, problem: string, changes: Parameters<typeof signed>[0]) =>
  refused(`unexpected JWT "${claim}" (${claimNames[claim]}) claim ${problem}`, signed(changes))

/** Logins by the special property of the ID token. */
export const forgedTokens: Record<string, ImitatedLogin> = {
  // The signature.
  'is not signed, and calls that none': byAlgorithm('none', ({ claims }) => unsignedToken(claims)),
  'names no algorithm': byAlgorithm('undefined', ({ claims }) => tokenOf({}, claims, nothing)),
  'has an empty signature': refused('JWT signature verification failed', ({ claims }) =>
    tokenOf({ alg: 'RS256', kid: defaultKeyId }, claims, nothing),
  ),
  'has the signature of other claims': refused('JWT signature verification failed', async ({ claims, signed }) =>
    withClaims(await signed(claims), { ...claims, sub: 'another-person' }),
  ),
  'is signed by the client secret': byAlgorithm('HS256', ({ claims, clientSecret }) =>
    secretToken(claims, clientSecret),
  ),
  'is signed by the public key as a secret': byAlgorithm('HS256', ({ claims }) => secretToken(claims, pem)),
  'is signed by a secret, and called RS256': refused('JWT signature verification failed', ({ claims }) =>
    tokenOf({ alg: 'RS256', kid: defaultKeyId }, claims, byHmac(pem)),
  ),
  'is signed by the right key and another algorithm': withoutKey(({ claims }) =>
    signedToken({ alg: 'PS256', kid: defaultKeyId }, claims, provider.privateKey),
  ),
  'is signed by a foreign key with the right id': refused('JWT signature verification failed', ({ claims, forged }) =>
    forged(claims),
  ),
  'is signed by a key with another id': withoutKey(({ claims }) =>
    signedToken({ alg: 'RS256', kid: 'another-key' }, claims, foreign.privateKey),
  ),
  'has its key in the header': withKeyInHeader({ jwk: foreignKey }),
  'has the address of its key in the header': withKeyInHeader({ jku: 'http://localhost:9/keys' }),
  'has a header that must be understood': withCriticalHeader({ crit: ['exp'] }),
  'has a payload that is not encoded': withCriticalHeader({ crit: ['b64'], b64: false }),
  'is encrypted': refused('JWE decryption is not configured', () => 'e30.AAAA.AAAA.AAAA.AAAA'),
  'has the hash of the access token': accepted({ at_hash: hashOf(accessToken) }),
  'has the hash of another access token': refused('at_hash mismatch', signed({ at_hash: hashOf('another') })),
  'is empty': refused('"response" body "id_token" property must not be empty', () => ''),
  'is no token': refused('Invalid JWT', () => 'person@example.com'),

  // The issuer and the audience.
  'has an issuer with one more slash': unexpected('iss', 'value', ({ iss }) => ({ iss: `${String(iss)}/` })),
  ...Object.fromEntries(
    (['iss', 'aud', 'exp', 'iat', 'sub', 'nonce'] as const).map((claim) => [`has no ${claim}`, missing(claim)]),
  ),
  'is for another client and its login': unexpected('aud', 'value', {
    aud: 'another-client',
    azp: 'another-client',
    nonce: 'another-nonce',
  }),
  'is for other clients': unexpected('aud', 'value', { aud: ['a', 'b'], azp: 'subnet-connect' }),
  'is for several clients and has no azp': refused(
    'ID Token "aud" (audience) claim includes additional untrusted audiences',
    signed(({ aud }) => ({ aud: [aud, 'another-client'] })),
  ),
  'is for several clients, including this one': accepted(({ aud }) => ({ aud: [aud, 'another-client'], azp: aud })),
  'names another client as authorized party': refused('azp mismatch', signed({ azp: 'another-client' })),
  'has an empty nonce': refused('nonce mismatch', signed({ nonce: '' }), 'another_login'),
  'has another nonce': refused('nonce mismatch', signed({ nonce: 'another-nonce' }), 'another_login'),

  // The times.
  'expired 30 seconds ago': accepted(() => ({ exp: nowSeconds() - 30 })),
  'expired two minutes ago': unexpected('exp', 'value, expiration is past current timestamp', () => ({
    exp: nowSeconds() - 120,
  })),
  'becomes valid in five minutes': unexpected('nbf', 'value', () => ({ nbf: nowSeconds() + 300 })),
  'was issued 30 seconds ahead': accepted(() => ({ iat: nowSeconds() + 30 })),
  'was issued a day ahead': refused(
    'iat is in the future',
    signed(() => ({ iat: nowSeconds() + secondsOfDay })),
  ),
}
