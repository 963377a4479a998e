import { z } from 'zod'
import { failureByError, LoginError } from '../../lib/auth/failure'
import { fetchProvider, type OidcSettings, type Provider, type ProviderSettings } from '../../lib/auth/provider'
import { openIdProviderIds, withVariablesOf, type People } from '../../lib/auth/people'
import { judgeAuthorization, redirectAddressOf } from './authorization'
import { ownCaHint, sendRequest } from './http'
import { judgeIdTokens } from './id-tokens'
import { hint, holds, unknown, verdictOf, wrong, type Verdict } from './verdict'

const discoveryRemedies: Partial<Record<LoginError['code'], string>> = {
  provider_away: "Check OIDC_ISSUER, that the provider runs, and that this machine and the app's server reach it.",
  provider_unsupported:
    'Change that, or use another provider. docs/operate/login.md says what the app needs from a provider.',
}

/** An OpenID login of the app that the checks judge. */
export interface OpenIdLogin<Settings = OidcSettings> {
  /** The people who use this login. They decide the names of its variables. */
  people: People
  settings: Settings
  /** Reads the provider's description. */
  provider: () => Promise<Provider>
}

/** Makes a login that reads the provider's description once for all checks. */
export function openIdLogin<Settings extends ProviderSettings>(
  people: People,
  settings: Settings,
): OpenIdLogin<Settings> {
  let reading: Promise<Provider> | undefined
  return { people, settings, provider: () => (reading ??= fetchProvider(settings)) }
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
    const todo = 'Set OIDC_ISSUER to the address in front of /.well-known/openid-configuration of your provider.'
    const what = `The provider at ${settings.issuer} cannot be used (${reason}).`
    return wrong(what, ownCaHint(reason) ?? discoveryRemedies[error.code] ?? todo)
  }
}

/** A login with the description of its provider. */
interface Login extends Omit<OpenIdLogin, 'provider'> {
  provider: Provider
  /** The URL under which browsers reach the app. */
  ownAddress: URL
}

type LoginCheck = (login: Login) => Promise<Verdict> | Verdict

/** The checks of a login that need no user, with the id and the title of the doctor's finding. */
export const loginChecks: readonly [id: string, title: string, judge: LoginCheck][] = [
  ['client-secret', 'Client secret', judgeSecret],
  ['sign-in-request', 'Sign-in request', judgeSignInRequest],
  ['id-tokens', 'ID tokens', judgeIdTokens],
  ['login-age', 'Login age', judgeLoginAge],
]

const notChecked = unknown('Not checked: the provider cannot be used.')

/** Runs one check of a login. */
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

/** RFC 7636, appendix B. */
const codeVerifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const codeChallenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

/** Checks whether the provider accepts the client, the redirect URL and the scopes of a sign-in request. */
async function judgeSignInRequest({ people, provider, settings, ownAddress }: Login): Promise<Verdict> {
  const { clientId, scope, maxAgeSeconds, prompt, usesNonce } = settings
  const address = new URL(provider.authorization_endpoint)
  const query = {
    client_id: clientId,
    redirect_uri: redirectAddressOf(ownAddress, openIdProviderIds[people]),
    response_type: 'code',
    scope,
    // Random values, because this sign-in is never completed.
    state: crypto.randomUUID(),
    nonce: usesNonce ? crypto.randomUUID() : undefined,
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
    max_age: maxAgeSeconds,
    prompt,
  }
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) address.searchParams.set(name, String(value))
  }
  const verdict = await judgeAuthorization(address, ownAddress, people)
  const unlisted = scope.split(' ').filter((name) => name && !(provider.scopes_supported ?? [name]).includes(name))
  if (verdict.state !== 'holds' || unlisted.length === 0) return verdict
  return hint(
    verdict.what,
    `The provider does not list ${unlisted.join(', ')} of OIDC_SCOPE: check that it knows them.`,
  )
}

/** The error of a token response (RFC 6749, section 5.2). */
const tokenError = z.object({ error: z.string().max(100) })

/** Checks whether the provider accepts the client secret. A provider checks it before it refuses a made-up code. */
async function judgeSecret({ people, provider, settings, ownAddress }: Login): Promise<Verdict> {
  const { clientId, clientSecret } = settings
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: crypto.randomUUID(),
    redirect_uri: redirectAddressOf(ownAddress, openIdProviderIds[people]),
    code_verifier: codeVerifier,
  })
  const headers: Record<string, string> = { 'Content-Type': 'application/x-www-form-urlencoded' }
  if (provider.clientAuth === 'client_secret_post') {
    body.set('client_id', clientId)
    body.set('client_secret', clientSecret)
  } else {
    const credentials = [clientId, clientSecret]
      .map((part) => encodeURIComponent(part).replaceAll('%20', '+'))
      .join(':')
    headers['Authorization'] = `Basic ${Buffer.from(credentials).toString('base64')}`
  }
  const request = { method: 'POST', headers, body: body.toString() } as const
  const response = await sendRequest(new URL(provider.token_endpoint), request)
  const { error } = tokenError.safeParse(await new Response(response.text).json().catch(() => null)).data ?? {}
  const code = error === undefined ? undefined : failureByError(error, {}, []).code
  if (code === 'code_refused') return holds('The provider takes the client secret, and refuses a made-up code.')
  if (code === 'client_refused') {
    const todo = "Set OIDC_CLIENT_ID and OIDC_CLIENT_SECRET to those of this app's client there."
    return wrong(`The provider refuses the client with ${provider.clientAuth} (${error}).`, todo + otherWay(provider))
  }
  return unknown(`The provider's answer to a made-up code (${response.status}) says nothing about the client secret.`)
}

/** Returns the hint to send the client secret by the other method, if the provider lists that method too. */
function otherWay({ clientAuth, token_endpoint_auth_methods_supported: listed }: Provider): string {
  const other = clientAuth === 'client_secret_basic' ? 'post' : 'basic'
  if (!listed?.includes(`client_secret_${other}`)) return ''
  return ` If they are right, the client may be registered for client_secret_${other}: set OIDC_CLIENT_AUTH=${other}.`
}

/** Checks whether the provider lists `auth_time`. With OIDC_MAX_AGE_SECONDS, the app refuses ID tokens without it. */
export function judgeLoginAge({
  provider,
  settings: { issuer, maxAgeSeconds },
}: Pick<Login, 'provider' | 'settings'>): Verdict {
  if (maxAgeSeconds === undefined) return holds('OIDC_MAX_AGE_SECONDS is not set, so a login may have any age.')
  const { claims_supported: claims } = provider
  const todo =
    'Remove OIDC_MAX_AGE_SECONDS, have the provider add auth_time to ID tokens, or set OIDC_PROMPT=login instead.'
  if (claims && !claims.includes('auth_time')) {
    return wrong('The provider does not list the claim auth_time. Without it every sign-in fails.', todo)
  }
  if (new URL(issuer).hostname === 'login.microsoftonline.com') {
    const what = 'Entra ID has the claim auth_time in ID tokens where the registration of the app adds it.'
    return hint(what, 'Add it there, under the optional claims of ID tokens: without it every sign-in fails.')
  }
  if (claims) return holds('The provider lists the claim auth_time.')
  return hint(
    'The provider does not say which claims it has.',
    `If its ID tokens have no auth_time, every sign-in fails. ${todo}`,
  )
}
