import 'server-only'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { clearTimeout, setTimeout } from 'node:timers'
import { closeAfterResponse } from './closing'
import { hasBody } from './request-bounds'

const timedOut = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/** The open connections of a server, and the requests on them. */
export interface Connections {
  /** A connection was opened. Where there are too many, the oldest that only waits is closed for it. */
  opened(socket: Socket): void
  /**
   * A request was received, or the head of one.
   *
   * @returns a function that gives its body so many milliseconds from now to arrive.
   */
  received(request: IncomingMessage, response: ServerResponse): (milliseconds: number) => void
  /** How many requests have not been answered yet. */
  unanswered(): number
  /** Has each connection closed with the response that is under way on it. */
  closeAfterResponses(): void
  /** Closes every connection on which nothing is to be answered, now and from now on. */
  closeIdle(): void
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  mayTakeLong: boolean
}

/**
 * @param options.max - connections that may be open. Half a request costs up to 100 KB.
 * @param options.bodyMs - how long a body may take to arrive.
 */
export function trackConnections(options: { max: number; bodyMs: number }): Connections {
  const open = new Map<Socket, Set<Exchange>>()
  let closesIdle = false

  function exchangesOf(socket: Socket): Set<Exchange> {
    const known = open.get(socket)
    if (known) return known
    const exchanges = new Set<Exchange>()
    open.set(socket, exchanges)
    socket.once('close', () => open.delete(socket))
    return exchanges
  }

  /** Whether a connection waits for its sender alone: for a request, or for the rest of one. */
  function isWaiting(exchanges: Set<Exchange>): boolean {
    return [...exchanges].every(({ request, mayTakeLong }) => !request.complete && !mayTakeLong)
  }

  return {
    opened(socket) {
      exchangesOf(socket)
      if (open.size <= options.max) return
      const [longestWaiting = socket] = [...open].find(([, exchanges]) => isWaiting(exchanges)) ?? []
      open.delete(longestWaiting)
      longestWaiting.destroy()
    },

    received(request, response) {
      const { socket } = request
      const exchange: Exchange = { request, response, mayTakeLong: false }
      const exchanges = exchangesOf(socket)
      exchanges.add(exchange)
      const endTooSlow = () => {
        if (request.complete) return
        if (!response.headersSent) socket.write(timedOut)
        socket.destroy()
      }
      let timer = hasBody(request) ? setTimeout(endTooSlow, options.bodyMs) : undefined
      // A response may be there long before the body is, and leaves the sender no more time for it.
      request.once('close', () => clearTimeout(timer))
      response.once('close', () => {
        exchanges.delete(exchange)
        // Its head was sent before the connection was to be closed, and did not say so.
        if (closesIdle && exchanges.size === 0) socket.destroySoon()
      })
      return (milliseconds) => {
        exchange.mayTakeLong = true
        clearTimeout(timer)
        timer = setTimeout(endTooSlow, milliseconds)
      }
    },

    unanswered: () => [...open.values()].reduce((sum, exchanges) => sum + exchanges.size, 0),

    closeAfterResponses() {
      for (const exchanges of open.values()) {
        for (const { request, response } of exchanges) closeAfterResponse(request, response)
      }
    },

    closeIdle() {
      closesIdle = true
      for (const [socket, exchanges] of open) if (exchanges.size === 0) socket.destroy()
    },
  }
}
