import 'server-only'
import { z } from 'zod'
import { errorName } from '@/lib/log/error-name'
import { perProcess } from '@/lib/per-process'
import { isHttpsOrLoopback } from '@/lib/service'

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

/** The provider's metadata cannot be had. `reason` is a word of ours, an error's name, or a status. */
export class DiscoveryError extends Error {
  override readonly name = 'DiscoveryError'
  constructor(readonly reason: string) {
    super(`The login provider's metadata cannot be read (${reason}).`)
  }
}

/**
 * Reads an OpenID provider's metadata, once for all who ask: anybody can start a login, and each start needs it.
 *
 * @param onFailure - hears of each failure of a request, not of each login that fails with it.
 */
export class Discovery {
  #known: { metadata: ProviderMetadata; readAt: number } | undefined
  #failure: { error: DiscoveryError; at: number } | undefined
  #reading: Promise<ProviderMetadata> | undefined

  constructor(
    private readonly issuer: string,
    private readonly options: { onFailure?: (error: DiscoveryError) => void; now?: () => number } = {},
  ) {}

  /** @throws DiscoveryError where the provider has not answered now, nor within the last day. */
  async metadata(): Promise<ProviderMetadata> {
    if (this.#known && this.#age(this.#known.readAt) < freshMs) return this.#known.metadata
    try {
      if (this.#failure && this.#age(this.#failure.at) < failureMs) throw this.#failure.error
      return await (this.#reading ??= this.#read())
    } catch (error) {
      if (this.#known && this.#age(this.#known.readAt) < staleMs) return this.#known.metadata
      throw error
    }
  }

  async #read(): Promise<ProviderMetadata> {
    try {
      const metadata = await fetchMetadata(this.issuer)
      this.#known = { metadata, readAt: this.#now() }
      return metadata
    } catch (error) {
      const known = error instanceof DiscoveryError ? error : new DiscoveryError(errorName(error))
      this.#failure = { error: known, at: this.#now() }
      this.options.onFailure?.(known)
      throw known
    } finally {
      this.#reading = undefined
    }
  }

  #now(): number {
    return (this.options.now ?? Date.now)()
  }

  #age(since: number): number {
    return this.#now() - since
  }
}

/** The process's one reader of this issuer's metadata. */
export const discoveryOf = (issuer: string, onFailure: (error: DiscoveryError) => void): Discovery =>
  perProcess(`discovery ${issuer}`, () => new Discovery(issuer, { onFailure }))

async function fetchMetadata(issuer: string): Promise<ProviderMetadata> {
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
