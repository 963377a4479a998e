import 'server-only'
import type { OAuthChecks } from 'next-auth/providers/oauth'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { custom, Issuer, type BaseClient, type CallbackParamsType, type TokenSet } from 'openid-client'
import { z } from 'zod'
import { boundedConnection, inTime } from '@/lib/request/bounded-connection'
import { claimAt, clockToleranceSeconds, identityFromClaims, hasNoRoles, nameOf, userIdAt, type Claims } from './claims'
import { failureOf, LoginError } from './failure'
import { userIdProblem, type Identity } from './identity'
import { isIssuer, type LoginSettings, type PlainProvider, type Provider } from './provider'
import { warnOfLogin } from './report-failure'

/** One login requests the tokens, the keys and the claims. */
const maxRequests = 3
/** How much a login's age can differ because tokens and cookies have whole seconds, and the provider compares these. */
const roundingSeconds = (maxAgeSeconds: number) => (maxAgeSeconds === 0 ? 1 : 2)
/** The max length of the list of claim names in the log. */
const maxNamesLength = 1000

/** The part of openid-client that its types leave out. */
interface IdTokenVerifier {
  validateIdToken: (tokens: TokenSet, ...others: unknown[]) => Promise<TokenSet>
}

/** Exchanges the code of one login for tokens, and the tokens for claims. */
export class ProviderLogin {
  /** The failure of the login, for the route that answers the browser. next-auth hides the reason. */
  failure: LoginError | undefined
  #endpoint: 'token' | 'jwks' | 'userinfo' = 'token'

  /**
   * @param secrets - values of the request that must not appear in the log. `tokens` adds the tokens.
   * @param begunAt - when the browser began this login, in seconds since the epoch.
   */
  constructor(
    readonly settings: LoginSettings,
    readonly provider: Provider | PlainProvider,
    private readonly secrets: unknown[] = [],
    private readonly begunAt = Date.now() / 1000,
  ) {}

  /** Exchanges the code for tokens, which next-auth's OpenID client verifies. */
  tokens(client: BaseClient, callbackUrl: string, params: CallbackParamsType, checks: OAuthChecks): Promise<TokenSet> {
    return this.#failing(async () => {
      const { jwks_uri: jwks, token_endpoint: token } = this.provider
      client[custom.clock_tolerance] = clockToleranceSeconds
      let asked = 0
      client[custom.http_options] = client.issuer[custom.http_options] = (url) => {
        // openid-client repeats the userinfo request whenever the answer demands another DPoP nonce.
        if ((asked += 1) > maxRequests) throw new LoginError('answer_refused', { endpoint: 'userinfo', reason: 'DPoP' })
        const isOf = (address: string) => url.href === new URL(address).href
        this.#endpoint = isOf(token) ? 'token' : jwks && isOf(jwks) ? 'jwks' : 'userinfo'
        return boundedConnection(url)
      }
      const grant = client.grant.bind(client)
      client.grant = async (...request) => {
        const tokens = await grant(...request)
        this.secrets.push(tokens.access_token, tokens.id_token, tokens.refresh_token)
        const { error = 'no access token', id_token: idToken } = tokens
        // GitHub and Slack report a failure with status 200.
        const isRefusal = jwks ? !idToken && tokens.error : !z.string().min(1).safeParse(tokens.access_token).success
        const body = Object.fromEntries(Object.entries(tokens))
        if (isRefusal) throw this.#failureOf({ error, response: { statusCode: 200, body } })
        return tokens
      }
      const verifying = client as BaseClient & IdTokenVerifier
      verifying.validateIdToken = (tokens, ...others) =>
        this.#verifierOf(client, tokens).validateIdToken(tokens, ...others)
      const exchange = jwks ? 'callback' : 'oauthCallback'
      const tokens = await inTime(client[exchange](callbackUrl, params, { ...checks, response_type: 'code' }), 2)
      this.#endpoint = 'token'
      if (jwks && tokens.claims().iat > Date.now() / 1000 + clockToleranceSeconds)
        throw new Error('iat is in the future')
      return tokens
    })
  }

  /**
   * Returns a client that verifies an ID token by the algorithm and the spelling of the issuer that the token names, if
   * the provider may use both. openid-client accepts only one of each, and some providers list an algorithm first for
   * which they have no key.
   */
  #verifierOf(client: BaseClient, { id_token: idToken = '' }: TokenSet): IdTokenVerifier {
    const { issuer, idTokenAlgorithms: algorithms = [] } = this.provider
    const { alg, iss } = factsOf(idToken)
    const named = new Issuer({ ...client.issuer.metadata, issuer: isIssuer(iss, issuer) ? String(iss) : issuer })
    const algorithm = algorithms.find((accepted) => accepted === alg) ?? algorithms[0] ?? 'none accepted'
    const verifier = new named.Client({ ...client.metadata, id_token_signed_response_alg: algorithm })
    named[custom.http_options] = client.issuer[custom.http_options]
    return Object.assign(verifier, { [custom.clock_tolerance]: clockToleranceSeconds }) as BaseClient & IdTokenVerifier
  }

  /** Reads the person from the tokens and the userinfo. */
  identity(client: BaseClient, tokens: TokenSet): Promise<Identity> {
    return this.#failing(async () => {
      const { settings } = this
      const isPlain = 'claims' in this.provider
      const idToken = isPlain ? await this.#profile(client, tokens, this.provider.claims) : tokens.claims()
      assertRecentLogin(idToken, settings.maxAgeSeconds, { begunAt: this.begunAt, now: Date.now() / 1000 })
      const userinfo = isPlain ? {} : await this.#userinfo(client, tokens, idToken)
      const claims = { ...userinfo, ...idToken }
      if (settings.requiredClaim) assertAdmitted(claims, settings.requiredClaim)
      // The missing userinfo could have denied that the address is verified.
      const trustsEmail = settings.trustsEmail && userinfo !== undefined
      const identity = identityFromClaims({ idToken, userinfo: userinfo ?? {} }, { ...settings, trustsEmail })
      const isRoleAsked = settings.operatorRole !== undefined || settings.viewerRole !== undefined
      if (isRoleAsked && identity.roles.length === 0 && hasNoRoles(claims, settings.rolesClaims)) {
        const hint = 'set OIDC_ROLES_CLAIM, or OIDC_SCOPE: see docs/operate/login.md'
        const names = Object.keys(claims).join(', ').slice(0, maxNamesLength)
        warnOfLogin({ event: 'operator role not among the claims', claims: names, hint })
      }
      return identity
    })
  }

  async #userinfo(client: BaseClient, tokens: TokenSet, idToken: Claims): Promise<Claims | undefined> {
    if (!this.provider.userinfo_endpoint) return {}
    try {
      // The header needs `Bearer` even for another case of `token_type` (RFC 6749, section 5.1; RFC 6750, section 2.1).
      return await inTime(client.userinfo(tokens, { tokenType: 'Bearer' }))
    } catch (error) {
      this.secrets.push(...Object.values(idToken))
      const failure = this.#failureOf(error)
      if (failure.code === 'another_person' || nameOf(idToken) === undefined) throw failure
      warnOfLogin({ event: 'userinfo is missing', code: failure.code, ...failure.details })
      return undefined
    }
  }

  /** Reads the person's claims from a provider without ID tokens, and names them as in OpenID Connect. */
  async #profile(client: BaseClient, tokens: TokenSet, paths: PlainProvider['claims']): Promise<Claims> {
    const answer = await inTime(client.userinfo(tokens, { tokenType: 'Bearer' }))
    const profile = z.record(z.string(), z.unknown()).catch({}).parse(answer)
    const sub = userIdAt(profile, paths.sub)
    if (sub === undefined) {
      const value = claimAt(profile, paths.sub)
      const reason = (typeof value === 'string' ? userIdProblem(value) : undefined) ?? 'no user ID'
      throw new LoginError('answer_refused', { endpoint: 'userinfo', reason })
    }
    return { ...Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, claimAt(profile, path)])), sub }
  }

  async #failing<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      throw (this.failure = this.#failureOf(error))
    }
  }

  #failureOf(error: unknown): LoginError {
    // openid-client checks the ID token after it fetches the keys, but its errors belong to the token endpoint.
    const isOfToken = this.#endpoint === 'jwks' && error instanceof Error && 'jwt' in error
    const secrets = this.secrets.filter((value) => typeof value === 'string')
    return failureOf(error, isOfToken ? 'token' : this.#endpoint, secrets)
  }
}

/** Reads what an ID token says of itself, without verifying it. */
function factsOf(idToken: string): { alg?: string | undefined; iss?: unknown } {
  try {
    return { alg: decodeProtectedHeader(idToken).alg, iss: decodeJwt(idToken).iss }
  } catch {
    return {}
  }
}

/**
 * Checks that a person has signed in at the provider as recently as `max_age` demands (OpenID Connect Core 1.0, section
 * 3.1.2.1). A browser can remove `max_age` from the request, and some providers ignore it.
 *
 * @param idToken - its `auth_time` is in seconds since the epoch. Some providers send 0 for an unknown time.
 * @param login.begunAt - the provider compared `max_age` after this time. In seconds, as `now` is.
 * @throws LoginError if the login is too old, or its time is unknown.
 */
export function assertRecentLogin(
  { auth_time: authTime, iat }: Claims,
  maxAgeSeconds: number | undefined,
  { begunAt, now }: { begunAt: number; now: number },
): void {
  if (maxAgeSeconds === undefined) return
  const age = typeof authTime === 'number' && authTime > 0 ? now - authTime : NaN
  // A time in the future is probably in milliseconds.
  if (!(age >= -clockToleranceSeconds)) throw new LoginError('login_age_unknown', { endpoint: 'token' })
  const maxAge = maxAgeSeconds + now - begunAt
  // By the provider's clock alone, so that clocks that differ hide nothing. But a provider may set `iat` back.
  const ageAtIssue = Number(iat) - (now - age)
  if (ageAtIssue >= maxAge + roundingSeconds(maxAgeSeconds) || age > maxAge + clockToleranceSeconds)
    throw new LoginError('login_too_old', { endpoint: 'token' })
}

/** @throws LoginError if the person lacks the required claim. */
function assertAdmitted(claims: Claims, required: NonNullable<LoginSettings['requiredClaim']>): void {
  const values = [claimAt(claims, required.claim)].flat().filter((value) => typeof value !== 'object')
  const texts = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  if (!required.values.some((value) => texts.includes(value))) throw new LoginError('claim_required')
}
