import 'server-only'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type Connections = ReturnType<typeof trackConnections>

/**
 * Tracks the open connections of a server, with at most one request under way on each. Node's `maxRequestsPerSocket`
 * cannot limit that: it counts the requests of a connection, whether or not they overlap.
 */
export function trackConnections() {
  const open = new Map<Socket, ServerResponse | null>()
  /** The connections that received a request before the response to the previous one. */
  const crowded = new WeakSet<Socket>()
  let closesIdle = false

  return {
    /** Registers a connection. It may be registered already. */
    opened(socket: Socket): void {
      if (open.has(socket)) return
      if (closesIdle) return void socket.destroy()
      open.set(socket, null)
      socket.once('close', () => open.delete(socket))
    },

    /**
     * Registers the response to a request.
     *
     * @returns false if another request is under way on the connection. Do not answer such a pipelined request, because
     *   a response behind an aborted one never ends in Node. The connection closes after the first response. The client
     *   then sends the request again (RFC 9112, 9.3.2).
     */
    isFirst(response: ServerResponse): boolean {
      const { socket } = response.req
      const current = open.get(socket)
      if (current) {
        // Stop reading, because this server answers no further pipelined request.
        socket.pause()
        crowded.add(socket)
        if (!current.headersSent) current.setHeader('Connection', 'close')
        return false
      }
      open.set(socket, response)
      response.once('close', () => {
        if (!open.has(socket)) return
        open.set(socket, null)
        // The head may have been sent too early to announce `Connection: close`.
        if (closesIdle || crowded.has(socket)) socket.destroySoon()
      })
      return true
    },

    /** Returns the number of requests without a complete response. */
    unanswered: () => [...open.values()].filter((response) => response !== null).length,

    /** Closes idle connections now, and from now on every connection that becomes idle. */
    closeIdle(): void {
      closesIdle = true
      for (const [socket, response] of open) if (response === null) socket.destroy()
    },
  }
}
