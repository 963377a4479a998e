import 'server-only'
import { createHash } from 'node:crypto'
import { compactVerify, createLocalJWKSet, decodeProtectedHeader, errors, type CompactVerifyGetKey } from 'jose'
import { z } from 'zod'
import { config, siteKeyAlgorithms, type Config } from '@/lib/config'
import { processSingleton } from '@/lib/process-singleton'
import { isFirstUse } from '@/lib/store/marks'
import { clockToleranceSeconds, identityFromClaims, type Claims } from './claims'
import { failureOf, LoginError } from './failure'
import { siteIssuer, userIdProblem, type Identity } from './identity'
import { fetchKeys } from './requests'
import { SharedAnswer } from './shared-answer'

export type Site = NonNullable<Config['login']['site']>

const maxTokenLength = 4096
const maxLifetimeSeconds = 5 * 60
/** A little longer than a token can be valid. */
const rememberedMs = (maxLifetimeSeconds + 3 * clockToleranceSeconds) * 1000

// Anyone can send tokens, so failures and unknown keys cause few requests for the keys.
const keyTimes = { freshMs: 10 * 60_000, failureMs: 10_000 }
/** An unknown or replaced key makes the app request keys of this age again, at most twice in 30 s. */
const minAgeMs = 1000
const twiceInMs = 30_000

/** `begunAt` is in seconds since the epoch. */
type BegunLogin = { nonce: string; begunAt: number }

/**
 * Reads the person from a token of the operator's own site, and uses it up. The token is a JWT in the query of
 * `/signin/return?token=…`, for example with this content:
 *
 *     { "aud": "https://connect.example.com", "sub": "user-1", "nonce": "made-up-nonce", "iat": 1767139200,
 *       "exp": 1767139260, "name": "Ada", "wallet_address": "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU",
 *       "roles": ["subnet-operator"] }
 *
 * @param tokens - the parameters `token`.
 */
export async function identityFromToken(tokens: readonly string[], site: Site, begun: BegunLogin): Promise<Identity> {
  const [token = '', ...others] = tokens
  if (token === '' || others.length > 0) throw failure('token_invalid', 'not exactly one token')
  if (token.length > maxTokenLength) throw failure('token_invalid', `longer than ${maxTokenLength} characters`)
  const claims = await verifiedClaims(token, site)
  assertClaims(claims, begun, Date.now() / 1000)
  // Hash the token without its signature, because a signature has several valid encodings.
  const signed = token.slice(0, token.lastIndexOf('.'))
  const mark = createHash('sha256').update(signed).digest('base64url')
  if (!(await isFirstUse('hand-off', mark, rememberedMs))) throw failure('login_used')
  const { url, operatorRole, viewerRole } = site
  const settings = { issuer: siteIssuer(url), trustsEmail: false, operatorRole, viewerRole }
  const names = { walletClaim: 'wallet_address', rolesClaims: ['roles'] }
  return identityFromClaims({ idToken: claims, userinfo: {} }, { ...settings, ...names })
}

/** @param maxAgeMs - the max age of the site's public keys. */
async function verifiedClaims(token: string, site: Site, maxAgeMs?: number): Promise<Claims> {
  const algorithms = site.jwksUrl ? [...siteKeyAlgorithms] : ['HS256']
  try {
    const { payload, protectedHeader } = await Promise.any(
      keysOf(site, maxAgeMs).map((key) => compactVerify(token, key, { algorithms })),
    )
    // jose understands `b64`, which a JWT must not have (RFC 7797, section 7).
    if (protectedHeader.crit) throw new errors.JOSENotSupported('crit')
    return z.record(z.string(), z.unknown()).parse(JSON.parse(new TextDecoder().decode(payload)))
  } catch (error) {
    const cause: unknown = error instanceof AggregateError ? error.errors[0] : error
    // The site may have added a key, or replaced one without another `kid`.
    const isOfKey = cause instanceof errors.JWSSignatureVerificationFailed || cause instanceof errors.JWKSNoMatchingKey
    const keys = site.jwksUrl && isOfKey && publicKeys(site.jwksUrl)
    if (keys && keys.ageMs >= minAgeMs && keys.ageBeforeMs >= twiceInMs) return verifiedClaims(token, site, minAgeMs)
    throw signatureFailure(cause, token, algorithms)
  }
}

function keysOf({ jwksUrl, secret, previousSecret }: Site, maxAgeMs?: number): CompactVerifyGetKey[] {
  if (jwksUrl) return [async (header, jws) => (await publicKeys(jwksUrl).get(maxAgeMs))(header, jws)]
  const secrets = [secret, previousSecret].filter((text) => text !== undefined)
  return secrets.map((text) => async () => new TextEncoder().encode(text))
}

const publicKeys = (jwksUrl: URL): SharedAnswer<CompactVerifyGetKey> =>
  processSingleton('key set', () => new SharedAnswer(() => siteKeys(jwksUrl), keyTimes))

async function siteKeys(jwksUrl: URL): Promise<CompactVerifyGetKey> {
  try {
    return createLocalJWKSet({ keys: await fetchKeys(jwksUrl) })
  } catch (error) {
    const { code, details } = failureOf(error, 'jwks')
    throw new LoginError(code === 'answer_refused' ? 'jwks_refused' : code, details)
  }
}

/** @param now - in seconds since the epoch. */
function assertClaims(claims: Claims, { nonce, begunAt }: BegunLogin, now: number): void {
  const { origin } = config().app
  const { aud, sub, iat, exp, nbf = iat } = claims
  const wrong = (claim: string, expected: string, came = kindOf(claims[claim])) => wrongClaim(claim, expected, came)
  if (typeof claims['nonce'] !== 'string') throw wrong('nonce', 'the nonce that your site received')
  // Accepting a token of another browser would sign in the wrong person here.
  if (claims['nonce'] !== nonce) throw failure('another_login')
  if (![aud].flat().includes(origin)) throw wrong('aud', origin, originOf(aud))
  for (const [claim, time] of Object.entries({ iat, nbf, exp })) {
    if (typeof time !== 'number') throw wrong(claim, 'seconds since 1970')
  }
  const ahead = Math.round(Math.max(Number(iat), Number(nbf)) - now)
  // The site receives the nonce before it signs, so an earlier `iat` means that a clock is wrong.
  const behind = Math.round(begunAt - Number(iat))
  const [seconds, direction] = ahead > behind ? [ahead, 'ahead'] : [behind, 'behind']
  if (seconds > clockToleranceSeconds) {
    const expected = `at most ${clockToleranceSeconds} s ${direction}`
    throw wrongClaim('iat', expected, `${seconds} s ${direction}`, 'token_clock')
  }
  const lifetime = Number(exp) - Number(iat)
  if (!(lifetime > 0 && lifetime <= maxLifetimeSeconds)) {
    throw wrong('exp', `at most ${maxLifetimeSeconds} s after iat`, `${Math.round(lifetime)} s after iat`)
  }
  if (Number(exp) + clockToleranceSeconds <= now) throw failure('token_expired')
  const problem = userIdProblem(sub)
  if (problem === undefined) return
  const { code, details } = wrong('sub', 'a text of 1 to 255 characters')
  throw new LoginError(code, { ...details, ...(typeof sub === 'string' && { reason: problem }) })
}

const failure = (code: LoginError['code'], reason?: string) => new LoginError(code, { endpoint: 'return', reason })

const wrongClaim = (claim: string, expected: string, came: string, code: LoginError['code'] = 'token_claim') =>
  new LoginError(code, { endpoint: 'return', claim, expected, came })

/** Describes a value, which may name a person. */
function kindOf(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  return typeof value === 'string' ? `a text of ${value.length} characters` : `of the type ${typeof value}`
}

/** Returns the origin of a URL, followed by `/…` if the URL has a path, query or fragment; otherwise undefined. */
function originOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^https?:\S{1,200}$/i.test(value) || !URL.canParse(value)) return undefined
  const { origin } = new URL(value)
  return [origin, `${origin}/`].includes(value) ? value : `${origin}/…`
}

function signatureFailure(error: unknown, token: string, algorithms: string[]): LoginError {
  if (error instanceof errors.JOSEAlgNotAllowed) {
    const { alg = '' } = decodeProtectedHeader(token)
    return wrongClaim('alg', algorithms.join(', '), /^\w{1,10}$/.test(alg) ? alg : kindOf(alg), 'token_algorithm')
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) return failure('token_signature')
  if (error instanceof errors.JWKSNoMatchingKey) return failure('token_signature', 'no key has its alg and kid')
  if (error instanceof errors.JWKSMultipleMatchingKeys) return failure('token_signature', 'several keys have its kid')
  const kinds = [errors.JWSInvalid, errors.JOSENotSupported, SyntaxError, z.ZodError]
  if (kinds.some((kind) => error instanceof kind)) return failure('token_invalid', 'not a signed JSON object')
  // The answer has no keys, or a key is unusable.
  const isOfKeys = error instanceof errors.JOSEError || error instanceof TypeError
  return isOfKeys ? new LoginError('jwks_refused', { endpoint: 'jwks' }) : failureOf(error, 'jwks')
}
