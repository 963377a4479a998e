import 'server-only'
import { z } from 'zod'
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
const deadlineMs = 10_000
const maxBytes = 256 * 1024

const endpoint = z.url().refine((address) => isHttpsOrLoopback(new URL(address)))

const metadataSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  jwks_uri: endpoint,
  userinfo_endpoint: endpoint.optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
})

/** What this app needs of an OpenID provider's metadata (OpenID Connect Discovery 1.0, section 3). */
export type ProviderMetadata = z.infer<typeof metadataSchema>

/** How this app shows the provider its client secret. */
export function tokenAuthMethod(metadata: ProviderMetadata): 'client_secret_basic' | 'client_secret_post' {
  // The default where a provider names none (OpenID Connect Discovery 1.0, section 3).
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const isPosted = !methods.includes('client_secret_basic') && methods.includes('client_secret_post')
  return isPosted ? 'client_secret_post' : 'client_secret_basic'
}

/** `reason` is a word of ours, a status, or an error's code or name. */
export class DiscoveryError extends Error {
  override readonly name = 'DiscoveryError'
  constructor(readonly reason: string) {
    super(`The login provider's metadata cannot be read (${reason}).`)
  }
}

/** Reads an OpenID provider's metadata, once for all who ask: anybody can start a login, and each start needs it. */
export class Discovery {
  #known: { metadata: ProviderMetadata; readAt: number } | undefined
  #failedAt = -Infinity
  #reading: Promise<void> | undefined

  constructor(
    private readonly issuer: string,
    private readonly now = Date.now,
  ) {}

  /** The metadata; undefined where the provider has answered neither now nor within the last day. */
  async metadata(): Promise<ProviderMetadata | undefined> {
    if (!this.#isKnownFor(freshMs) && this.now() - this.#failedAt >= failureMs) {
      await (this.#reading ??= this.#read())
    }
    return this.#isKnownFor(staleMs) ? this.#known?.metadata : undefined
  }

  async #read(): Promise<void> {
    try {
      this.#known = { metadata: await fetchMetadata(this.issuer), readAt: this.now() }
    } catch (error) {
      this.#failedAt = this.now()
      countSignIn('provider_away')
      log().error({
        event: 'login provider is away',
        reason: error instanceof DiscoveryError ? error.reason : 'unknown',
      })
    } finally {
      this.#reading = undefined
    }
  }

  #isKnownFor(milliseconds: number): boolean {
    return this.#known !== undefined && this.now() - this.#known.readAt < milliseconds
  }
}

/**
 * The metadata of this issuer, which the process reads once for all requests. Without it next-auth finds no endpoint,
 * and reports that the login failed.
 */
export const providerMetadata = (issuer: string): Promise<ProviderMetadata | undefined> =>
  perProcess(`discovery ${issuer}`, () => new Discovery(issuer)).metadata()

/**
 * Asks an OpenID provider for its metadata.
 *
 * @throws DiscoveryError
 */
export async function fetchMetadata(issuer: string): Promise<ProviderMetadata> {
  try {
    return await readMetadata(issuer)
  } catch (error) {
    throw error instanceof DiscoveryError ? error : new DiscoveryError(errorCode(error))
  }
}

async function readMetadata(issuer: string): Promise<ProviderMetadata> {
  const response = await fetch(`${withoutSlash(issuer)}/.well-known/openid-configuration`, {
    headers: { Accept: 'application/json' },
    redirect: 'manual',
    cache: 'no-store',
    signal: AbortSignal.timeout(deadlineMs),
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new DiscoveryError(`status ${response.status}`)
  }
  const parsed = metadataSchema.safeParse(JSON.parse(await boundedText(response)))
  if (!parsed.success) throw new DiscoveryError(`unexpected ${parsed.error.issues[0]?.path.join('.') || 'body'}`)
  // A provider that speaks for another one is misconfigured, or is none (section 4.3).
  if (withoutSlash(parsed.data.issuer) !== withoutSlash(issuer)) throw new DiscoveryError('another issuer')
  return parsed.data
}

async function boundedText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new DiscoveryError('too large')
    text += decoder.decode(chunk, { stream: true })
  }
  return text
}

const withoutSlash = (address: string) => address.replace(/\/+$/, '')
