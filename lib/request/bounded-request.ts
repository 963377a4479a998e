import 'server-only'
import { once } from 'node:events'
import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, globalAgent, request as requestHttps } from 'node:https'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

const answerBounds = { ms: 10_000, bytes: 256 * 1024 } as const

interface SocketCreator {
  createSocket: (request: unknown, options: unknown, created: (error: unknown, socket?: Socket) => void) => void
}

/**
 * Returns an agent for one request. It limits the connection to 10 s and 256 KB; beyond, the request fails with
 * `ECONNRESET`. It goes through the same proxy as `fetch`. The time begins when the connection or the proxy's tunnel
 * stands, so the caller bounds the whole with `inTime`.
 */
export function boundedAgent({ protocol }: URL): HttpAgent {
  // The types of Node 20 leave this out. A newer Node sets it when it follows the proxies of its environment.
  const { proxyEnv } = globalAgent.options as { proxyEnv?: unknown }
  const options = { proxyEnv } as object
  const agent = protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options)
  // `createConnection` returns the connection to the proxy, before its tunnel to the host.
  const creator = agent as unknown as SocketCreator
  const create = creator.createSocket.bind(agent)
  creator.createSocket = (request, at, created) =>
    create(request, at, (error, socket) => created(error, socket && bounded(socket)))
  return agent
}

function bounded(socket: Socket): Socket {
  const timer = setTimeout(() => socket.destroy(), answerBounds.ms)
  socket.once('close', () => clearTimeout(timer))
  return socket.on('data', () => socket.bytesRead > answerBounds.bytes && socket.destroy())
}

export interface BoundedRequest {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/**
 * Follows no redirect. The status of a refusal counts even if its body, which is then empty, does not arrive.
 *
 * @throws Error with a code of Node (`ECONNRESET`, `ETIMEDOUT` and others) if no whole answer arrives.
 */
export function boundedRequest(url: URL, { method = 'GET', headers: sent, body }: BoundedRequest = {}) {
  const accept = { accept: 'application/json, application/jwk-set+json', 'accept-encoding': 'identity' }
  const headers = { ...accept, 'user-agent': 'subnet-connect', ...sent }
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  // The timeout ends the tunnel that a proxy does not open.
  const request = send(url, { agent: boundedAgent(url), method, headers, timeout: answerBounds.ms })
  // An error after the head breaks the body off, so that reading it rejects.
  request.on('error', () => {})
  const answer = async () => {
    const [response] = (await once(request.end(body), 'response')) as [IncomingMessage]
    const { statusCode: status = 0, headers } = response
    const read = text(response)
    return { status, headers, text: await (status === 200 ? read : read.catch(() => '')) }
  }
  return inTime(answer())
}

/** A little longer than one answer may take, so that the connection's own limit ends a request first. */
const requestMs = answerBounds.ms + 1000

/**
 * After an answer of 101 with `Upgrade`, Node closes the connection, and the request gets neither a response nor an error.
 *
 * @throws Error with the code `ETIMEDOUT`
 */
export async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  const end = new AbortController()
  const late = sleep(requestMs, undefined, end).then(() => {
    throw Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })
  })
  try {
    return await Promise.race([work, late])
  } finally {
    end.abort()
  }
}
