import { LoginError } from '../../lib/auth/failure'
import { openIdProviderIds, redirectAddressOf, withVariablesOf, type People } from '../../lib/auth/people'
import { fetchProvider, signOutUrlAt, type OidcSettings, type Provider } from '../../lib/auth/provider'
import { idTokenAlgorithms, type Config } from '../../lib/config'
import { ownCaHint, sendRequest } from './http'
import { fetchKeys, namelessKeys, verifies } from './key-set'
import { judgeJwks, judgeLoginUrl, judgeSiteClock } from './own-site'
import { hint, holds, unknown, verdictOf, wrong, type Verdict } from './verdict'

/* Checks of the configured logins. They read what a login publishes. Only a sign-in shows whether it takes the client. */

type LoginCheck = readonly [id: string, title: string, judge: () => Promise<Verdict>]

/** Returns the checks of the configured logins, each with the id and the title of the doctor's finding. */
export function loginChecks({ app, login }: Config): LoginCheck[] {
  const { oidc, site, staff, signOutUrl, staffSignOutUrl } = login
  const checks: LoginCheck[] = oidc ? openIdChecks('users', oidc, { signOutUrl, origin: app.origin }) : []
  if (site) {
    const { url, jwksUrl } = site
    checks.push(['own-site', 'LOGIN_URL', () => judgeLoginUrl(url)])
    if (jwksUrl) checks.push(['own-site-keys', 'LOGIN_JWKS_URL', () => judgeJwks(jwksUrl)])
    checks.push(['own-site-clock', "Own site's clock", () => judgeSiteClock(url)])
  }
  if (!oidc && signOutUrl instanceof URL)
    checks.push(['sign-out', 'Sign-out', () => verdictOf(() => judgeSignOutLink(signOutUrl))])
  if (staff) checks.push(...openIdChecks('staff', staff, { signOutUrl: staffSignOutUrl, origin: app.origin }))
  return checks
}

interface Login {
  people: People
  settings: OidcSettings
  signOutUrl: Config['login']['signOutUrl']
  origin: string
  provider: Provider
}

const checksOfOpenId: readonly [id: string, title: string, judge: (login: Login) => Promise<Verdict> | Verdict][] = [
  ['sign-in-request', 'Sign-in request', judgeSignInRequest],
  ['id-tokens', 'ID tokens', judgeIdTokens],
  ['login-age', 'Login age', judgeLoginAge],
  ['sign-out', 'Sign-out', judgeSignOut],
]

function openIdChecks(
  people: People,
  settings: OidcSettings,
  rest: Pick<Login, 'signOutUrl' | 'origin'>,
): LoginCheck[] {
  let reading: Promise<Provider | LoginError> | undefined
  /** Reads the provider's description once for all checks. */
  const described = () => (reading ??= fetchProvider(settings).catch(toLoginError))
  const check = (id: string, title: string, judge: (given: Provider | LoginError) => Promise<Verdict> | Verdict) => {
    const named = async (): Promise<Verdict> => {
      const { state, what, todo } = await verdictOf(async () => judge(await described()))
      return { state, what: withVariablesOf(people, what), todo: todo && withVariablesOf(people, todo) }
    }
    return people === 'staff' ? ([`console-${id}`, `Staff: ${title}`, named] as const) : ([id, title, named] as const)
  }
  return [
    check('provider', 'OpenID provider', (given) => judgeDescription(settings.issuer, given)),
    ...checksOfOpenId.map(([id, title, judge]) =>
      check(id, title, (given) =>
        given instanceof LoginError
          ? unknown('Not checked: the provider cannot be used.')
          : judge({ people, settings, ...rest, provider: given }),
      ),
    ),
  ]
}

function toLoginError(error: unknown): LoginError {
  if (error instanceof LoginError) return error
  throw error
}

const chooseKey =
  'choose a key (RS256 or ES256) at the provider, because the app takes no ID token signed with the secret.'

/** Checks whether the OpenID provider answers, has the expected issuer, and supports what the app needs. */
function judgeDescription(issuer: string, given: Provider | LoginError): Verdict {
  if (!(given instanceof LoginError)) return holds(`The provider at ${issuer} describes itself as it should.`)
  const { reason = '' } = given.details
  const what = `The provider at ${issuer} cannot be used (${reason}).`
  if (/\bHS\d/.test(reason)) return wrong(what, `Change that: ${chooseKey}`)
  if (given.code === 'provider_away') {
    const todo = "Check OIDC_ISSUER, that the provider runs, and that this machine and the app's server reach it."
    return wrong(what, ownCaHint(reason) ?? todo)
  }
  if (given.code === 'provider_unsupported') {
    const todo = 'Change that, or use another provider. docs/operate/login.md says what the app needs from a provider.'
    return wrong(what, todo)
  }
  const todo =
    'Set OIDC_ISSUER to the address in front of /.well-known/openid-configuration of your provider, which answers there with JSON.'
  return wrong(what, ownCaHint(reason) ?? todo)
}

/** Says what to register at the provider. Only a sign-in shows whether it is. */
function judgeSignInRequest({ people, settings, origin, provider }: Login): Verdict {
  const redirectAddress = redirectAddressOf({ origin }, openIdProviderIds[people])
  const scopes = settings.scope.split(' ').filter(Boolean)
  const unlisted = scopes.filter((name) => !(provider.scopes_supported ?? [name]).includes(name))
  const ofScopes = `The provider does not list ${unlisted.join(', ')} of OIDC_SCOPE: check that it knows them.`
  return unknown(
    `The app asks ${new URL(provider.authorization_endpoint).host} for ${scopes.join(', ')}, with the redirect URL ${redirectAddress}, and sends its secret by ${provider.clientAuth}.`,
    [
      'Register the redirect URL there for the client OIDC_CLIENT_ID, letter for letter. Then sign in once in a private window: a failure names its cause.',
      ...(unlisted.length > 0 ? [ofScopes] : []),
    ].join(' '),
  )
}

function judgeIdTokens({ provider }: Login): Promise<Verdict> {
  const { id_token_signing_alg_values_supported, jwks_uri: address } = provider
  // OpenID Connect Discovery 1.0 requires RS256.
  const listed = id_token_signing_alg_values_supported ?? ['RS256']
  return verdictOf(
    async () => {
      const keys = await fetchKeys(new URL(address))
      if (typeof keys === 'string') {
        const todo = 'Have the provider publish its keys there. Without them every sign-in fails.'
        return wrong(`The provider's keys at ${address} cannot be read (${keys}).`, todo)
      }
      const keysFor = (algorithm: string) => keys.filter((key) => verifies(key, algorithm))
      const accepted = idTokenAlgorithms.filter((algorithm) => listed.includes(algorithm))
      const verifiable = idTokenAlgorithms.filter((algorithm) => keysFor(algorithm).length > 0)
      if (verifiable.length === 0) {
        const todo = `Give the provider a key that signs ID tokens. Without it every sign-in fails: ${chooseKey}`
        return wrong(`The provider publishes no key for ID tokens by ${accepted.join(' or ')}.`, todo)
      }
      // Some providers list fewer algorithms than they use.
      const both = verifiable.filter((algorithm) => accepted.includes(algorithm))
      const usable = both.length > 0 ? both : verifiable
      for (const algorithm of usable) {
        const nameless = namelessKeys(keysFor(algorithm))
        if (nameless === 0) continue
        const what = `The provider has ${nameless} keys for ${algorithm} without a kid, so no ID token can name its key.`
        return wrong(what, 'Have the provider give each key a kid, or keep only the one that signs.')
      }
      const what = `The app takes ID tokens by ${usable.join(' or ')}, for which the provider has a key.`
      const bySecret = listed.filter((name) => /^HS\d+$/.test(name))
      return bySecret.length === 0
        ? holds(what)
        : hint(what, `If this client is registered there for ${bySecret.join(' or ')}: ${chooseKey}`)
    },
    `Let this app's server read the provider's keys at ${new URL(address).host}. It reads at most 256 KB, and waits at most 10 seconds.`,
  )
}

/** Checks whether the provider lists `auth_time`. With OIDC_MAX_AGE_SECONDS, the app refuses ID tokens without it. */
export function judgeLoginAge({
  provider: { claims_supported: claims },
  settings: { issuer, maxAgeSeconds },
}: Pick<Login, 'provider' | 'settings'>): Verdict {
  if (maxAgeSeconds === undefined) return holds('OIDC_MAX_AGE_SECONDS is not set, so a login may have any age.')
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

/** Judges the page after signing out of a login at an OpenID provider. @throws UnreachableError */
async function judgeSignOut({ provider, settings, signOutUrl: chosen }: Login): Promise<Verdict> {
  const url = signOutUrlAt(provider, { clientId: settings.clientId, chosen })
  if (url !== null) return judgeSignOutLink(new URL(url))
  const noPage = provider.end_session_endpoint
    ? 'is known to answer such a link with an error'
    : 'names no sign-out page'
  const reason = chosen === 'none' ? 'LOGIN_SIGN_OUT_URL is none' : `The provider ${noPage}`
  return holds(`${reason}, so the page after signing out has no link.`)
}

/** Opens the link of the page after signing out, as a person without a session there. @throws UnreachableError */
async function judgeSignOutLink(address: URL): Promise<Verdict> {
  const { status } = await sendRequest(address, { headers: { Accept: 'text/html' } })
  const what = `The link after signing out leads to ${address.origin}${address.pathname}`
  if (status < 400) return holds(`${what}, which answers without an error status.`)
  return unknown(
    `${what}, which answers a visitor without a session with an error (${status}).`,
    'Sign in and out once. If the link shows people an error, set LOGIN_SIGN_OUT_URL to another page, or to none to hide the link.',
  )
}
