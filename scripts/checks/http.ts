import { once } from 'node:events'
import { request as requestHttp, type Agent, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { text } from 'node:stream/consumers'
import { TLSSocket } from 'node:tls'
import { inTime } from '../../lib/request/bounded-request'
import { errorCode } from '../../lib/service'

const timeoutMs = 10_000

export interface HttpResponse {
  status: number
  headers: Headers
  text: string
  /** When the server's certificate ends; undefined over http. */
  certificateEnd?: Date | undefined
}

export interface HttpRequest {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** The name in the TLS handshake. @default the `Host` */
  servername?: string
  agent?: Agent
}

const unknownIssuerCodes = /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET|VERIFY)_.*)$/

/** Returns the remedy for a certificate signed by a private CA; undefined for any other error code. */
export function ownCaHint(code: string): string | undefined {
  if (!unknownIssuerCodes.test(code)) return undefined
  return (
    'Install the whole chain of a public CA. For your own CA or a self-signed certificate, set ' +
    'NODE_EXTRA_CA_CERTS to its file in the environment of this command and of the app. .env.local is read too late.'
  )
}

/** No response arrived. `code` is Node's code, like `ECONNREFUSED` or `CERT_HAS_EXPIRED`. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
  constructor(
    host: string,
    readonly code: string,
  ) {
    super(`${host} cannot be reached from here (${code}).`)
  }
}

/**
 * Sends one request, and does not follow redirects. It avoids `fetch`, which adds `Sec-Fetch-Mode: cors` to every
 * request. The app reads such headers to see whether a person has opened the page.
 *
 * @throws UnreachableError if the whole response has not arrived within ten seconds.
 */
export async function sendRequest(url: URL, { body, ...options }: HttpRequest = {}): Promise<HttpResponse> {
  const signal = AbortSignal.timeout(timeoutMs)
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  try {
    const answer = once(send(url, { ...options, signal }).end(body), 'response')
    const [incoming] = (await inTime(answer)) as [IncomingMessage]
    const { statusCode: status = 0, headersDistinct, socket } = incoming
    const headers = new Headers()
    for (const [name, values = []] of Object.entries(headersDistinct)) {
      for (const value of values) headers.append(name, value)
    }
    const certificateEnd = socket instanceof TLSSocket ? new Date(socket.getPeerCertificate().valid_to) : undefined
    return { status, headers, text: await text(incoming), certificateEnd }
  } catch (error) {
    throw new UnreachableError(url.host, signal.aborted ? 'ETIMEDOUT' : errorCode(error))
  }
}
