import 'server-only'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers'
import type { Refusal } from './request-bounds'

/** How long a connection stays open after an early answer, for the sender to read it. */
const lingerMs = 2000

/**
 * Closes the connection once this response is sent, and says so in it.
 *
 * Where the request is still arriving, what comes is read and dropped for a moment first: closed at once, the
 * connection would be reset by the bytes on their way, and the response lost with it (RFC 9112, 9.6).
 */
export function closeAfterResponse(request: IncomingMessage, response: ServerResponse): void {
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

/** Answers a request that goes no further, and closes its connection. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, text, headers = {} }: Refusal,
  securityHeaders: Record<string, string>,
): void {
  closeAfterResponse(request, response)
  response.writeHead(status, { ...securityHeaders, 'Content-Type': 'text/plain; charset=utf-8', ...headers })
  response.end(request.method === 'HEAD' ? undefined : `${text}\n`)
}
