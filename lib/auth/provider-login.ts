import 'server-only'
import { z } from 'zod'
import { exchangeCode, type BegunLogin } from './authorization-code'
import { claimAt, identityFromClaims, hasNoRoles, nameOf, userIdAt, type Claims } from './claims'
import { LoginError } from './failure'
import { userIdProblem, type Identity } from './identity'
import { requestJson } from './json-request'
import type { LoginSettings, PlainProvider, Provider } from './provider'
import { warnOfLogin } from './report-failure'

/** The max length of the list of claim names in the log. */
const maxNamesLength = 1000

/**
 * Reads a person from a provider at the end of a login.
 *
 * @param secrets - values that must not appear in the log. The login adds its tokens.
 * @throws LoginError
 */
export async function identityFromProvider(
  settings: LoginSettings,
  provider: Provider | PlainProvider,
  begun: BegunLogin,
  secrets: string[],
): Promise<Identity> {
  const { claims: signed = {}, accessToken } = await exchangeCode(settings, provider, begun, secrets)
  const request = { url: provider.userinfo_endpoint ?? '', accessToken }
  const isPlain = 'claims' in provider
  const idToken = isPlain ? await profileAt(request, provider.claims) : signed
  const userinfo = isPlain || request.url === '' ? {} : await userinfoAt(request, idToken)
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

interface UserinfoRequest {
  url: string
  accessToken: string | undefined
}

/** @returns undefined if it is missing, and the ID token has a name. */
async function userinfoAt(request: UserinfoRequest, idToken: Claims): Promise<Claims | undefined> {
  try {
    const userinfo = await requestUserinfo(request)
    const { sub } = userinfo
    if (sub === undefined || sub === null) throw unusableUserinfo('no sub')
    if (sub !== idToken['sub'])
      throw new LoginError('another_person', { endpoint: 'userinfo', reason: 'userinfo sub mismatch' })
    return userinfo
  } catch (error) {
    const isMissing = error instanceof LoginError && error.code !== 'another_person'
    if (!isMissing || nameOf(idToken) === undefined) throw error
    warnOfLogin({ event: 'userinfo is missing', code: error.code, ...error.details })
    return undefined
  }
}

/** Reads the person's claims from a provider without ID tokens, and names them as in OpenID Connect. */
async function profileAt(request: UserinfoRequest, paths: PlainProvider['claims']): Promise<Claims> {
  const profile = await requestUserinfo(request)
  const sub = userIdAt(profile, paths.sub)
  if (sub === undefined) {
    const value = claimAt(profile, paths.sub)
    const reason = (typeof value === 'string' ? userIdProblem(value) : undefined) ?? 'no user ID'
    throw unusableUserinfo(reason)
  }
  return { ...Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, claimAt(profile, path)])), sub }
}

async function requestUserinfo({ url, accessToken }: UserinfoRequest): Promise<Claims> {
  if (accessToken === undefined)
    throw new LoginError('userinfo_failed', { endpoint: 'userinfo', reason: 'no access token provided' })
  const headers = { authorization: `Bearer ${accessToken}` }
  const answer = await requestJson(new URL(url), 'userinfo', { headers })
  return z.record(z.string(), z.unknown()).catch({}).parse(answer)
}

const unusableUserinfo = (reason: string) => new LoginError('answer_refused', { endpoint: 'userinfo', reason })

/** @throws LoginError if the person lacks the required claim. */
function assertAdmitted(claims: Claims, required: NonNullable<LoginSettings['requiredClaim']>): void {
  const values = [claimAt(claims, required.claim)].flat().filter((value) => typeof value !== 'object')
  const texts = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  if (!required.values.some((value) => texts.includes(value))) throw new LoginError('claim_required')
}
