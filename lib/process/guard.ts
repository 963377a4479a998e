import 'server-only'
import { channel, subscribe } from 'node:diagnostics_channel'
import { Server, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { clearTimeout, setTimeout } from 'node:timers'
import { setTimeout as sleep } from 'node:timers/promises'
import { dayInMs } from '@/lib/config/durations'
import { config } from '@/lib/config'
import { finishJobs } from '@/lib/jobs'
import { countResponse } from '@/lib/metrics'
import { connectionAddressHeader } from '@/lib/request/client-address'
import { runInRequest } from '@/lib/request/context'
import { correlationHeader, newCorrelationId, proxyIdIn } from '@/lib/request/correlation'
import { newNonce, securityHeaders } from '@/lib/request/security-headers'
import { keptSettled } from '@/lib/store/kept-in-store'
import {
  badBody,
  badHead,
  demoLoginRefusal,
  isChunked,
  isUpload,
  normalizeHead,
  servedFiles,
  type Refusal,
} from './request-bounds'
import { isShuttingDown, shutDownOnSignals } from './shutdown'

/** How long the head of a request may take to arrive. Node checks it every 30 seconds. */
const headersMs = 30_000
const formMs = 60_000
/** Node's default of 5 minutes is too short, because 1 GB takes 2.5 h at 1 Mbit/s. */
const uploadMs = dayInMs
/** How long a connection may be silent, in addition to the longest pause of an export. */
const silenceMs = 60_000
/** How long a client may go on sending after an early answer. */
const lingerMs = 2000
/** An unfinished request costs up to 100 KB of memory. A proxy in front opens a few hundred connections. */
const maxConnections = 2000
/** How long a stopping process waits for Redis to store what waits for it. */
const settleMs = 5000

/**
 * Guards the HTTP server of this process. It limits the cost of a request before `proxy.ts` runs, and finishes the work
 * under way before the process stops. A platform guards its own server.
 *
 * Next does not expose its server, so the guard finds it on Node's diagnostics channels. `scripts/complete-build.ts`
 * lets the connections wait that come before the guard.
 */
export function guardServer(): void {
  if (!config().app.isOnPlatform) guardRequests()
  channel('subnet-connect.guarded').publish(undefined)
}

function guardRequests(): void {
  const { app, login, service, keepAliveMs } = config()
  // `next dev` makes its files only when a page needs them.
  const files = app.isDevelopment ? undefined : servedFiles()
  const guarded = new Set<Server>()
  let unanswered = 0
  let isClosing = false

  function guard(server: Server): void {
    guarded.add(server)
    server.headersTimeout = headersMs
    server.requestTimeout = uploadMs
    server.timeout = service.maxPauseMs + silenceMs
    server.keepAliveTimeout = keepAliveMs
    server.maxConnections = maxConnections
    // Next does not close a WebSocket without a matching route. Without a listener, Node answers it as a normal
    // request. `next dev` needs its own WebSocket.
    if (!app.isDevelopment) server.removeAllListeners('upgrade')
    const listeners = server.listeners('request')
    server.removeAllListeners('request')
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const { headers, socket } = request
      if (response.socket === null) {
        // A response before this one has the connection. In Node, a response behind an aborted one would never end. So
        // the connection closes after the first one, and the client sends the others again (RFC 9112, 9.3.2).
        socket.pause()
        return void response.destroy()
      }
      unanswered += 1
      response.once('close', () => {
        unanswered -= 1
        if (isClosing) closeIdle()
      })
      response.once('finish', () => countResponse(response.statusCode))
      const id = newCorrelationId()
      const proxyId = config().trustedProxyHops > 0 ? proxyIdIn(headers['x-request-id']) : undefined
      response.setHeader(correlationHeader, id)
      headers[connectionAddressHeader] = socket.remoteAddress ?? ''
      // Next sets a missing header to the connection's IP address, as a proxy would (next/dist/server/base-server.js).
      headers['x-forwarded-for'] ??= ''
      normalizeHead(request)
      completeHead(response)

      const answer = async () => {
        const headRefusal = (login.isDemo ? demoLoginRefusal(socket) : undefined) ?? badHead(request, files)
        const isFile = isUpload(request.url ?? '')
        const hasBody = isChunked(request) || Number(headers['content-length'] ?? 0) > 0
        if (hasBody && !isFile) closeAfter(formMs, request)
        const refusal = headRefusal ?? (await badBody(request))
        // Otherwise the server would continue to receive the rest of a refused body.
        if (refusal || isFile) closeAfterResponse(request, response)
        if (refusal) return refuse(refusal, request, response)
        listeners.forEach((listener) => void listener.call(server, request, response))
      }
      void runInRequest(id, answer, { proxyRequestId: proxyId, response })
    })
  }

  function refuse({ status, text }: Refusal, { method }: IncomingMessage, response: ServerResponse): void {
    const security = securityHeaders({ nonce: newNonce(), ...app, isAndroid: false })
    response.writeHead(status, { ...security, 'Content-Type': 'text/plain; charset=utf-8' })
    response.end(method === 'HEAD' ? undefined : `${text}\n`)
  }

  const guardConnection = (isNew: boolean) => (message: unknown) => {
    const { socket } = message as { socket: Socket & { server?: unknown } }
    if (!(socket.server instanceof Server)) return
    if (!guarded.has(socket.server)) guard(socket.server)
    // Node has already given the server's first connections the old timeout.
    socket.setTimeout(socket.server.timeout)
    // A request on an older connection can follow one that is still being answered.
    if (isNew && isClosing) socket.destroy()
  }
  subscribe('net.server.socket', guardConnection(true))
  // A connection can be older than this guard.
  subscribe('http.server.request.start', guardConnection(false))

  /** Node counts a connection without any request as a busy one. */
  function closeIdle(): void {
    for (const server of guarded) {
      if (unanswered > 0) server.closeIdleConnections()
      else server.closeAllConnections()
    }
  }
  const connections = {
    unanswered: () => unanswered,
    close() {
      isClosing = true
      closeIdle()
    },
  }
  const settled = () => Promise.race([keptSettled(), sleep(settleMs, undefined, { ref: false })])
  const finishWork = () => Promise.all([finishJobs(), settled()])
  if (!app.isDevelopment) shutDownOnSignals(connections, finishWork)
}

/**
 * Forbids proxies to change a page, for example to rewrite an e-mail address. Closes the connection of a stopping
 * process. It does so last, because Next's own compression would obey `no-transform` too.
 */
function completeHead(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response)
  response.writeHead = (...head: [number]) => {
    const isPage = /^text\/html\b/.test(String(response.getHeader('Content-Type')))
    if (isPage) response.setHeader('Cache-Control', 'no-store, no-transform')
    if (isShuttingDown() || response.req.headers.upgrade !== undefined) response.setHeader('Connection', 'close')
    return writeHead(...head)
  }
}

/**
 * Closes the connection after this response. It first drops, for a moment, the bytes of the request that still arrive.
 * If it closed at once, as Node does, they would reset the connection. The response would be lost (RFC 9112, 9.6).
 */
function closeAfterResponse(request: IncomingMessage, response: ServerResponse): void {
  // With these two, Node sends `Connection: close`, and leaves the connection open.
  Object.assign(response, { shouldKeepAlive: true, maxRequestsOnConnectionReached: true })
  response.once('finish', () => {
    if (request.complete) return request.socket.destroySoon()
    request.resume()
    closeAfter(lingerMs, request)
  })
}

function closeAfter(milliseconds: number, request: IncomingMessage): void {
  const timer = setTimeout(() => request.complete || request.socket.destroy(), milliseconds)
  request.once('close', () => clearTimeout(timer))
}
