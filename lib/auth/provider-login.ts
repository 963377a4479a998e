import 'server-only'
import type { ClientRequest } from 'node:http'
import { Readable } from 'node:stream'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { custom, Issuer, type BaseClient, type TokenSet } from 'openid-client'
import { z } from 'zod'
import { boundedConnection, inTime } from '@/lib/request/bounded-connection'
import { claimAt, clockToleranceSeconds, identityFromClaims, hasNoRoles, nameOf, userIdAt, type Claims } from './claims'
import { failureOf, LoginError } from './failure'
import { userIdProblem, type Identity } from './identity'
import { fetchKeys } from './key-set'
import { isIssuer, type LoginSettings, type PlainProvider, type Provider } from './provider'
import { warnOfLogin } from './report-failure'

/** One login requests the tokens and the claims, besides the keys. */
const maxRequests = 2
/** How much a login's age can differ because tokens and cookies have whole seconds, and the provider compares these. */
const roundingSeconds = (maxAgeSeconds: number) => (maxAgeSeconds === 0 ? 1 : 2)
/** The max length of the list of claim names in the log. */
const maxNamesLength = 1000

/** The part of openid-client that its types leave out. */
interface Client extends BaseClient {
  validateIdToken: (tokens: TokenSet, nonce: string | undefined, returnedBy: 'token') => Promise<TokenSet>
}

/** A login that this browser has begun, with the code of its callback. */
interface BegunLogin {
  redirectUri: string
  code: string
  codeVerifier: string
  /** Undefined if the provider does not sign it into the ID token. */
  nonce: string | undefined
  /** When the browser began this login, in seconds since the epoch. */
  begunAt: number
}

/** Reads a person from a provider at the end of a login. openid-client makes the requests and checks the ID token. */
export class ProviderLogin {
  #endpoint: 'token' | 'jwks' | 'userinfo' = 'token'
  #requests = 0

  /** @param secrets - values that must not appear in the log. The login adds its tokens. */
  constructor(
    private readonly settings: LoginSettings,
    private readonly provider: Provider | PlainProvider,
    private readonly begun: BegunLogin,
    private readonly secrets: unknown[],
  ) {}

  /** @throws LoginError */
  async identity(): Promise<Identity> {
    try {
      const tokens = await inTime(this.#tokens(), 2)
      return await this.#identityOf(tokens)
    } catch (error) {
      throw this.#failureOf(error)
    }
  }

  /** Exchanges the code for tokens, and verifies the ID token. */
  async #tokens(): Promise<TokenSet> {
    const { redirectUri, code, codeVerifier, nonce } = this.begun
    const isPlain = 'claims' in this.provider
    const request = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: codeVerifier }
    const tokens = await this.#client().grant(request)
    const { access_token: accessToken, id_token: idToken, refresh_token: refreshToken } = tokens
    this.secrets.push(accessToken, idToken, refreshToken)
    // GitHub and Slack report a failure with status 200.
    const isRefusal = isPlain ? !z.string().min(1).safeParse(accessToken).success : !idToken && tokens.error
    if (isRefusal) {
      const body = Object.fromEntries(Object.entries(tokens))
      throw this.#failureOf({ error: tokens.error ?? 'no access token', response: { statusCode: 200, body } })
    }
    if (Boolean(idToken) === isPlain) throw new Error(`id_token ${isPlain ? '' : 'not '}present in TokenSet`)
    if (isPlain) return tokens
    this.#endpoint = 'jwks'
    await this.#client(idToken).validateIdToken(tokens, nonce, 'token')
    this.#endpoint = 'token'
    // jose understands `b64`, which a JWT must not have (RFC 7797, section 7).
    if (factsOf(idToken).crit !== undefined) throw new Error('its header has crit')
    if (tokens.claims().iat > Date.now() / 1000 + clockToleranceSeconds) throw new Error('iat is in the future')
    return tokens
  }

  /**
   * Makes a client whose requests have limits. It verifies an ID token by the algorithm and the spelling of the issuer
   * that the token names, if the provider may use both. openid-client accepts only one of each, and some providers list
   * an algorithm first for which they have no key.
   */
  #client(idToken = ''): Client {
    const { issuer, token_endpoint, jwks_uri, userinfo_endpoint, clientAuth } = this.provider
    const { idTokenAlgorithms: algorithms = [] } = this.provider
    const { alg, iss } = factsOf(idToken)
    const named = new Issuer({
      issuer: isIssuer(iss, issuer) ? String(iss) : issuer,
      token_endpoint,
      ...(jwks_uri && { jwks_uri }),
      ...(userinfo_endpoint && { userinfo_endpoint }),
    })
    const client = new named.Client({
      client_id: this.settings.clientId,
      client_secret: this.settings.clientSecret,
      token_endpoint_auth_method: clientAuth,
      id_token_signed_response_alg: algorithms.find((accepted) => accepted === alg) ?? algorithms[0] ?? 'none accepted',
    })
    client[custom.clock_tolerance] = clockToleranceSeconds
    client[custom.http_options] = (url) => {
      // openid-client repeats the userinfo request whenever the answer demands another DPoP nonce.
      if ((this.#requests += 1) > maxRequests)
        throw new LoginError('answer_refused', { endpoint: 'userinfo', reason: 'DPoP' })
      return boundedConnection(url)
    }
    named[custom.http_options] = keyConnection
    return client as Client
  }

  /** Reads the person from the tokens and the userinfo. */
  async #identityOf(tokens: TokenSet): Promise<Identity> {
    const { settings, provider } = this
    const isPlain = 'claims' in provider
    const idToken = isPlain ? await this.#profile(tokens, provider.claims) : tokens.claims()
    assertRecentLogin(idToken, settings.maxAgeSeconds, { begunAt: this.begun.begunAt, now: Date.now() / 1000 })
    const userinfo = isPlain ? {} : await this.#userinfo(tokens, idToken)
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
  }

  /** @returns undefined if it is missing, and the ID token has a name. */
  async #userinfo(tokens: TokenSet, idToken: Claims): Promise<Claims | undefined> {
    if (!this.provider.userinfo_endpoint) return {}
    try {
      const userinfo = await this.#userinfoAnswer(tokens)
      const { sub } = userinfo
      if (sub === undefined || sub === null) throw unusableUserinfo('no sub')
      if (sub !== idToken['sub'])
        throw new LoginError('another_person', { endpoint: 'userinfo', reason: 'userinfo sub mismatch' })
      return userinfo
    } catch (error) {
      this.secrets.push(...Object.values(idToken))
      const failure = this.#failureOf(error)
      if (failure.code === 'another_person' || nameOf(idToken) === undefined) throw failure
      warnOfLogin({ event: 'userinfo is missing', code: failure.code, ...failure.details })
      return undefined
    }
  }

  /** Reads the person's claims from a provider without ID tokens, and names them as in OpenID Connect. */
  async #profile(tokens: TokenSet, paths: PlainProvider['claims']): Promise<Claims> {
    const profile = await this.#userinfoAnswer(tokens)
    const sub = userIdAt(profile, paths.sub)
    if (sub === undefined) {
      const value = claimAt(profile, paths.sub)
      const reason = (typeof value === 'string' ? userIdProblem(value) : undefined) ?? 'no user ID'
      throw unusableUserinfo(reason)
    }
    return { ...Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, claimAt(profile, path)])), sub }
  }

  async #userinfoAnswer({ access_token: accessToken = '' }: TokenSet): Promise<Claims> {
    this.#endpoint = 'userinfo'
    // The header needs `Bearer` even for another case of `token_type` (RFC 6749, section 5.1; RFC 6750, section 2.1).
    const answer: unknown = await inTime(this.#client().userinfo(accessToken, { tokenType: 'Bearer' }))
    return z.record(z.string(), z.unknown()).catch({}).parse(answer)
  }

  #failureOf(error: unknown): LoginError {
    // openid-client checks the ID token after it fetches the keys, but its errors belong to the token endpoint.
    const isOfToken = this.#endpoint === 'jwks' && error instanceof Error && 'jwt' in error
    const secrets = this.secrets.filter((value) => typeof value === 'string')
    return failureOf(error, isOfToken ? 'token' : this.#endpoint, secrets)
  }
}

const unusableUserinfo = (reason: string) => new LoginError('answer_refused', { endpoint: 'userinfo', reason })

const bodyOf = (content: object) => Readable.from([Buffer.from(JSON.stringify(content))])

/**
 * Answers openid-client's request for the keys with the usable ones, because it would refuse a whole set for one key that
 * it does not know. The agent is of this request alone, and never connects: the request gets this answer instead.
 */
function keyConnection(url: URL) {
  const connection = boundedConnection(url)
  const addRequest = (request: ClientRequest) =>
    void fetchKeys(url).then(
      (keys) => request.emit('response', Object.assign(bodyOf({ keys }), { statusCode: 200, headers: {} })),
      (error: unknown) => request.emit('error', error),
    )
  Object.assign(connection.agent, { addRequest })
  return connection
}

/** Reads what an ID token says of itself, without verifying it. */
function factsOf(idToken = ''): { alg?: string | undefined; iss?: unknown; crit?: unknown } {
  try {
    const { alg, crit } = decodeProtectedHeader(idToken)
    return { alg, crit, iss: decodeJwt(idToken).iss }
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
