import 'server-only'
import { z } from 'zod'
import { claimAt, identityFromClaims, hasNoRoles, nameOf, userIdAt, type Claims } from './claims'
import { exchangeCode, type BegunLogin } from './authorization-code'
import { failureOf, LoginError } from './failure'
import { userIdProblem, type Identity } from './identity'
import { requestJson } from './json-request'
import type { LoginSettings, PlainProvider, Provider } from './provider'
import { warnOfLogin } from './report-failure'

/** The max length of the list of claim names in the log. */
const maxNamesLength = 1000

/** Reads a person from a provider at the end of a login. */
export class ProviderLogin {
  #accessToken: string | undefined

  /** @param secrets - values that must not appear in the log. The login adds its tokens. */
  constructor(
    private readonly settings: LoginSettings,
    private readonly provider: Provider | PlainProvider,
    private readonly begun: BegunLogin,
    private readonly secrets: string[],
  ) {}

  /** @throws LoginError */
  async identity(): Promise<Identity> {
    const { settings, provider } = this
    const tokens = await exchangeCode(settings, provider, this.begun, this.secrets)
    this.#accessToken = tokens.accessToken
    const idToken = 'claims' in provider ? await this.#profile(provider.claims) : (tokens.claims ?? {})
    const userinfo = 'claims' in provider ? {} : await this.#userinfo(idToken)
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
  async #userinfo(idToken: Claims): Promise<Claims | undefined> {
    if (!this.provider.userinfo_endpoint) return {}
    // With a person's claims in it, the description of a refusal could name the person.
    const secrets = Object.values(idToken).filter((value) => typeof value === 'string')
    try {
      const userinfo = await this.#userinfoAnswer(secrets)
      const { sub } = userinfo
      if (sub === undefined || sub === null) throw unusableUserinfo('no sub')
      if (sub !== idToken['sub'])
        throw new LoginError('another_person', { endpoint: 'userinfo', reason: 'userinfo sub mismatch' })
      return userinfo
    } catch (error) {
      const failure = failureOf(error, 'userinfo')
      if (failure.code === 'another_person' || nameOf(idToken) === undefined) throw failure
      warnOfLogin({ event: 'userinfo is missing', code: failure.code, ...failure.details })
      return undefined
    }
  }

  /** Reads the person's claims from a provider without ID tokens, and names them as in OpenID Connect. */
  async #profile(paths: PlainProvider['claims']): Promise<Claims> {
    const profile = await this.#userinfoAnswer([])
    const sub = userIdAt(profile, paths.sub)
    if (sub === undefined) {
      const value = claimAt(profile, paths.sub)
      const reason = (typeof value === 'string' ? userIdProblem(value) : undefined) ?? 'no user ID'
      throw unusableUserinfo(reason)
    }
    return { ...Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, claimAt(profile, path)])), sub }
  }

  /** @param secrets - more values that must not appear in the log. */
  async #userinfoAnswer(secrets: readonly string[]): Promise<Claims> {
    if (this.#accessToken === undefined)
      throw new LoginError('userinfo_failed', { endpoint: 'userinfo', reason: 'no access token provided' })
    const answer = await requestJson(new URL(this.provider.userinfo_endpoint ?? ''), 'userinfo', {
      headers: { authorization: `Bearer ${this.#accessToken}` },
      secrets: [...this.secrets, ...secrets],
    })
    return z.record(z.string(), z.unknown()).catch({}).parse(answer)
  }
}

const unusableUserinfo = (reason: string) => new LoginError('answer_refused', { endpoint: 'userinfo', reason })

/** @throws LoginError if the person lacks the required claim. */
function assertAdmitted(claims: Claims, required: NonNullable<LoginSettings['requiredClaim']>): void {
  const values = [claimAt(claims, required.claim)].flat().filter((value) => typeof value !== 'object')
  const texts = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  if (!required.values.some((value) => texts.includes(value))) throw new LoginError('claim_required')
}
