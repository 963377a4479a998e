import 'server-only'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { OAuthChecks, OAuthConfig } from 'next-auth/providers/oauth'
import { custom, type CallbackParamsType, type TokenSet } from 'openid-client'
import { z } from 'zod'
import { config, type Config } from '@/lib/config'
import { claimAt, hasName, identityFromClaims, lacksRoles } from './claims'
import { LoginError, logMissingRole, logMissingUserinfo, providerText, type Endpoint } from './failure'
import type { Identity } from './identity'
import { answerBounds, type Provider } from './provider'

type OidcSettings = NonNullable<Config['login']['oidc']>
type Client = Parameters<
  NonNullable<Exclude<OAuthConfig<Identity>['token'], string | undefined>['request']>
>[0]['client']

/** How far the clocks of provider and server may be apart. */
const clockToleranceSeconds = 60

/** How much longer ago than max_age a login may be: a person may linger on the provider's page for consent. */
const loginAgeToleranceSeconds = 120

/**
 * The part of one login that this app's server does at the provider: code for tokens, tokens for claims. Each answer is
 * bounded in size and time, and a failure is told as a `LoginError`.
 */
export class ProviderLogin {
  /** Why the login has failed, for the route that answers the browser: next-auth tells it no more than that it has. */
  failure: LoginError | undefined
  #lastAsked: Endpoint = 'token'
  #exceeded: keyof typeof answerBounds | undefined

  /** @param sent - what the browser brought along and belongs in no log. */
  constructor(
    readonly provider: Provider,
    private readonly sent: readonly string[] = [],
  ) {}

  /** What next-auth gets for the code, checked by its OpenID client. */
  tokens(client: Client, callbackUrl: string, params: CallbackParamsType, checks: OAuthChecks): Promise<TokenSet> {
    return this.#failing(async () => {
      client[custom.clock_tolerance] = clockToleranceSeconds
      client[custom.http_options] = client.issuer[custom.http_options] = (url) => this.#optionsFor(url)
      const tokens = await client.callback(callbackUrl, params, { ...checks, response_type: 'code' })
      const { iat } = tokens.claims()
      if (iat > Date.now() / 1000 + clockToleranceSeconds) {
        throw new LoginError('id_token_refused', { endpoint: 'token', reason: 'iat is in the future' })
      }
      return tokens
    })
  }

  /** The person whom the tokens speak of. */
  identity(client: Client, tokens: TokenSet, settings: OidcSettings): Promise<Identity> {
    return this.#failing(async () => {
      const idToken = tokens.claims()
      assertRecentLogin(idToken.auth_time, settings.maxAgeSeconds, Date.now())
      const claims = { idToken, userinfo: await this.#userinfo(client, tokens, idToken) }
      const merged = { ...claims.userinfo, ...idToken }
      assertAdmitted(merged, settings.requiredClaim)
      const { operatorRole, rolesClaim, walletClaim } = config().login
      if (operatorRole !== undefined && lacksRoles(merged, rolesClaim)) logMissingRole(Object.keys(merged))
      const { issuer, trustsEmail } = settings
      return identityFromClaims(claims, { issuer, trustsEmail, walletClaim, operatorRole, rolesClaim })
    })
  }

  async #userinfo(client: Client, tokens: TokenSet, idToken: object): Promise<Record<string, unknown>> {
    if (!this.provider.userinfo_endpoint) return {}
    try {
      // `token_type` is compared without case (RFC 6749, section 5.1); the header's word is `Bearer` (RFC 6750).
      return await client.userinfo(tokens, { tokenType: 'Bearer' })
    } catch (error) {
      const failure = this.#failureOf(error, Object.values(idToken))
      if (failure.code === 'another_person' || !hasName(idToken)) throw failure
      logMissingUserinfo(failure)
      return {}
    }
  }

  async #failing<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      throw (this.failure = this.#failureOf(error))
    }
  }

  /** The options of one request, whose connection is its own, so that the connection's bounds are the answer's. */
  #optionsFor(url: URL) {
    const { jwks_uri: jwks, token_endpoint: token } = this.provider
    const isOf = (address: string) => url.href === new URL(address).href
    this.#lastAsked = isOf(token) ? 'token' : isOf(jwks) ? 'jwks' : 'userinfo'
    const agent = url.protocol === 'https:' ? new HttpsAgent() : new HttpAgent()
    const connect = agent.createConnection.bind(agent)
    agent.createConnection = (...options) => {
      const socket = connect(...options)
      if (!socket) return socket
      const end = (exceeded: keyof typeof answerBounds) => {
        this.#exceeded = exceeded
        socket.destroy()
      }
      let bytes = 0
      const timer = setTimeout(end, answerBounds.ms, 'ms')
      socket.once('close', () => clearTimeout(timer))
      socket.on('data', ({ length }: Buffer) => {
        bytes += length
        if (bytes > answerBounds.bytes) end('bytes')
      })
      return socket
    }
    // openid-client's own bound ends with the headers; without a value it is 3.5 s.
    return { agent, timeout: 2 * answerBounds.ms }
  }

  /** @param about - what is known of the person, which a description must not repeat. */
  #failureOf(error: unknown, about: readonly unknown[] = []): LoginError {
    if (error instanceof LoginError) return error
    if (error instanceof z.ZodError) {
      return new LoginError('id_token_refused', {
        endpoint: 'token',
        reason: 'sub is not a text of 1 to 255 characters',
      })
    }
    // An ID token is checked after the keys have come; what is wrong with it came from the token endpoint.
    const isOfToken = this.#lastAsked === 'jwks' && error instanceof Error && 'jwt' in error
    const endpoint = isOfToken ? 'token' : this.#lastAsked
    const exceeded = this.#exceeded
    if (exceeded === 'ms') return new LoginError('provider_away', { endpoint, reason: 'no whole answer in time' })
    if (exceeded === 'bytes') return new LoginError('answer_refused', { endpoint, reason: 'too large' })
    const { oidc } = config().login
    const credentials = oidc ? [oidc.clientSecret, basicCredentials(oidc)] : []
    const known = about.filter((value) => typeof value === 'string')
    return failureOfClient(error, endpoint, [...credentials, ...this.sent, ...known])
  }
}

const basicCredentials = ({ clientId, clientSecret }: OidcSettings) =>
  Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64')

/** An answer of the provider that is no success. `error` is a word of the standard, or openid-client's own words. */
const refusalSchema = z.object({
  error: z.string(),
  error_description: z.string().optional().catch(undefined),
  response: z.object({ statusCode: z.number() }).optional().catch(undefined),
})

const codeByError = {
  invalid_client: 'client_refused',
  unauthorized_client: 'client_refused',
  invalid_grant: 'code_refused',
  invalid_scope: 'scope_refused',
  access_denied: 'denied',
  consent_required: 'denied',
  interaction_required: 'denied',
  login_required: 'denied',
  account_selection_required: 'denied',
  server_error: 'provider_away',
  temporarily_unavailable: 'provider_away',
} as const

/** A failure that the provider tells by one of the standard's words (RFC 6749, sections 4.1.2.1 and 5.2). */
export function failureByError(
  error: string,
  { endpoint, description }: { endpoint: Endpoint; description: string | undefined },
): LoginError {
  const code = Object.hasOwn(codeByError, error) ? codeByError[error as keyof typeof codeByError] : 'provider_error'
  return new LoginError(code, { endpoint, reason: /^\w{1,50}$/.test(error) ? error : 'error', description })
}

/** Codes of Node and of TLS, and not those of Node for a wrong argument. */
const networkErrors = /^(?!ERR_)|^ERR_(?:TLS|SSL)/

/** Tells what openid-client, or Node below it, has thrown. */
function failureOfClient(error: unknown, endpoint: Endpoint, secrets: readonly string[]): LoginError {
  const refusal = refusalSchema.safeParse(error).data
  if (refusal) {
    const status = refusal.response?.statusCode ?? 0
    const reason = `status ${status}`
    const description = providerText(refusal.error_description, secrets)
    if (status >= 500) return new LoginError('provider_away', { endpoint, reason, description })
    if (endpoint === 'userinfo') return new LoginError('userinfo_failed', { endpoint, reason, description })
    if (endpoint === 'token' && status === 401)
      return new LoginError('client_refused', { endpoint, reason, description })
    if (endpoint === 'jwks') return new LoginError('id_token_refused', { endpoint, reason })
    if (refusal.error.includes(' ')) return new LoginError('answer_refused', { endpoint, reason })
    return failureByError(refusal.error, { endpoint, description })
  }
  if (error instanceof SyntaxError) return new LoginError('answer_refused', { endpoint, reason: 'no JSON' })
  if (!(error instanceof Error)) return new LoginError('answer_refused', { endpoint })
  if ('code' in error && typeof error.code === 'string' && networkErrors.test(error.code)) {
    return new LoginError('provider_away', { endpoint, reason: error.code })
  }
  const [, expected = '', got = ''] =
    /^unexpected JWT alg received, expected (\w+), got: (\w{1,10})$/.exec(error.message) ?? []
  if (expected !== '') return new LoginError('id_token_algorithm', { endpoint, reason: `${got} and not ${expected}` })
  const reason = ownWords(error.message)
  if (reason === 'nonce mismatch') return new LoginError('another_login', { endpoint, reason })
  if (endpoint === 'userinfo') return new LoginError('another_person', { endpoint, reason })
  return new LoginError('id_token_refused', { endpoint, reason })
}

/** What openid-client says before it quotes: its messages end with what was expected and what came. */
const ownWords = (message: string) =>
  message
    .split(/, (?:expected|now|got)\b|[(:`"{]|\s'/, 1)[0]
    ?.trim()
    .slice(0, 100)

/**
 * Checks that the provider has asked the person to sign in as lately as this app wants (OpenID Connect Core 1.0,
 * section 3.1.2.1). The provider is asked to; but the browser carries the question, and could leave it out.
 *
 * @param authTime - the ID token's `auth_time`, in seconds. Some providers send 0 for what they do not know.
 * @param maxAgeSeconds - undefined for any age.
 * @param now - in milliseconds since the epoch.
 * @throws LoginError
 */
export function assertRecentLogin(authTime: unknown, maxAgeSeconds: number | undefined, now: number): void {
  if (maxAgeSeconds === undefined) return
  const endpoint = 'token'
  if (typeof authTime !== 'number' || authTime <= 0) throw new LoginError('login_age_unknown', { endpoint })
  if (now / 1000 - authTime > maxAgeSeconds + loginAgeToleranceSeconds) {
    throw new LoginError('login_too_old', { endpoint })
  }
}

/** @throws LoginError for people without the claim that everybody must have. */
function assertAdmitted(claims: Record<string, unknown>, required: OidcSettings['requiredClaim']): void {
  if (!required) return
  const values = [claimAt(claims, required.claim)].flat().map(String)
  if (!required.values.some((value) => values.includes(value))) throw new LoginError('claim_required')
}
