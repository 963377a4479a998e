import 'server-only'
import { createHash } from 'node:crypto'
import { compactVerify, decodeProtectedHeader, type JWK } from 'jose'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  ClientSecretPost,
  clockTolerance,
  Configuration,
  customFetch,
  enableNonRepudiationChecks,
  type ClientAuth,
} from 'openid-client'
import { z } from 'zod'
import { idTokenAlgorithms } from '@/lib/config'
import type { BoundedRequest } from '@/lib/request/bounded-request'
import { claimAt, clockToleranceSeconds, hasNoRoles, identityFromClaims, nameOf, userIdAt, type Claims } from './claims'
import { failureOf, failureOfAnswer, LoginError } from './failure'
import { userIdProblem, type Identity } from './identity'
import type { LoginSettings, LoginValues, PlainProvider, Provider } from './provider'
import { warnOfLogin } from './report-failure'
import { fetchKeys, requestJson } from './requests'

const fieldsSchema = z.record(z.string(), z.unknown()).catch({})

interface BegunLogin extends LoginValues {
  code: string
  /** When the browser began this login, in seconds since the epoch. */
  begunAt: number
}

/** Reads a person from a provider at the end of a login. @param secrets - values that must not appear in the log. */
export async function identityFromProvider(
  settings: LoginSettings,
  provider: Provider | PlainProvider,
  begun: BegunLogin,
  secrets: readonly string[],
): Promise<Identity> {
  const { claims: signed = {}, accessToken } = await exchangeCode(settings, provider, begun, secrets)
  const isPlain = 'claims' in provider
  const url = provider.userinfo_endpoint ?? ''
  const request = () => requestUserinfo(url, accessToken)
  const idToken = isPlain ? await readProfile(request, provider.claims) : signed
  const userinfo = isPlain || url === '' ? {} : await readUserinfo(request, idToken)
  const claims = { ...userinfo, ...idToken }
  if (settings.requiredClaim) assertAdmitted(claims, settings.requiredClaim)
  // The missing userinfo could have denied that the address is verified.
  const trustsEmail = settings.trustsEmail && userinfo !== undefined
  const identity = identityFromClaims({ idToken, userinfo: userinfo ?? {} }, { ...settings, trustsEmail })
  const isRoleAsked = settings.operatorRole !== undefined || settings.viewerRole !== undefined
  if (isRoleAsked && identity.roles.length === 0 && hasNoRoles(claims, settings.rolesClaims)) {
    const hint = 'set OIDC_ROLES_CLAIM, or OIDC_SCOPE: see docs/operate/login.md'
    const names = Object.keys(claims).join(', ').slice(0, 1000)
    warnOfLogin({ event: 'operator role not among the claims', claims: names, hint })
  }
  return identity
}

/** @returns undefined if it is missing, and the ID token has a name. */
async function readUserinfo(request: () => Promise<Claims>, idToken: Claims): Promise<Claims | undefined> {
  try {
    const userinfo = await request()
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

async function readProfile(request: () => Promise<Claims>, paths: PlainProvider['claims']): Promise<Claims> {
  const profile = await request()
  const sub = userIdAt(profile, paths.sub)
  if (sub === undefined) {
    const value = claimAt(profile, paths.sub)
    throw unusableUserinfo((typeof value === 'string' ? userIdProblem(value) : undefined) ?? 'no user ID')
  }
  return { ...Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, claimAt(profile, path)])), sub }
}

async function requestUserinfo(url: string, accessToken: string | undefined): Promise<Claims> {
  if (accessToken === undefined)
    throw new LoginError('userinfo_failed', { endpoint: 'userinfo', reason: 'no access token provided' })
  const headers = { authorization: `Bearer ${accessToken}` }
  return fieldsSchema.parse(await requestJson(new URL(url), 'userinfo', { headers }))
}

const unusableUserinfo = (reason: string) => new LoginError('answer_refused', { endpoint: 'userinfo', reason })

function assertAdmitted(claims: Claims, required: NonNullable<LoginSettings['requiredClaim']>): void {
  const values = [claimAt(claims, required.claim)].flat().filter((value) => typeof value !== 'object')
  const texts = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  if (!required.values.some((value) => texts.includes(value))) throw new LoginError('claim_required')
}

const nowSeconds = () => Date.now() / 1000
const textIn = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** Exchanges the code for the claims of the ID token, which openid-client verifies, and an access token. */
async function exchangeCode(
  settings: LoginSettings,
  provider: Provider | PlainProvider,
  { redirectUri, code, state, codeVerifier, nonce, begunAt }: BegunLogin,
  secrets: readonly string[],
) {
  const isPlain = 'claims' in provider
  const { maxAgeSeconds } = settings
  const callback = new URL(`?${new URLSearchParams({ code, state })}`, redirectUri)
  // The provider compared `max_age` when the login began, and a person may take their time there.
  const maxAge = maxAgeSeconds !== undefined && maxAgeSeconds + Math.max(0, nowSeconds() - begunAt)
  const checks = {
    pkceCodeVerifier: codeVerifier,
    expectedState: state,
    idTokenExpected: !isPlain,
    ...(nonce !== undefined && { expectedNonce: nonce }),
    ...(maxAge !== false && { maxAge }),
  }

  let accessToken: string | undefined
  let idToken: unknown
  const requestTokens = async (url: URL, request: BoundedRequest) => {
    const body = fieldsSchema.parse(await requestJson(url, 'token', { ...request, secrets }))
    accessToken = textIn(body['access_token'])
    idToken = body['id_token'] ?? undefined
    // GitHub and Slack report a failure with status 200
    // (https://docs.github.com/apps/oauth-apps/maintaining-oauth-apps/troubleshooting-oauth-app-access-token-request-errors,
    // https://docs.slack.dev/reference/methods/openid.connect.token).
    if (isPlain ? accessToken !== undefined : idToken || typeof body['error'] !== 'string') return
    const tokens = [accessToken, body['refresh_token']].flatMap((token) => textIn(token) ?? [])
    throw failureOfAnswer({ endpoint: 'token', status: 200, body }, [...secrets, ...tokens])
  }

  const configuration = configurationOf(settings, provider)
  configuration[customFetch] = async (address, { method, headers, body }) => {
    const url = new URL(address)
    if (method === 'GET') return Response.json({ keys: await withoutNamesakes(await fetchKeys(url), String(idToken)) })
    await requestTokens(url, { method, headers, body: z.instanceof(URLSearchParams).parse(body).toString() })
    // openid-client refuses odd fields, and needs an access token and a type, which some providers do not send.
    return Response.json({ access_token: accessToken ?? 'none', token_type: 'bearer', id_token: idToken })
  }

  try {
    const claims = (await authorizationCodeGrant(configuration, callback, checks)).claims()
    if (claims) {
      assertClaims(claims, { clientId: settings.clientId, accessToken, idToken: String(idToken) })
      assertRecentLogin(claims, maxAgeSeconds, { begunAt, now: nowSeconds() })
    }
    return { claims, accessToken }
  } catch (error) {
    throw failureOf(error, 'token')
  }
}

function configurationOf(
  { clientId, clientSecret }: LoginSettings,
  { issuer, token_endpoint, jwks_uri, clientAuth }: Provider | PlainProvider,
): Configuration {
  const server = {
    issuer,
    token_endpoint,
    ...(jwks_uri && { jwks_uri }),
    id_token_signing_alg_values_supported: [...idTokenAlgorithms],
  }
  const authentication =
    clientAuth === 'client_secret_basic' ? secretInHeader(clientSecret) : ClientSecretPost(clientSecret)
  const client = { [clockTolerance]: clockToleranceSeconds }
  const configuration = new Configuration(server, clientId, client, authentication)
  // `boundedRequest` has its own limit.
  configuration.timeout = 0
  if ([token_endpoint, jwks_uri].some((address) => address?.startsWith('http:'))) allowInsecureRequests(configuration)
  if (jwks_uri) enableNonRepudiationChecks(configuration)
  return configuration
}

/** RFC 6749, section 2.3.1. openid-client also encodes `-`, `_`, `.` and `~`, which servers that do not decode refuse. */
const secretInHeader =
  (clientSecret: string): ClientAuth =>
  (_server, { client_id: clientId }, _body, headers) => {
    const [id, secret] = [clientId, clientSecret].map((text) => encodeURIComponent(text).replaceAll('%20', '+'))
    headers.set('Authorization', `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`)
  }

/** Some providers give several keys one `kid`, which openid-client refuses. So this leaves only the one that has signed. */
async function withoutNamesakes(keys: JWK[], idToken: string): Promise<JWK[]> {
  const { kid } = decodeProtectedHeader(idToken)
  for (const key of keys.filter((key) => kid !== undefined && key.kid === kid)) {
    const isSigner = await compactVerify(idToken, key).then(Boolean, () => false)
    if (isSigner) return [key]
  }
  return keys
}

const refused = (reason: string) => new LoginError('id_token_refused', { endpoint: 'token', reason })

/** Checks what openid-client leaves to the app. */
function assertClaims(
  { azp, iat, at_hash: hash }: Claims,
  { clientId, accessToken, idToken }: { clientId: string; accessToken: string | undefined; idToken: string },
): void {
  if (azp !== undefined && azp !== clientId) throw refused('azp mismatch')
  if (Number(iat) > nowSeconds() + clockToleranceSeconds) throw refused('iat is in the future')
  if (hash === undefined || accessToken === undefined) return
  // OpenID Connect Core 1.0, section 3.1.3.6. EdDSA and Ed25519 do not name their hash, which is SHA-512.
  const [bits = '512'] = /(?<=S)\d{3}$/.exec(String(decodeProtectedHeader(idToken).alg)) ?? []
  const digest = createHash(`sha${bits}`).update(accessToken).digest()
  if (hash !== digest.subarray(0, digest.length / 2).toString('base64url')) throw refused('at_hash mismatch')
}

/**
 * Checks that a person has signed in as recently as `max_age` demands (OpenID Connect Core 1.0, section 3.1.2.1). A
 * browser can remove `max_age` from the request, and some providers ignore it. openid-client compares with our clock
 * and tolerates a minute. This function compares only times of the provider's clock.
 *
 * @param login.begunAt - the provider compared `max_age` after this time. In seconds, as `now` is.
 */
export function assertRecentLogin(
  { auth_time: authTime, iat }: Claims,
  maxAgeSeconds: number | undefined,
  { begunAt, now }: { begunAt: number; now: number },
): void {
  if (maxAgeSeconds === undefined) return
  // Probably in milliseconds.
  if (Number(authTime) > now + clockToleranceSeconds) throw new LoginError('login_age_unknown', { endpoint: 'token' })
  // Tokens and cookies have whole seconds, which the provider compares too.
  const roundingSeconds = maxAgeSeconds === 0 ? 1 : 2
  const maxAge = maxAgeSeconds + Math.max(0, now - begunAt) + roundingSeconds
  if (Number(iat) - Number(authTime) >= maxAge) throw new LoginError('login_too_old', { endpoint: 'token' })
}
