import 'server-only'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers'
import { isUpload } from './request-bounds'

/** How long a connection stays open after an early answer, for the sender to read it. */
const lingerMs = 2000
/** Half a request costs up to 100 KB. A proxy in front opens a few hundred connections. */
const defaultMaxConnections = 2000

/** A request with its response. */
export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

/** The open connections of a server, with the one request that is under way on each. */
export interface Connections {
  /**
   * A connection was opened. Beyond the max, the one without a request for the longest time is closed in its favour, or
   * else the one whose form has been arriving for the longest time, so that neither keeps anyone out. The new one is closed
   * where every other one is waiting for its response or uploads a file.
   */
  opened(socket: Socket): void
  /**
   * A request was received.
   *
   * @returns false where another one is under way on its connection. It is never answered then: HTTP lets a client send
   * ahead, but Node hands on all that came together at once, and a response that waits behind one that was broken off
   * never ends. The connection closes after the first response, so that the client asks again (RFC 9112, 9.3.2).
   */
  isFirst(exchange: Exchange): boolean
  /** How many requests have not been answered yet. */
  unanswered(): number
  /** Has each connection closed with the response that is under way on it. */
  closeAfterResponses(): void
  /** Closes every connection on which nothing is to be answered, now and from now on. */
  closeIdle(): void
}

/** @param max - how many connections may be open. @default 2000 */
export function trackConnections(max = defaultMaxConnections): Connections {
  /** Those without a request are in the order in which they became so. */
  const open = new Map<Socket, Exchange | null>()
  /** Those on which another request came before the answer to the first one. */
  const crowded = new WeakSet<Socket>()
  /** Closes the connection that makes room for another one; false where there is none. */
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
        // Nothing more is read of what comes behind it.
        socket.pause()
        if (!crowded.has(socket)) closeAfterResponse(current)
        crowded.add(socket)
        return false
      }
      open.set(socket, exchange)
      exchange.response.once('close', () => {
        if (!open.delete(socket)) return
        open.set(socket, null)
        // The head of this response did not say so where it was sent before that was known.
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
 * Closes the connection once this response is sent, and says so in it.
 *
 * Where the request is still arriving, what comes is read and dropped for a moment first: closed at once, the
 * connection would be reset by the bytes on their way, and the response lost with it (RFC 9112, 9.6).
 */
export function closeAfterResponse({ request, response }: Exchange): void {
  if (response.headersSent) return
  response.setHeader('Connection', 'close')
  const { socket } = request
  const destroySoon = socket.destroySoon.bind(socket)
  // What Node calls after a response with `Connection: close`.
  socket.destroySoon = () => {
    if (request.complete) return destroySoon()
    socket.end()
    setTimeout(() => socket.destroy(), lingerMs).unref()
  }
}
