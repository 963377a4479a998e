import 'server-only'
import { once } from 'node:events'
import { Agent as HttpAgent, get as getHttp, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, get as getHttps, globalAgent } from 'node:https'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const answerBounds = { ms: 10_000, bytes: 256 * 1024 } as const

type Created = (error: unknown, socket?: Socket) => void
interface SocketCreator {
  createSocket: (request: unknown, options: unknown, created: Created) => void
}

/**
 * Returns options for one request of Node's `http` and `https`, or of openid-client. The request has a separate
 * connection, so that the limits of the connection (10 s, 256 KB) apply to the answer. If the answer exceeds a limit, the
 * request fails with the code `ECONNRESET`. It goes through the same proxy as the requests of `fetch`. The time begins when
 * the connection stands, behind a proxy with its tunnel, so the caller bounds the whole with `inTime`.
 */
export function boundedConnection({ protocol }: URL) {
  // The types of Node 20 leave this out. A newer Node sets it when it follows the proxies of its environment.
  const { proxyEnv } = globalAgent.options as { proxyEnv?: unknown }
  const options = { proxyEnv } as object
  const agent = protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options)
  // `createConnection` returns the connection to the proxy, before its tunnel to the host.
  const creator = agent as unknown as SocketCreator
  const create = creator.createSocket.bind(agent)
  creator.createSocket = (request, at, created) =>
    create(request, at, (error, socket) => created(error, socket && bounded(socket)))
  // openid-client's own timeout covers only the headers. Its default of 3.5 s would end a request too early.
  return { agent, timeout: 2 * answerBounds.ms }
}

function bounded(socket: Socket): Socket {
  const timer = setTimeout(() => socket.destroy(), answerBounds.ms)
  socket.once('close', () => clearTimeout(timer))
  return socket.on('data', () => socket.bytesRead > answerBounds.bytes && socket.destroy())
}

/** Asks a URL for JSON, without following redirects. Use it within `inTime`. @returns the response, without its body. */
export async function getBounded(url: URL): Promise<IncomingMessage> {
  const headers = { Accept: 'application/json, application/jwk-set+json', 'User-Agent': 'subnet-connect' }
  const get = url.protocol === 'https:' ? getHttps : getHttp
  const request = get(url, { ...boundedConnection(url), headers })
  // An error after the head breaks the body off, so that reading it rejects.
  request.on('error', () => {})
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return response
}

/** A little longer than one answer may take, so that the connection's own limit ends a request first. */
const requestMs = answerBounds.ms + 1000

/**
 * Limits the time of requests where `boundedConnection` cannot. If the answer is 101 with `Upgrade`, Node closes the
 * connection, and the request gets neither a response nor an error.
 *
 * @param requests - the maximum number of requests that `work` makes, one after another.
 * @throws Error with the code `ETIMEDOUT`
 */
export async function inTime<Result>(work: Promise<Result>, requests = 1): Promise<Result> {
  const end = new AbortController()
  const late = sleep(requests * requestMs, undefined, end).then(() => {
    throw Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })
  })
  try {
    return await Promise.race([work, late])
  } finally {
    end.abort()
  }
}
