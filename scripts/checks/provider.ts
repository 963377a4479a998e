import { z } from 'zod'
import { exchangeCode } from '../../lib/auth/provider-login'
import { LoginError } from '../../lib/auth/failure'
import {
  authorizationUrl,
  fetchProvider,
  signOutUrlAt,
  type OidcSettings,
  type Provider,
  type ProviderSettings,
} from '../../lib/auth/provider'
import { openIdProviderIds, redirectAddressOf, withVariablesOf, type People } from '../../lib/auth/people'
import type { Config } from '../../lib/config'
import { judgeAuthorization, refusalAt } from './authorization'
import { ownCaHint, sendRequest } from './http'
import { chooseKey, judgeIdTokens } from './id-tokens'
import { hint, holds, unknown, verdictOf, wrong, type Verdict } from './verdict'

const discoveryRemedies: Partial<Record<LoginError['code'], string>> = {
  provider_away: "Check OIDC_ISSUER, that the provider runs, and that this machine and the app's server reach it.",
  provider_unsupported:
    'Change that, or use another provider. docs/operate/login.md says what the app needs from a provider.',
}

export interface OpenIdLogin<Settings = OidcSettings> {
  /** The people who use this login. They decide the names of its variables. */
  people: People
  settings: Settings
  signOutUrl?: Config['login']['signOutUrl']
  provider: () => Promise<Provider>
}

/** Makes a login that reads the provider's description once for all checks. */
export function openIdLogin<Settings extends ProviderSettings>(
  people: People,
  settings: Settings,
  signOutUrl?: Config['login']['signOutUrl'],
): OpenIdLogin<Settings> {
  let reading: Promise<Provider> | undefined
  return { people, settings, signOutUrl, provider: () => (reading ??= fetchProvider(settings)) }
}

/** Puts the variable names of these people's login into a verdict. */
const verdictFor = (people: People, { state, what, todo }: Verdict): Verdict => ({
  state,
  what: withVariablesOf(people, what),
  todo: todo && withVariablesOf(people, todo),
})

/** Checks whether the OpenID provider answers, has the expected issuer, and supports what the app needs. */
export async function judgeProvider(login: OpenIdLogin<ProviderSettings>): Promise<Verdict> {
  return verdictFor(login.people, await judgeDescription(login))
}

async function judgeDescription({ settings, provider }: OpenIdLogin<ProviderSettings>): Promise<Verdict> {
  try {
    await provider()
    return holds(`The provider at ${settings.issuer} describes itself as it should.`)
  } catch (error) {
    if (!(error instanceof LoginError)) throw error
    const { reason = '' } = error.details
    const todo =
      'Set OIDC_ISSUER to the address in front of /.well-known/openid-configuration of your provider, which answers there with JSON.'
    const what = `The provider at ${settings.issuer} cannot be used (${reason}).`
    // Another issuer, or a description that lacks something, is a description.
    const isMissing = error.code !== 'provider_away' && /^(?:status|no JSON|unexpected jwks_uri)/.test(reason)
    const plain = isMissing ? await plainDescription(settings.issuer, reason) : undefined
    if (plain) {
      return wrong(
        `${what} It describes itself at ${plain} as a server of OAuth 2.0, without OpenID Connect.`,
        'Switch OpenID Connect on there, or use another provider: the app needs its description and ID tokens.',
      )
    }
    if (/\bHS\d/.test(reason)) return wrong(what, `Change that: ${chooseKey}`)
    return wrong(what, ownCaHint(reason) ?? discoveryRemedies[error.code] ?? todo)
  }
}

/** Returns the URL of the issuer's description of OAuth 2.0 (RFC 8414, section 3), if there is one. */
async function plainDescription(issuer: string, reason: string): Promise<string | undefined> {
  const withoutSlash = (address: string) => address.replace(/\/+$/, '')
  const { origin, pathname } = new URL(issuer)
  const wellKnown = '/.well-known/oauth-authorization-server'
  // The standard inserts it before the path; some servers append it.
  const standard = [wellKnown + withoutSlash(pathname), withoutSlash(pathname) + wellKnown]
  // Some servers answer with it in place of the description of OpenID Connect, which has keys.
  const isInPlace = reason.endsWith('jwks_uri')
  const paths = new Set(isInPlace ? [`${withoutSlash(pathname)}/.well-known/openid-configuration`] : standard)
  const schema = z.object({
    issuer: z.string(),
    token_endpoint: z.string(),
    jwks_uri: (isInPlace ? z.null() : z.unknown()).optional(),
  })
  for (const address of Array.from(paths, (path) => origin + path)) {
    const { text } = await sendRequest(new URL(address)).catch(() => ({ text: '' }))
    const described = schema.safeParse(await jsonIn(text)).data
    if (described && withoutSlash(described.issuer) === withoutSlash(issuer)) return address
  }
  return undefined
}

const jsonIn = (text: string): Promise<unknown> => new Response(text).json().catch(() => null)

interface Login extends Omit<OpenIdLogin, 'provider'> {
  provider: Provider
  ownAddress: URL
}

type LoginCheck = (login: Login) => Promise<Verdict> | Verdict

/** The checks of a login that need no user, with the id and the title of the doctor's finding. */
export const loginChecks: readonly [id: string, title: string, judge: LoginCheck][] = [
  ['client-secret', 'Client secret', judgeSecret],
  ['sign-in-request', 'Sign-in request', judgeSignInRequest],
  ['id-tokens', 'ID tokens', judgeIdTokens],
  ['login-age', 'Login age', judgeLoginAge],
  ['sign-out', 'Sign-out', judgeSignOut],
]

const notChecked = unknown('Not checked: the provider cannot be used.')

export async function judgeLoginBy(judge: LoginCheck, login: OpenIdLogin, ownAddress: URL): Promise<Verdict> {
  try {
    const read = { ...login, provider: await login.provider(), ownAddress }
    return verdictFor(login.people, await verdictOf(() => judge(read)))
  } catch (error) {
    if (!(error instanceof LoginError)) throw error
    return notChecked
  }
}

/** Runs all checks of a login. If the app cannot use the provider, returns one verdict that says so. */
export async function judgeLogin(login: OpenIdLogin, ownAddress: URL): Promise<Verdict[]> {
  const verdicts = await Promise.all(loginChecks.map(([, , judge]) => judgeLoginBy(judge, login, ownAddress)))
  return verdicts.includes(notChecked) ? [notChecked] : verdicts
}

/** Returns the values of a login that is never completed. */
const loginValues = ({ people, ownAddress }: Login) => ({
  redirectUri: redirectAddressOf(ownAddress, openIdProviderIds[people]),
  state: crypto.randomUUID(),
  nonce: crypto.randomUUID(),
  // RFC 7636, appendix B.
  codeVerifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
})

/** Checks whether the provider accepts the client, the redirect URL and the scopes of a sign-in request. */
async function judgeSignInRequest(login: Login): Promise<Verdict> {
  const { people, provider, settings, ownAddress } = login
  const { scope, usesNonce } = settings
  const values = loginValues(login)
  const nonce = usesNonce ? values.nonce : undefined
  const address = authorizationUrl(provider, settings, { ...values, nonce })
  const verdict = await judgeAuthorization(address, ownAddress, people)
  const unlisted = scope.split(' ').filter((name) => name && !(provider.scopes_supported ?? [name]).includes(name))
  if (verdict.state !== 'holds' || unlisted.length === 0) return verdict
  return hint(
    verdict.what,
    `The provider does not list ${unlisted.join(', ')} of OIDC_SCOPE: check that it knows them.`,
  )
}

/** Asks for tokens with a made-up code. Returns the failure that the app would log, and the same in words. */
async function answerToCode(login: Login, clientSecret: string) {
  const { provider, settings } = login
  const begun = { ...loginValues(login), code: crypto.randomUUID(), begunAt: Date.now() / 1000 }
  const secrets = [clientSecret, begun.code, begun.codeVerifier]
  const exchange = exchangeCode({ ...settings, clientSecret }, provider, begun, secrets)
  const failure = await exchange.then(() => undefined, toLoginError)
  const { reason, description } = failure?.details ?? { reason: 'it takes a made-up code' }
  return { code: failure?.code, said: description === undefined ? `${reason}` : `${reason}: ${description}` }
}

function toLoginError(error: unknown): LoginError {
  if (error instanceof LoginError) return error
  throw error
}

/**
 * Checks whether the provider accepts the client secret. Most providers check it before they refuse a made-up code. The
 * answer to a made-up secret shows whether this one does.
 */
async function judgeSecret(login: Login): Promise<Verdict> {
  const { provider, settings } = login
  const right = await answerToCode(login, settings.clientSecret)
  if (right.code === 'client_refused') {
    const todo = "Set OIDC_CLIENT_ID and OIDC_CLIENT_SECRET to those of this app's client there."
    return wrong(
      `The provider refuses the client with ${provider.clientAuth} (${right.said}).`,
      todo + otherWay(provider),
    )
  }
  const todo = 'Sign in once. If the secret is wrong, the log says client_refused.'
  if (right.code === 'provider_away')
    return unknown(`The token endpoint does not work now (${right.said}).`, 'Run this again later.')
  const other = await answerToCode(login, crypto.randomUUID())
  if (other.code !== 'client_refused') {
    const what = `The provider does not blame the client for a made-up client secret (${other.said})`
    return unknown(`${what}, so nothing is known of yours (${right.said}).`, todo)
  }
  return holds(`The provider takes the client secret (${right.said}), and refuses a made-up one (${other.said}).`)
}

/** Returns the hint to send the client secret by the other method, unless the provider lists only this method. */
function otherWay({ clientAuth, token_endpoint_auth_methods_supported: listed }: Provider): string {
  const other = clientAuth === 'client_secret_basic' ? 'post' : 'basic'
  if (listed && !listed.includes(`client_secret_${other}`)) return ''
  return ` If they are right, the client may be registered for client_secret_${other}: set OIDC_CLIENT_AUTH=${other}.`
}

/** Judges the page after signing out of a login at an OpenID provider. */
async function judgeSignOut({ provider, settings, signOutUrl: chosen, ownAddress }: Login): Promise<Verdict> {
  const url = signOutUrlAt(provider, { clientId: settings.clientId, chosen })
  if (url !== null) return judgeSignOutLink(new URL(url), ownAddress)
  const noPage = provider.end_session_endpoint
    ? 'is known to answer such a link with an error'
    : 'names no sign-out page'
  const reason = chosen === 'none' ? 'LOGIN_SIGN_OUT_URL is none' : `The provider ${noPage}`
  return holds(`${reason}, so the page after signing out has no link.`)
}

/** Opens the link of the page after signing out, as a person without a session there. @throws UnreachableError */
export async function judgeSignOutLink(address: URL, ownAddress: URL): Promise<Verdict> {
  const { said } = await refusalAt(address, ownAddress)
  const what = `The link after signing out leads to ${address.origin}${address.pathname}`
  if (said === undefined) return holds(`${what}, which answers without an error status.`)
  return unknown(
    `${what}, which answers a visitor without a session with an error (${said}).`,
    'Sign in and out once. If the link shows people an error, set LOGIN_SIGN_OUT_URL to another page, or to none to hide the link.',
  )
}

/** Checks whether the provider lists `auth_time`. With OIDC_MAX_AGE_SECONDS, the app refuses ID tokens without it. */
export function judgeLoginAge({
  provider,
  settings: { issuer, maxAgeSeconds },
}: Pick<Login, 'provider' | 'settings'>): Verdict {
  if (maxAgeSeconds === undefined) return holds('OIDC_MAX_AGE_SECONDS is not set, so a login may have any age.')
  const { claims_supported: claims } = provider
  const todo =
    'Sign in once. If the log says login_age_unknown, have the provider add auth_time to ID tokens, or set OIDC_PROMPT=login instead of OIDC_MAX_AGE_SECONDS.'
  if (new URL(issuer).hostname === 'login.microsoftonline.com') {
    return unknown(
      'Entra ID sends auth_time in ID tokens if the registration of the app adds it.',
      `Add it there, under the optional claims of ID tokens. ${todo}`,
    )
  }
  if (claims?.includes('auth_time')) return holds('The provider lists the claim auth_time.')
  // The list need not be complete (OpenID Connect Discovery 1.0, section 3).
  return unknown(
    claims
      ? 'The provider does not list the claim auth_time, which it may send nevertheless.'
      : 'The provider does not say which claims it has.',
    todo,
  )
}
