import 'server-only'
import type { OAuthChecks } from 'next-auth/providers/oauth'
import { custom, type BaseClient, type CallbackParamsType, type TokenSet } from 'openid-client'
import { boundedConnection, inTime } from '@/lib/request/bounded-connection'
import { claimAt, identityFromClaims, lacksRoles, nameOf, type Claims } from './claims'
import { failureOf, LoginError, warnOfLogin } from './failure'
import type { Identity } from './identity'
import type { OidcSettings, Provider } from './provider'

/** How far the clocks of provider and server may be apart. */
const clockToleranceSeconds = 60
/** In one login: for the tokens, the keys and the claims. */
const maxRequests = 3
/** How much longer ago than max_age a login may be: a person may linger on the provider's page for consent. */
const loginAgeToleranceSeconds = 120
/** How much of the names of claims the log shows. */
const maxNamesLength = 1000

/** What this app's server does at the provider in one login: code for tokens, tokens for claims. */
export class ProviderLogin {
  /** Why the login has failed, for the route that answers the browser: next-auth tells it no more than that it has. */
  failure: LoginError | undefined
  #endpoint: 'token' | 'jwks' | 'userinfo' = 'token'

  /** @param sent - what the provider was sent, or the browser brought along, and belongs in no log. */
  constructor(
    readonly provider: Provider,
    private readonly sent: readonly string[] = [],
  ) {}

  /** What next-auth gets for the code, checked by its OpenID client. */
  tokens(client: BaseClient, callbackUrl: string, params: CallbackParamsType, checks: OAuthChecks): Promise<TokenSet> {
    return this.#failing(async () => {
      client[custom.clock_tolerance] = clockToleranceSeconds
      let asked = 0
      client[custom.http_options] = client.issuer[custom.http_options] = (url) => {
        // openid-client asks for the userinfo again as often as the answer demands another DPoP nonce.
        if ((asked += 1) > maxRequests) throw new LoginError('answer_refused', { endpoint: 'userinfo', reason: 'DPoP' })
        const { jwks_uri: jwks, token_endpoint: token } = this.provider
        const isOf = (address: string) => url.href === new URL(address).href
        this.#endpoint = isOf(token) ? 'token' : isOf(jwks) ? 'jwks' : 'userinfo'
        return boundedConnection(url)
      }
      const tokens = await inTime(client.callback(callbackUrl, params, { ...checks, response_type: 'code' }), 2)
      this.#endpoint = 'token'
      if (tokens.claims().iat > Date.now() / 1000 + clockToleranceSeconds) throw new Error('iat is in the future')
      return tokens
    })
  }

  /** The person whom the tokens speak of. */
  identity(client: BaseClient, tokens: TokenSet, settings: OidcSettings): Promise<Identity> {
    return this.#failing(async () => {
      const idToken = tokens.claims()
      assertRecentLogin(idToken.auth_time, settings.maxAgeSeconds, Date.now())
      const userinfo = await this.#userinfo(client, tokens, idToken)
      const claims = { ...userinfo, ...idToken }
      if (settings.requiredClaim) assertAdmitted(claims, settings.requiredClaim)
      // A missing userinfo could have said that the address is not verified.
      const trustsEmail = settings.trustsEmail && userinfo !== undefined
      const identity = identityFromClaims({ idToken, userinfo: userinfo ?? {} }, { ...settings, trustsEmail })
      if (settings.operatorRole && !identity.hasOperatorRole && lacksRoles(claims, settings.rolesClaims)) {
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
      // The header's word, however the provider writes `token_type` (RFC 6749, section 5.1; RFC 6750, section 2.1).
      return await inTime(client.userinfo(tokens, { tokenType: 'Bearer' }))
    } catch (error) {
      const known = [...Object.values(idToken), tokens.access_token, tokens.id_token]
      const failure = this.#failureOf(error, known)
      if (failure.code === 'another_person' || nameOf(idToken) === undefined) throw failure
      warnOfLogin({ event: 'userinfo is missing', code: failure.code, ...failure.details })
      return undefined
    }
  }

  async #failing<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      throw (this.failure = this.#failureOf(error))
    }
  }

  /** @param known - the tokens, and what is known of the person, which belong in no log either. */
  #failureOf(error: unknown, known: readonly unknown[] = []): LoginError {
    // An ID token is checked after the keys have come. What is wrong with it came from the token endpoint.
    const isOfToken = this.#endpoint === 'jwks' && error instanceof Error && 'jwt' in error
    const secrets = [...this.sent, ...known].filter((value) => typeof value === 'string')
    return failureOf(error, isOfToken ? 'token' : this.#endpoint, secrets)
  }
}

/**
 * Checks that a person has signed in at the provider as lately as `max_age` asks (OpenID Connect Core 1.0, section
 * 3.1.2.1): the browser carries the question, and could leave it out.
 *
 * @param authTime - in seconds. Some providers send 0 for what they do not know.
 * @param now - in milliseconds since the epoch.
 * @throws LoginError
 */
export function assertRecentLogin(authTime: unknown, maxAgeSeconds: number | undefined, now: number): void {
  if (maxAgeSeconds === undefined) return
  const age = typeof authTime === 'number' && authTime > 0 ? now / 1000 - authTime : NaN
  // A time to come is one in milliseconds.
  if (!(age > -loginAgeToleranceSeconds)) throw new LoginError('login_age_unknown', { endpoint: 'token' })
  if (age > maxAgeSeconds + loginAgeToleranceSeconds) throw new LoginError('login_too_old', { endpoint: 'token' })
}

/** @throws LoginError for people without the claim that everybody must have. */
function assertAdmitted(claims: Claims, required: NonNullable<OidcSettings['requiredClaim']>): void {
  const values = [claimAt(claims, required.claim)].flat().filter((value) => typeof value !== 'object')
  const texts = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  if (!required.values.some((value) => texts.includes(value))) throw new LoginError('claim_required')
}
