import 'server-only'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Socket } from 'node:net'

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
