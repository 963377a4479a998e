import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import { Server, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { config } from '@/lib/config'
import { log } from '@/lib/log'
import { runInRequest } from '@/lib/request/context'
import { newNonce, securityHeaders } from '@/lib/request/security-headers'
import { actionsKeyHint } from './actions-key'
import { closeAfterResponse, refuse } from './closing'
import { trackConnections } from './connections'
import { demoLoginRefusal } from './demo-login'
import { pass } from './pass'
import { isUpload, shortenUserAgent, tooLarge, type Refusal } from './request-bounds'
import { closedRefusal, isShuttingDown, shutDownOnSignals } from './shutdown'

/** How long the head of a request may take to arrive. Node looks every 30 seconds. */
const headersMs = 30_000
/** How long a body may take to arrive, but an operator's upload. */
const bodyMs = 60_000
/** How long nothing may be sent on a connection, beyond the longest pause of an export. */
const silenceMs = 60_000
/** How long a connection stays open for the next request: longer than a proxy keeps it, which closes it first. */
const keepAliveMs = 75_000
const maxConnections = 2000

/**
 * Guards the HTTP server of this process: bounds what a request may cost before Next looks at it, closes what
 * only wastes its connections, and lets it finish its work when it is told to stop. A platform guards its own.
 *
 * Next keeps its server to itself, whether `next start`, the standalone output or `next dev` runs it. Node names it
 * on two diagnostics channels: with each connection, and with each request before the server's own listeners.
 */
export function guardServer(): void {
  const { app, login, redisUrl, service, shutdown, trustedProxyHops } = config()
  if (app.isOnPlatform) return
  const hint = actionsKeyHint({ redisUrl })
  if (hint) log().warn({ event: 'build without a shared key', hint })
  const connections = trackConnections({ max: maxConnections, bodyMs })
  const guarded = new WeakSet<Server>()

  function refusalOf(request: IncomingMessage): Refusal | undefined {
    return closedRefusal() ?? (login.isDemo ? demoLoginRefusal(request.socket) : undefined) ?? tooLarge(request)
  }

  function guard(server: Server): void {
    if (guarded.has(server)) return
    guarded.add(server)
    server.headersTimeout = headersMs
    server.requestTimeout = 0
    server.timeout = service.maxPauseMs + silenceMs
    server.keepAliveTimeout = keepAliveMs
    // Next leaves a WebSocket open where no route has that address. `next dev` has one of its own.
    // Without a listener, Node answers the request as any other.
    if (!app.isDevelopment) server.removeAllListeners('upgrade')
    const listeners = server.listeners('request')
    server.removeAllListeners('request')
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const allowBodyTime = connections.received(request, response)
      const isBehindProxy = trustedProxyHops > 0
      runInRequest({ request, response, isBehindProxy, allowBodyTime }, () => {
        const refusal = refusalOf(request)
        const ownHeaders = () => securityHeaders({ nonce: newNonce(), ...app, isAndroid: false })
        if (refusal) return refuse(request, response, refusal, ownHeaders())
        shortenUserAgent(request)
        // The rest of a file that was refused would go on arriving.
        if (isShuttingDown() || isUpload(request.url ?? '') || request.headers.upgrade !== undefined) {
          closeAfterResponse(request, response)
        }
        const goOn = () => listeners.forEach((listener) => void listener.call(server, request, response))
        pass(request, response).then(
          (isToGoOn) => isToGoOn && goOn(),
          (error: unknown) => {
            // Otherwise the sender has gone before the whole request was there.
            if (!request.destroyed)
              log().error({ event: 'first pass failed', error: error instanceof Error ? error.name : 'unknown' })
            request.destroy()
          },
        )
      })
    })
  }

  subscribe('net.server.socket', (message) => {
    const { socket } = message as { socket: Socket & { server?: unknown } }
    if (!(socket.server instanceof Server)) return
    guard(socket.server)
    connections.opened(socket)
  })
  subscribe('http.server.request.start', (message) => guard((message as { server: Server }).server))
  if (!app.isDevelopment) shutDownOnSignals({ connections, ...shutdown })
}
