import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net'
import type { z } from 'zod'
import { isTransientReadError, withDeadline, withRetries, type CallOptions, type RetryRule } from './deadline-and-retry'
import { failed, serviceError, succeeded, transportError, type OperationName, type Result } from './errors'
import { interpretResponse, type Expected } from './response'

// Node gives each address of a host 250 ms. That is too short for a distant host, or if the first packet is lost and
// sent again after 1 s. It would fail with ETIMEDOUT wherever its other addresses, such as IPv6, have no route.
setDefaultAutoSelectFamilyAttemptTimeout(2000)

useHttp1()

/** Names that the interface does not show: the confirm's field for a signature, and five query parameters. */
export type ServiceNames = Record<'signature' | 'from' | 'until' | 'page' | 'limit' | 'address', string>

export interface ServiceAccess {
  /** `{base_url}`, without a trailing slash. It must be https, or http on loopback. */
  baseUrl: string
  /** The ID that the subnet got at its registration. The API key must be of the same subnet. */
  subnetId: string
  /** The subnet's API key ("Authentication"). Only `send` adds it to a request. */
  apiKey: string
  /** The names that your service uses. */
  names: ServiceNames
}

interface ServiceRequest {
  operation: OperationName
  method: 'GET' | 'POST'
  /** Below `/subnets/{subnet_id}`, without a leading slash. */
  path: string
  query?: Record<string, string | number | undefined>
  headers?: Record<string, string>
  /** A text, or pieces that are sent as they come. */
  body?: string | AsyncIterable<Uint8Array>
  /** Used instead of the API key. */
  credential?: string | undefined
}

/**
 * Sends one request. Only this function adds the credential. It follows no redirect, so only the configured host gets it.
 *
 * @throws TypeError if the base URL or the credential is invalid
 */
export async function send(
  access: ServiceAccess,
  request: ServiceRequest,
  signal: AbortSignal,
): Promise<Result<Response>> {
  const url = buildUrl(access, request)
  const headers = {
    ...request.headers,
    Accept: 'application/json',
    Authorization: authorization(request.credential ?? access.apiKey),
  }
  try {
    const response = await fetch(url, {
      method: request.method,
      headers,
      ...(request.body === undefined ? {} : { body: request.body as BodyInit, duplex: 'half' }),
      // Otherwise fetch clones the request's body, and the unread clone of a stream would keep all sent data in memory.
      redirect: typeof request.body === 'object' ? 'error' : 'manual',
      cache: 'no-store',
      signal,
    })
    return succeeded(response)
  } catch (error) {
    if (isRedirect(error))
      return failed(serviceError(request.operation, { name: 'ServiceProtocolError', problem: 'redirect' }))
    return failed(transportError(request.operation, error))
  }
}

export interface ReadOptions extends CallOptions, Pick<RetryRule, 'onRateLimit'> {}

interface ReadRequest<Schema extends z.ZodType>
  extends Pick<ServiceRequest, 'path' | 'query'>, Omit<Expected<Schema>, 'onProgress'> {
  /** Whether each chunk of the response restarts the deadline, because the response can be very large. */
  isLong?: boolean
}

/** Repeats the request after a transient error. */
export function read<Schema extends z.ZodType>(
  access: ServiceAccess,
  { operation, path, query = {}, isLong = false, ...expected }: ReadRequest<Schema>,
  { onRateLimit, ...options }: ReadOptions,
): Promise<Result<z.output<Schema>>> {
  return withDeadline(operation, options, ({ signal, deadlineMs, restart }) => {
    const onProgress = isLong ? restart : undefined
    const attemptOnce = async () => {
      const sent = await send(access, { operation, method: 'GET', path, query }, signal)
      return sent.ok ? interpretResponse(sent.data, { operation, ...expected, onProgress }) : sent
    }
    return withRetries(attemptOnce, { withinMs: deadlineMs, isTransient: isTransientReadError, onRateLimit, signal })
  })
}

/**
 * Keeps `fetch` at HTTP/1.1. Since undici 8, which Node 26 has, it speaks HTTP/2. Each attempt after a timeout would
 * then use the same connection, even a dead one. Node has no setting for this.
 */
function useHttp1(): void {
  // Node 24 has a dispatcher of the same name.
  if (Number.parseInt(process.versions['undici'] ?? '', 10) < 8) return
  // Node makes the dispatcher when it is first needed.
  void new Headers()
  const key = Symbol.for('undici.globalDispatcher.2')
  const dispatchers = globalThis as { [key]?: { constructor: unknown } }
  const Dispatcher = dispatchers[key]?.constructor as (new (options: object) => object) | undefined
  try {
    if (Dispatcher) dispatchers[key] = new Dispatcher({ allowH2: false })
  } catch {
    // A dispatcher of another program, like a ProxyAgent, can need other options. It stays.
  }
}

/** Only there is plain http safe. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

/** Only such a URL may receive a secret. */
export function isHttpsOrLoopback(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))
}

function buildUrl(access: ServiceAccess, { path, query = {} }: ServiceRequest): string {
  const url = new URL(`${access.baseUrl}/subnets/${encodeURIComponent(access.subnetId)}/${path}`)
  if (!isHttpsOrLoopback(url)) {
    throw new TypeError('The base URL of the service is neither https nor http on loopback.')
  }
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  return url.href
}

/** With `redirect: 'error'`, only this message shows it. */
function isRedirect(error: unknown): boolean {
  return error instanceof TypeError && error.cause instanceof Error && error.cause.message === 'unexpected redirect'
}

function authorization(credential: string): string {
  // For an invalid header, fetch throws an error that quotes its value.
  if (!/^[\x21-\x7e]+$/.test(credential))
    throw new TypeError('The credential is empty or has characters that are not allowed in a header.')
  return `Bearer ${credential}`
}
