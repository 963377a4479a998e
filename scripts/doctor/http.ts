import { request as requestHttp, type IncomingHttpHeaders } from 'node:http'
import { request as requestHttps } from 'node:https'

const defaultTimeoutMs = 10_000
const maxBodyBytes = 2 * 1024 * 1024

/** A response, read to its end. */
export interface HttpResponse {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

export interface HttpRequest {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** How long the whole exchange may take. @default 10000 */
  timeoutMs?: number
}

/** No response came. `code` is Node's own, like `ECONNREFUSED` or `CERT_HAS_EXPIRED`. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
  constructor(readonly code: string) {
    super(`No response (${code}).`)
  }
}

/**
 * Sends one request. It is not `fetch`, which adds `Sec-Fetch-Mode: cors` to every request: the app tells by
 * such headers whether a person has opened the page. Redirects are not followed.
 *
 * @throws UnreachableError
 */
export function sendRequest(url: URL, request: HttpRequest = {}): Promise<HttpResponse> {
  const { method = 'GET', headers, body, timeoutMs = defaultTimeoutMs } = request
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const signal = AbortSignal.timeout(timeoutMs)
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(new UnreachableError(signal.aborted ? 'ETIMEDOUT' : codeOf(error)))
    const outgoing = send(url, { method, headers, signal }, (incoming) => {
      let text = ''
      incoming.setEncoding('utf8')
      incoming.on('data', (chunk: string) => {
        text += chunk
        if (text.length > maxBodyBytes) incoming.destroy(new Error('too large'))
      })
      incoming.on('error', fail)
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text }))
    })
    outgoing.on('error', fail)
    outgoing.end(body)
  })
}

/** Node's code of an error. Its message is never used: it can quote an address. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
