import 'server-only'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { config, idTokenAlgorithms, type Config } from '@/lib/config'
import { log } from '@/lib/log'
import { count } from '@/lib/metrics'
import { processSingleton } from '@/lib/process-singleton'
import { boundedRequest } from '@/lib/request/bounded-request'
import { isHttpsOrLoopback, quotesSecret, visibleText } from '@/lib/service'
import { failureOf, failureOfAnswer, LoginError } from './failure'
import { oidcOf, type People } from './people'
import { SharedAnswer } from './shared-answer'

const minuteMs = 60_000
const metadataTimes = { freshMs: 10 * minuteMs, staleMs: 24 * 60 * minuteMs, failureMs: 5000 }

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

const endpoint = z.url().refine((address) => URL.canParse(address) && isHttpsOrLoopback(new URL(address)))
/** Some providers send `null` for a missing field. */
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(undefined)
const texts = z.array(z.string())

const metadataSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  jwks_uri: endpoint,
  userinfo_endpoint: endpoint.nullish(),
  end_session_endpoint: optional(endpoint),
  token_endpoint_auth_methods_supported: texts.nullish(),
  id_token_signing_alg_values_supported: texts.nullish(),
  response_modes_supported: optional(texts),
  scopes_supported: optional(texts),
  claims_supported: optional(texts),
  authorization_response_iss_parameter_supported: optional(z.boolean()),
  require_pushed_authorization_requests: optional(z.boolean()),
  require_signed_request_object: optional(z.boolean()),
})

/** An OpenID provider's metadata (OpenID Connect Discovery 1.0, section 3), and the choice that this app derives. */
export interface Provider extends z.infer<typeof metadataSchema> {
  /** How this app sends its client secret. */
  clientAuth: 'client_secret_basic' | 'client_secret_post'
}

/** OAuth 2.0 without OpenID Connect, and so without ID tokens. */
export interface PlainProvider extends Pick<
  Provider,
  'issuer' | 'authorization_endpoint' | 'token_endpoint' | 'userinfo_endpoint' | 'clientAuth'
> {
  jwks_uri?: never
  authorization_response_iss_parameter_supported?: never
  /** Maps the names of OpenID Connect's claims to paths in the userinfo. */
  claims: Readonly<Record<string, string>> & { sub: string }
}

export type OidcSettings = NonNullable<Config['login']['oidc']>

/** A login at a provider. A named provider has only a few of the settings. */
export type LoginSettings = Partial<OidcSettings> &
  Pick<OidcSettings, 'issuer' | 'clientId' | 'clientSecret' | 'scope' | 'usesNonce' | 'trustsEmail' | 'rolesClaims'> & {
    /** The parameter `claims` of the request (OpenID Connect Core 1.0, section 5.5). */
    claimsRequest?: string | undefined
    /** @throws LoginError as `fetchProvider` does. */
    provider: () => Promise<Provider | PlainProvider>
  }

/** There is no nonce if the provider does not sign it into the ID token. */
export type LoginValues = Record<'redirectUri' | 'state' | 'codeVerifier', string> & { nonce: string | undefined }

/** The request for authorization (OpenID Connect Core 1.0, section 3.1.2.1). */
export function authorizationUrl(
  { authorization_endpoint: endpoint }: Pick<Provider, 'authorization_endpoint'>,
  { clientId, scope, claimsRequest, maxAgeSeconds, prompt }: LoginSettings,
  { redirectUri, state, codeVerifier, nonce }: LoginValues,
): URL {
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
    state,
    nonce,
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
    claims: claimsRequest,
    max_age: maxAgeSeconds?.toString(),
    prompt,
  }
  const url = new URL(endpoint)
  // Replaces a parameter of the provider's own URL, which must not appear twice.
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value)
  }
  // Some providers do not read `+` as a space.
  url.search = url.search.replaceAll('+', '%20')
  return url
}

/** With the secret, which must not appear in the log. */
export type ProviderSettings = Pick<OidcSettings, 'issuer'> & {
  [Name in 'clientSecret' | 'clientAuth']?: OidcSettings[Name] | undefined
}

export const discovery = (settings: ProviderSettings): SharedAnswer<Provider> =>
  processSingleton(
    `discovery ${JSON.stringify(settings)}`,
    () => new SharedAnswer(() => discoverProvider(settings), metadataTimes),
  )

/** Counts and logs a failure, once for all logins that wait for it. */
async function discoverProvider(settings: ProviderSettings): Promise<Provider> {
  try {
    return await fetchProvider(settings)
  } catch (error) {
    count('sign_ins_total', 'provider_away')
    const { code, details } = error instanceof LoginError ? error : new LoginError('discovery_refused')
    const event = code === 'provider_away' ? 'login provider is away' : 'login provider cannot be used'
    log().error({ event, reason: details.reason })
    throw error
  }
}

/**
 * The issuers and sign-out URLs of products that answer such a link with an error, because they require the ID token or
 * a registered return URL.
 */
const refusingSignOuts = [
  // Amazon Cognito (https://docs.aws.amazon.com/cognito/latest/developerguide/logout-endpoint.html).
  /^https:\/\/cognito-idp(?:-fips)?\.[^/]+\.amazonaws\.com/,
  // Okta (https://github.com/mogenius/renovate-operator/issues/691).
  /\/oauth2\/(?:[^/]+\/)?v1\/logout(?:[?#]|$)/,
  // PingAM (https://docs.pingidentity.com/pingam/8.1/am-oidc1/rest-api-oidc-endsession-endpoint.html).
  /\/oauth2\/(?:.+\/)?connect\/endSession(?:[?#]|$)/,
]

/** Null as long as this process has not read the provider's metadata. */
export function signOutUrl(people: People): string | null {
  const { login } = config()
  const oidc = oidcOf(people)
  const chosen = people === 'staff' ? login.staffSignOutUrl : login.signOutUrl
  return signOutUrlAt(oidc && discovery(oidc).known, { clientId: oidc?.clientId ?? '', chosen })
}

/**
 * Returns where people sign out of a login: the operator's choice, or the provider's page (OpenID Connect RP-Initiated
 * Logout 1.0). The link has no ID token, which does not fit into a cookie, and no return URL, which must be registered.
 */
export function signOutUrlAt(
  { issuer = '', end_session_endpoint: address }: Partial<Pick<Provider, 'issuer' | 'end_session_endpoint'>> = {},
  { clientId, chosen }: { clientId: string; chosen: Config['login']['signOutUrl'] },
): string | null {
  if (chosen) return chosen === 'none' ? null : chosen.href
  if (!address || refusingSignOuts.some((product) => product.test(issuer) || product.test(address))) return null
  const url = new URL(address)
  url.searchParams.set('client_id', clientId)
  return url.href
}

/** Fetches an OpenID provider's metadata. @throws LoginError */
export async function fetchProvider(settings: ProviderSettings): Promise<Provider> {
  try {
    const address = new URL(`${normalIssuer(settings.issuer)}/.well-known/openid-configuration`)
    return usableProvider(await readMetadata(address, settings), settings)
  } catch (error) {
    throw failureOf(error, 'discovery')
  }
}

/** Follows one redirect within the origin, such as the one to a final slash. */
async function readMetadata(address: URL, settings: ProviderSettings, isFollowed = false): Promise<unknown> {
  const { status, headers, text } = await boundedRequest(address)
  if (status === 200) return JSON.parse(text)
  const { code, details } = failureOfAnswer({ endpoint: 'discovery', status, body: undefined }, [])
  const { location } = headers
  if (!redirectStatuses.has(status) || location === undefined) throw new LoginError(code, details)
  const target = URL.canParse(location, address) ? new URL(location, address) : undefined
  if (target?.origin === address.origin && !isFollowed) return readMetadata(target, settings, true)
  throw new LoginError(code, { ...details, reason: visible(`${details.reason}, redirected to ${location}`, settings) })
}

function usableProvider(answer: unknown, settings: ProviderSettings): Provider {
  const failure = (code: 'discovery_refused' | 'provider_unsupported', reason: string) =>
    new LoginError(code, { endpoint: 'discovery', reason: visible(reason, settings) })
  const unsupported = (reason: string) => failure('provider_unsupported', reason)
  const parsed = metadataSchema.safeParse(answer)
  if (!parsed.success) {
    throw failure('discovery_refused', `unexpected ${String(parsed.error.issues[0]?.path[0] ?? 'body')}`)
  }
  const { issuer, response_modes_supported: modes } = parsed.data
  // Section 4.3. In any spelling, because the configuration has the normal one.
  if (normalIssuer(issuer) !== normalIssuer(settings.issuer)) {
    throw issuer.includes('{')
      ? unsupported(`its issuer is the template ${issuer}: set OIDC_ISSUER to the issuer of one tenant`)
      : failure('discovery_refused', `another issuer, ${issuer}`)
  }
  if (modes?.length && !modes.includes('query'))
    throw unsupported(`it answers by ${modes.join(', ')} and not in the query`)
  if (parsed.data.require_pushed_authorization_requests) throw unsupported('it requires pushed authorization requests')
  if (parsed.data.require_signed_request_object) throw unsupported('it requires signed request objects')
  // The defaults for a provider that lists none (section 3).
  const methods = parsed.data.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const auth =
    settings.clientAuth ?? (['basic', 'post'] as const).find((way) => methods.includes(`client_secret_${way}`))
  if (!auth) throw unsupported(`it accepts no client secret, only ${methods.join(', ')}`)
  const listed = parsed.data.id_token_signing_alg_values_supported ?? ['RS256']
  // FusionAuth and Zitadel list fewer algorithms than their keys are for, and Supabase always lists the same three
  // (https://github.com/supabase/auth/blob/master/internal/api/jwks.go), so any of ours shows that there are keys.
  if (!idTokenAlgorithms.some((algorithm) => listed.includes(algorithm)))
    throw unsupported(`it signs ID tokens only by ${listed.join(', ')}`)
  return { ...parsed.data, clientAuth: `client_secret_${auth}` }
}

/** Makes a reason that quotes the provider safe for logs and terminals. */
const visible = (reason: string, { clientSecret = '' }: ProviderSettings) =>
  quotesSecret(reason, [clientSecret]) ? 'unexpected answer' : visibleText(reason)?.slice(0, 300)

/** As the URL parser spells it, without a final slash. */
const normalIssuer = (issuer: string) => (URL.canParse(issuer) ? new URL(issuer).href : issuer).replace(/\/+$/, '')
