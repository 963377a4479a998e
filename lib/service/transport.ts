import { withDeadline, type CallOptions } from './deadline'
import { codeOf, ServiceProtocolError, ServiceTransportError, type OperationName } from './errors'
import { isPassingForRead, withRetries } from './retry'

/** The names that the interface leaves open ("not shown"), as a deployment sets them. */
export interface ServiceNames {
  /** Field of the confirm body that carries the wallet's signature. */
  signature: string
  /** Query parameter of the first date. */
  from: string
  /** Query parameter of the last date. */
  until: string
  /** Query parameter of the page number. */
  page: string
  /** Query parameter of the results per page. */
  limit: string
  /** Query parameter of the wallet address. */
  address: string
}

/** Where the service is and who is calling; all operations are scoped to one subnet. */
export interface ServiceAccess {
  /** `{base_url}`, without a trailing slash: https, or http on loopback. */
  baseUrl: string
  subnetId: string
  /** The subnet's API key ("Authentication"). It is put on in `send` and nowhere else. */
  apiKey: string
  names: ServiceNames
}

/** One request, without its credential. */
export interface ServiceRequest {
  operation: OperationName
  method: 'GET' | 'POST'
  /** Below `/subnets/{subnet_id}`, without a leading slash. */
  path: string
  /** What is undefined is left out. */
  query?: Record<string, string | number | undefined>
  headers?: Record<string, string>
  body?: string | ReadableStream<Uint8Array>
  /** Stands in for the API key, where the operation takes another credential. */
  credential?: string | undefined
}

/**
 * Sends one request, once. The credential is put on here alone, and redirects are not followed, so
 * that it goes to the configured host and no other.
 *
 * @throws ServiceTransportError; ServiceProtocolError where a stream is answered with a redirect; TypeError
 * where the base address or the credential cannot be used
 */
export async function send(access: ServiceAccess, request: ServiceRequest, signal: AbortSignal): Promise<Response> {
  const url = urlOf(access, request)
  const headers = {
    ...request.headers,
    Accept: 'application/json',
    Authorization: authorization(request.credential ?? access.apiKey),
  }
  try {
    return await fetch(url, {
      method: request.method,
      headers,
      ...(request.body === undefined ? {} : { body: request.body, duplex: 'half' }),
      // The fetch standard has the body of a request cloned unless redirects are errors, and the clone of a
      // stream, which nobody reads, grows with all that is sent.
      redirect: request.body instanceof ReadableStream ? 'error' : 'manual',
      cache: 'no-store',
      signal,
    })
  } catch (error) {
    if (isRedirect(error)) throw new ServiceProtocolError(request.operation, undefined, 'redirect')
    throw new ServiceTransportError(request.operation, codeOf(error))
  }
}

/**
 * Sends a request that changes nothing, has its answer judged, and does both again where that may help.
 *
 * @throws ServiceError of each kind, and the reason of `options.signal`
 */
export function read<Result>(
  access: ServiceAccess,
  request: Omit<ServiceRequest, 'method' | 'body'>,
  judge: (response: Response) => Promise<Result>,
  options: CallOptions,
): Promise<Result> {
  return withDeadline(request.operation, options, ({ signal, deadlineMs }) =>
    withRetries(async () => judge(await send(access, { ...request, method: 'GET' }, signal)), {
      withinMs: deadlineMs,
      isPassing: isPassingForRead,
      signal,
    }),
  )
}

/**
 * Reads an answer's body as UTF-8.
 *
 * @returns undefined where it is longer than the limit; it is not read on then.
 * @throws ServiceTransportError where it breaks off
 */
export async function readText(
  response: Response,
  operation: OperationName,
  limitBytes: number,
): Promise<string | undefined> {
  const decoder = new TextDecoder()
  let text = ''
  let sizeBytes = 0
  try {
    for await (const chunk of response.body ?? []) {
      sizeBytes += chunk.byteLength
      if (sizeBytes > limitBytes) return undefined
      text += decoder.decode(chunk, { stream: true })
    }
  } catch (error) {
    throw new ServiceTransportError(operation, codeOf(error))
  }
  return text + decoder.decode()
}

/** True for the host names that never leave this machine: there, and only there, plain http is safe. */
export function isLoopback(url: URL): boolean {
  return url.hostname === 'localhost' || url.hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(url.hostname)
}

function urlOf(access: ServiceAccess, { path, query = {} }: ServiceRequest): string {
  const url = new URL(`${access.baseUrl}/subnets/${encodeURIComponent(access.subnetId)}/${path}`)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url))) {
    throw new TypeError('The base address of the service is neither https nor http on loopback.')
  }
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  return url.href
}

/** Node's fetch tells a redirect that it was not to follow by nothing but this. */
function isRedirect(error: unknown): boolean {
  return error instanceof TypeError && error.cause instanceof Error && error.cause.message === 'unexpected redirect'
}

function authorization(credential: string): string {
  // Refused here, since what fetch itself throws for such a header quotes it.
  if (!/^[\x21-\x7e]+$/.test(credential))
    throw new TypeError('The credential is empty or has characters that none has.')
  return `Bearer ${credential}`
}
