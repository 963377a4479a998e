import 'server-only'
import { z } from 'zod'
import { config, idTokenAlgorithms, type Config } from '@/lib/config'
import { log } from '@/lib/log'
import { countSignIn } from '@/lib/metrics'
import { processSingleton } from '@/lib/process-singleton'
import { boundedConnection, inTime } from '@/lib/request/bounded-connection'
import { isHttpsOrLoopback, quotesSecret, visibleText } from '@/lib/service'
import { failureOf, LoginError } from './failure'
import { oidcOf, type People } from './people'

/** How long the provider's metadata is used before it is asked again. */
const freshMs = 10 * 60 * 1000
/** How long it is used on while the provider does not answer. */
const staleMs = 24 * 60 * 60 * 1000
/** After a failure nobody asks again for so long. */
const failureMs = 5000

const endpoint = z.url().refine((address) => URL.canParse(address) && isHttpsOrLoopback(new URL(address)))
/** What the app can do without. Some providers write `null` for what they do not have. */
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
})

/** An OpenID provider's metadata (OpenID Connect Discovery 1.0, section 3), and what this app makes of it. */
export interface Provider extends z.infer<typeof metadataSchema> {
  /** How this app sends its client secret. */
  clientAuth: 'client_secret_basic' | 'client_secret_post'
  /** The only one that an ID token may have. */
  idTokenAlgorithm: string
}

/** A provider of OAuth 2.0 without OpenID Connect: it sends no ID token. */
export interface PlainProvider extends Pick<
  Provider,
  'issuer' | 'authorization_endpoint' | 'token_endpoint' | 'userinfo_endpoint' | 'clientAuth'
> {
  jwks_uri?: never
  authorization_response_iss_parameter_supported?: never
  /** The paths in its userinfo, by the names of OpenID Connect's claims. */
  claims: Readonly<Record<string, string>> & { sub: string }
}

export type OidcSettings = NonNullable<Config['login']['oidc']>

/** A login at a provider. One that is known by name has few of the settings. */
export type LoginSettings = Partial<OidcSettings> &
  Pick<OidcSettings, 'issuer' | 'clientId' | 'clientSecret' | 'scope' | 'usesNonce' | 'trustsEmail' | 'rolesClaims'> & {
    /** The parameter `claims` of the request (OpenID Connect Core 1.0, section 5.5). */
    claimsRequest?: string | undefined
    /** @throws LoginError as `Discovery` does. */
    provider: () => Promise<Provider | PlainProvider>
  }

/** What decides whether a provider can be used, and the secret that it must not have us log. */
export type ProviderSettings = Pick<OidcSettings, 'issuer'> & {
  [Name in 'clientSecret' | 'clientAuth' | 'idTokenAlgorithm']?: OidcSettings[Name] | undefined
}

/** Reads an OpenID provider's metadata, once for all who ask: anybody can start a login, and each start needs it. */
export class Discovery {
  /** What was read last, however long ago. */
  known: Provider | undefined
  #readAt = -Infinity
  #failure: { error: unknown; at: number } | undefined
  #reading: Promise<void> | undefined

  constructor(private readonly settings: ProviderSettings) {}

  /**
   * The provider as it was read within the last minutes; while it does not answer, within the last day.
   *
   * @throws LoginError
   */
  async provider(): Promise<Provider> {
    const hasJustFailed = this.#failure !== undefined && Date.now() - this.#failure.at < failureMs
    if (Date.now() - this.#readAt >= freshMs && !hasJustFailed) await (this.#reading ??= this.#read())
    if (this.known && Date.now() - this.#readAt < staleMs) return this.known
    throw this.#failure?.error
  }

  async #read(): Promise<void> {
    try {
      this.known = await fetchProvider(this.settings)
      this.#readAt = Date.now()
    } catch (error) {
      this.#failure = { error, at: Date.now() }
      countSignIn('provider_away')
      const { code, details } = error instanceof LoginError ? error : new LoginError('discovery_refused')
      const event = code === 'provider_away' ? 'login provider is away' : 'login provider cannot be used'
      log().error({ event, reason: details.reason })
    } finally {
      this.#reading = undefined
    }
  }
}

/** What this process knows of the provider of these settings, shared by all requests. */
export const discovery = (settings: ProviderSettings): Discovery =>
  processSingleton(`discovery ${JSON.stringify(settings)}`, () => new Discovery(settings))

/**
 * Where people sign out of the operator's own site, or of the provider (OpenID Connect RP-Initiated Logout 1.0); null
 * where it has no such page, or was not asked yet. It is not told where to send them afterwards, which would have to be
 * registered there.
 */
export function signOutUrl(people: People): string | null {
  const { site } = config().login
  if (people === 'users' && site) return site.signOutUrl?.href ?? null
  const oidc = oidcOf(people)
  const address = oidc && discovery(oidc).known?.end_session_endpoint
  if (!address) return null
  const url = new URL(address)
  url.searchParams.set('client_id', oidc.clientId)
  return url.href
}

/**
 * Asks an OpenID provider for its metadata.
 *
 * @throws LoginError if it is away (`provider_away`), if its answer is wrong (`discovery_refused`), or if it does what this
 *   app cannot do (`provider_unsupported`); the reason is in words of ours, with what was found.
 */
export async function fetchProvider(settings: ProviderSettings): Promise<Provider> {
  // Only where there is such a login: others do without it.
  const { custom, Issuer } = await import('openid-client')
  class BoundedIssuer extends Issuer {
    static override [custom.http_options] = boundedConnection
  }
  try {
    const address = `${withoutSlash(settings.issuer)}/.well-known/openid-configuration`
    return usableProvider((await inTime(BoundedIssuer.discover(address))).metadata, settings)
  } catch (error) {
    throw failureOf(error, 'discovery', [settings.clientSecret ?? ''])
  }
}

/** What of a provider's ways this app uses. */
function usableProvider(answer: unknown, settings: ProviderSettings): Provider {
  const failure = (code: 'discovery_refused' | 'provider_unsupported', reason: string) =>
    new LoginError(code, { endpoint: 'discovery', reason: visible(reason, settings) })
  const unsupported = (reason: string) => failure('provider_unsupported', reason)
  const parsed = metadataSchema.safeParse(answer)
  if (!parsed.success) {
    throw failure('discovery_refused', `unexpected ${String(parsed.error.issues[0]?.path[0] ?? 'body')}`)
  }
  const { issuer, response_modes_supported: modes } = parsed.data
  // A provider that speaks for another one is misconfigured, or is none (section 4.3).
  if (withoutSlash(issuer) !== withoutSlash(settings.issuer)) {
    throw issuer.includes('{')
      ? unsupported(`no issuer of its own, but ${issuer}: set OIDC_ISSUER to that of one tenant`)
      : failure('discovery_refused', `another issuer, ${issuer}`)
  }
  if (modes?.length && !modes.includes('query'))
    throw unsupported(`it answers by ${modes.join(', ')} and not in the query`)
  // The defaults where a provider lists none (section 3).
  const methods = parsed.data.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const auth =
    settings.clientAuth ?? (['basic', 'post'] as const).find((way) => methods.includes(`client_secret_${way}`))
  if (!auth) throw unsupported(`it takes no client secret, but ${methods.join(', ')}`)
  const listed = parsed.data.id_token_signing_alg_values_supported ?? ['RS256']
  const idTokenAlgorithm = settings.idTokenAlgorithm ?? idTokenAlgorithms.find((one) => listed.includes(one))
  if (!idTokenAlgorithm) throw unsupported(`it signs ID tokens by ${listed.join(', ')} alone`)
  return { ...parsed.data, clientAuth: `client_secret_${auth}`, idTokenAlgorithm }
}

/** A reason for logs and terminals, in which the provider's own words stand. */
const visible = (reason: string, { clientSecret = '' }: ProviderSettings) =>
  quotesSecret(reason, [clientSecret]) ? 'unexpected answer' : visibleText(reason)?.slice(0, 300)

const withoutSlash = (address: string) => address.replace(/\/+$/, '')
