import 'server-only'
import { z } from 'zod'
import { config, idTokenAlgorithms, type Config } from '@/lib/config'
import { log } from '@/lib/log'
import { countSignIn } from '@/lib/metrics'
import { perProcess } from '@/lib/per-process'
import { errorCode, isHttpsOrLoopback } from '@/lib/service'

/** How long the provider's metadata is used before it is asked again. */
const freshMs = 10 * 60 * 1000
/** How long it is used on while the provider does not answer. */
const staleMs = 24 * 60 * 60 * 1000
/** After a failure nobody asks again for so long. */
const failureMs = 5000

/** What each answer of the provider may take and hold. */
export const answerBounds = { ms: 10_000, bytes: 256 * 1024 } as const

/** Part of a reason is what the provider has answered. */
const maxReasonLength = 300

const endpoint = z.url().refine((address) => isHttpsOrLoopback(new URL(address)))
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
  /** How this app shows its client secret. */
  clientAuth: 'client_secret_basic' | 'client_secret_post'
  /** The only one that an ID token may have. */
  idTokenAlgorithm: string
}

/** What decides whether a provider can be used. */
export type ProviderSettings = Pick<NonNullable<Config['login']['oidc']>, 'issuer'> &
  Partial<Pick<NonNullable<Config['login']['oidc']>, 'clientAuth' | 'idTokenAlgorithm'>>

/**
 * There is no provider to sign in with. It is `away`, its answer is `wrong`, or it has said that it does what this app
 * cannot do (`unsupported`). `reason` is in words of ours, with what was found.
 */
export class DiscoveryError extends Error {
  override readonly name = 'DiscoveryError'
  readonly reason: string
  constructor(
    reason: string,
    readonly kind: 'away' | 'wrong' | 'unsupported' = 'wrong',
  ) {
    const bounded = reason.slice(0, maxReasonLength)
    super(`The login provider cannot be used (${bounded}).`)
    this.reason = bounded
  }
}

/** Reads an OpenID provider's metadata, once for all who ask: anybody can start a login, and each start needs it. */
export class Discovery {
  #known: { provider: Provider; readAt: number } | undefined
  #failure: { error: DiscoveryError; at: number } | undefined
  #reading: Promise<void> | undefined

  constructor(
    private readonly settings: ProviderSettings,
    private readonly now = Date.now,
  ) {}

  /** What was read last, however long ago. */
  get known(): Provider | undefined {
    return this.#known?.provider
  }

  /**
   * The provider as it was read within the last minutes; while it does not answer, within the last day.
   *
   * @throws DiscoveryError
   */
  async provider(): Promise<Provider> {
    const hasJustFailed = this.#failure !== undefined && this.now() - this.#failure.at < failureMs
    if (!this.#isKnownFor(freshMs) && !hasJustFailed) await (this.#reading ??= this.#read())
    if (this.#known && this.#isKnownFor(staleMs)) return this.#known.provider
    throw this.#failure?.error ?? new DiscoveryError('unknown', 'away')
  }

  async #read(): Promise<void> {
    try {
      this.#known = { provider: await fetchProvider(this.settings), readAt: this.now() }
    } catch (error) {
      const failure = error instanceof DiscoveryError ? error : new DiscoveryError('unknown')
      this.#failure = { error: failure, at: this.now() }
      countSignIn('provider_away')
      const event = failure.kind === 'away' ? 'login provider is away' : 'login provider cannot be used'
      log().error({ event, reason: failure.reason })
    } finally {
      this.#reading = undefined
    }
  }

  #isKnownFor(milliseconds: number): boolean {
    return this.#known !== undefined && this.now() - this.#known.readAt < milliseconds
  }
}

/** What this process knows of the provider of these settings, shared by all requests. */
export const discovery = (settings: ProviderSettings): Discovery =>
  perProcess(`discovery ${settings.issuer}`, () => new Discovery(settings))

/**
 * Where people sign out of the provider (OpenID Connect RP-Initiated Logout 1.0); null where it has no such page, or was
 * not asked yet. It is not told where to send them afterwards, which would have to be registered there.
 */
export function providerSignOutUrl(): string | null {
  const { oidc } = config().login
  const endpoint = oidc && discovery(oidc).known?.end_session_endpoint
  if (!endpoint) return null
  const url = new URL(endpoint)
  url.searchParams.set('client_id', oidc.clientId)
  return url.href
}

/**
 * Asks an OpenID provider for its metadata.
 *
 * @throws DiscoveryError
 */
export async function fetchProvider(settings: ProviderSettings): Promise<Provider> {
  try {
    return await readProvider(settings)
  } catch (error) {
    if (error instanceof DiscoveryError) throw error
    throw error instanceof SyntaxError ? new DiscoveryError('no JSON') : new DiscoveryError(errorCode(error), 'away')
  }
}

async function readProvider(settings: ProviderSettings): Promise<Provider> {
  const response = await fetch(`${withoutSlash(settings.issuer)}/.well-known/openid-configuration`, {
    headers: { Accept: 'application/json' },
    redirect: 'manual',
    cache: 'no-store',
    signal: AbortSignal.timeout(answerBounds.ms),
  })
  const { status } = response
  if (status !== 200) {
    await response.body?.cancel()
    throw new DiscoveryError(`status ${status}`, status === 429 || status >= 500 ? 'away' : 'wrong')
  }
  const body: unknown = JSON.parse(await boundedText(response))
  const parsed = metadataSchema.safeParse(body)
  if (!parsed.success) {
    const [name] = parsed.error.issues[0]?.path ?? []
    throw new DiscoveryError(name === undefined ? 'unexpected body' : `unexpected ${String(name)}`)
  }
  return usableProvider(parsed.data, settings)
}

/**
 * What of a provider's ways this app uses.
 *
 * @throws DiscoveryError if the provider is another one than configured, or has no way that this app knows.
 */
function usableProvider(metadata: z.infer<typeof metadataSchema>, settings: ProviderSettings): Provider {
  const { issuer, response_modes_supported: modes } = metadata
  // A provider that speaks for another one is misconfigured, or is none (section 4.3).
  if (withoutSlash(issuer) !== withoutSlash(settings.issuer)) {
    throw issuer.includes('{')
      ? new DiscoveryError(`no issuer of its own, but ${issuer}: set OIDC_ISSUER to that of one tenant`, 'unsupported')
      : new DiscoveryError(`another issuer, ${issuer}`)
  }
  if (modes && !modes.includes('query')) {
    throw new DiscoveryError(`it answers by ${modes.join(', ')} and not in the query`, 'unsupported')
  }
  // The defaults where a provider lists none (section 3).
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const chosen = settings.clientAuth ?? ['basic', 'post'].find((way) => methods.includes(`client_secret_${way}`))
  if (chosen === undefined) {
    throw new DiscoveryError(`it takes no client secret, but ${methods.join(', ')}`, 'unsupported')
  }
  const algorithms = metadata.id_token_signing_alg_values_supported ?? ['RS256']
  const idTokenAlgorithm =
    settings.idTokenAlgorithm ?? idTokenAlgorithms.find((algorithm) => algorithms.includes(algorithm))
  if (idTokenAlgorithm === undefined) {
    throw new DiscoveryError(`it signs ID tokens by ${algorithms.join(', ')} alone`, 'unsupported')
  }
  return { ...metadata, clientAuth: chosen === 'post' ? 'client_secret_post' : 'client_secret_basic', idTokenAlgorithm }
}

async function boundedText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > answerBounds.bytes) throw new DiscoveryError('too large')
    text += decoder.decode(chunk, { stream: true })
  }
  return text
}

const withoutSlash = (address: string) => address.replace(/\/+$/, '')
