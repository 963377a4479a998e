import 'server-only'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** What one answer may take and hold. */
const answerBounds = { ms: 10_000, bytes: 256 * 1024 } as const

/**
 * Options for one request of Node's `http` and `https`, or of openid-client. The request has a connection of its own,
 * so that the connection's bounds are those of the answer: 10 seconds in all, and 256 KB. Beyond them the request fails
 * with the code `ECONNRESET`.
 */
export function boundedConnection({ protocol }: URL) {
  const agent = protocol === 'https:' ? new HttpsAgent() : new HttpAgent()
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (...options) => {
    const socket = connect(...options) as Socket
    const timer = setTimeout(() => socket.destroy(), answerBounds.ms)
    socket.once('close', () => clearTimeout(timer))
    return socket.on('data', () => socket.bytesRead > answerBounds.bytes && socket.destroy())
  }
  // openid-client's own bound ends with the headers; without a value it is 3.5 s.
  return { agent, timeout: 2 * answerBounds.ms }
}

/** A little longer than an answer may take. */
const requestMs = answerBounds.ms + 1000

/**
 * Bounds the time of requests where their connections cannot: Node closes the connection of a request that is answered
 * by 101 with `Upgrade`, and tells the request neither of a response nor of an error.
 *
 * @param requests - how many there may be, one after the other.
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
