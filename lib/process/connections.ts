import 'server-only'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers'
import { isUpload } from './request-bounds'

/** How long a connection stays open after an early answer, so that the client can read it. */
const lingerMs = 2000
/** An unfinished request costs up to 100 KB of memory. A proxy in front opens a few hundred connections. */
const defaultMaxConnections = 2000

/** A request with its response. */
export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

/** The open connections of a server, with at most one request under way on each. */
export interface Connections {
  /**
   * Registers a new connection. At the max, it closes the connection that has been idle the longest. If none is idle,
   * it closes the one whose form has been arriving the longest, so that slow clients block no others. If all others
   * wait for a response or upload a file, it closes the new connection.
   */
  opened(socket: Socket): void
  /**
   * Registers a request.
   *
   * @returns false if another request is under way on the connection. Do not answer such a pipelined request, because a
   *   response behind an aborted one never ends in Node. The connection closes after the first response. The client
   *   then sends the request again (RFC 9112, 9.3.2).
   */
  isFirst(exchange: Exchange): boolean
  /** Returns the number of requests without a complete response. */
  unanswered(): number
  /** Closes each connection after the response that is under way on it. */
  closeAfterResponses(): void
  /** Closes idle connections now, and from now on every connection that becomes idle. */
  closeIdle(): void
}

/** Tracks the connections of a server. @param max - the max number of open connections. @default 2000 */
export function trackConnections(max = defaultMaxConnections): Connections {
  /** Idle connections are in the order in which they became idle. */
  const open = new Map<Socket, Exchange | null>()
  /** The connections that received a request before the response to the previous one. */
  const crowded = new WeakSet<Socket>()
  /** Closes one connection to make room. @returns false if none may be closed. */
  function closeOne(): boolean {
    const connections = [...open]
    const idle = connections.find(([, exchange]) => exchange === null)
    const [socket] = idle ?? connections.find(([, exchange]) => isArrivingForm(exchange)) ?? []
    if (!socket) return false
    open.delete(socket)
    socket.destroy()
    return true
  }
  const underWay = () => [...open.values()].filter((exchange) => exchange !== null)
  let closesIdle = false

  return {
    opened(socket) {
      if (closesIdle || (open.size >= max && !closeOne())) return void socket.destroy()
      open.set(socket, null)
      socket.once('close', () => open.delete(socket))
    },

    isFirst(exchange) {
      const { socket } = exchange.request
      const current = open.get(socket)
      if (current) {
        // Stop reading, because this server answers no further pipelined request.
        socket.pause()
        if (!crowded.has(socket)) closeAfterResponse(current)
        crowded.add(socket)
        return false
      }
      open.set(socket, exchange)
      exchange.response.once('close', () => {
        if (!open.delete(socket)) return
        open.set(socket, null)
        // The head may have been sent too early to announce `Connection: close`.
        if (closesIdle || crowded.has(socket)) socket.destroySoon()
      })
      return true
    },

    unanswered: () => underWay().length,

    closeAfterResponses() {
      for (const exchange of underWay()) closeAfterResponse(exchange)
    },

    closeIdle() {
      closesIdle = true
      for (const [socket, exchange] of open) if (exchange === null) socket.destroy()
    },
  }
}

function isArrivingForm(exchange: Exchange | null): boolean {
  return exchange !== null && !exchange.request.complete && !isUpload(exchange.request.url ?? '/')
}

/**
 * Closes the connection after this response, and announces it with `Connection: close`. It does nothing if the head of
 * the response has already been sent.
 *
 * If the request is still arriving, the server first reads and drops its bytes for 2 s. If it closed the connection at
 * once, the arriving bytes would reset it, and the response would be lost (RFC 9112, 9.6).
 */
export function closeAfterResponse({ request, response }: Exchange): void {
  if (response.headersSent) return
  response.setHeader('Connection', 'close')
  const { socket } = request
  const destroySoon = socket.destroySoon.bind(socket)
  // Node calls this after a response with `Connection: close`.
  socket.destroySoon = () => {
    if (request.complete) return destroySoon()
    socket.end()
    setTimeout(() => socket.destroy(), lingerMs).unref()
  }
}
