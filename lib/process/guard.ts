import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import { Server, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { clearTimeout, setTimeout } from 'node:timers'
import { setTimeout as sleep } from 'node:timers/promises'
import { auditSettled } from '@/lib/audit'
import { config } from '@/lib/config'
import { connectionsSettled } from '@/lib/connections'
import { finishJobs } from '@/lib/jobs'
import { countResponse } from '@/lib/metrics'
import { connectRecords } from '@/lib/records'
import { instances } from '@/lib/store'
import { connectionAddressHeader } from '@/lib/request/client-address'
import { runInRequest } from '@/lib/request/context'
import { correlationHeader, correlationIdOf } from '@/lib/request/correlation'
import { newNonce, securityHeaders } from '@/lib/request/security-headers'
import { closeAfterResponse, trackConnections, type Exchange } from './connections'
import { badBody, badHead, demoLoginRefusal, isUpload, pathOf, shortenUserAgent, type Refusal } from './request-bounds'
import { isShuttingDown, shutDownOnSignals } from './shutdown'

/** How long the head of a request may take to arrive. Node looks every 30 seconds. */
const headersMs = 30_000
/** How long a form may take to arrive. */
const formMs = 60_000
/** How long an upload may take to arrive, in place of Node's five minutes: 1 GB needs 2.5 hours at 1 Mbit/s. */
const uploadMs = 24 * 60 * 60 * 1000
/** How long nothing may be sent on a connection, beyond the longest pause of an export. */
const silenceMs = 60_000
/** How long a process that stops waits for Redis to take records, connections and the audit. */
const settleMs = 5000
/** A path that leads to no page and no route handler. */
const unknownPath = '/hidden'
/** How long a connection stays open for the next request: longer than a proxy keeps it, which closes it first. */
const keepAliveMs = 75_000

/**
 * Guards the HTTP server of this process with what no proxy in front of it can do: it bounds what a request costs before
 * `proxy.ts` is called, answers one request at a time on a connection, and finishes its work when it is told to stop.
 * A platform guards its own.
 *
 * Next keeps its server to itself, whether the standalone output or `next dev` runs it. Node names it on a diagnostics
 * channel with each connection, before a request is read.
 *
 * @param options.isHidden - whether the sender of a request may not learn that there is anything at its address.
 */
export function guardServer({ isHidden }: { isHidden: (request: IncomingMessage) => Promise<boolean> }): void {
  const { app, login, service, shutdown } = config()
  if (app.isOnPlatform) return
  const connections = trackConnections()
  const guarded = new WeakSet<Server>()

  function guard(server: Server): void {
    guarded.add(server)
    server.headersTimeout = headersMs
    server.requestTimeout = uploadMs
    server.timeout = service.maxPauseMs + silenceMs
    server.keepAliveTimeout = keepAliveMs
    // Next leaves a WebSocket open where no route has that address. `next dev` has one of its own.
    // Without a listener, Node answers the request as any other.
    if (!app.isDevelopment) server.removeAllListeners('upgrade')
    const listeners = server.listeners('request')
    server.removeAllListeners('request')
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (!connections.isFirst({ request, response })) return
      response.once('finish', () => countResponse(response.statusCode))
      const { headers, socket } = request
      const id = correlationIdOf(config().trustedProxyHops > 0 ? headers['x-request-id'] : undefined)
      response.setHeader(correlationHeader, id)
      headers[connectionAddressHeader] = socket.remoteAddress ?? ''
      // Where there is none, Next writes the connection's address there, as a proxy would (next/dist/server/base-server.js).
      headers['x-forwarded-for'] ??= ''
      shortenUserAgent(request)

      void runInRequest(id, async () => {
        const headRefusal = (login.isDemo ? demoLoginRefusal(socket) : undefined) ?? badHead(request)
        // Next then answers as it answers any unknown path, whatever the method and the headers.
        if (!headRefusal && (await isHidden(request))) {
          request.url = request.url?.replace(pathOf(request.url), unknownPath)
        }
        const refusal = headRefusal ?? badBody(request)
        const isFile = isUpload(request.url ?? '')
        // The rest of a body that was refused would go on arriving.
        if (refusal || isFile || isShuttingDown() || headers.upgrade !== undefined) {
          closeAfterResponse({ request, response })
        }
        if (refusal) return refuse(refusal, { request, response })
        if (!isFile && Number(headers['content-length'] ?? 0) > 0) closeAfter(formMs, request)
        listeners.forEach((listener) => void listener.call(server, request, response))
      })
    })
  }

  function refuse({ status, text }: Refusal, { request, response }: Exchange): void {
    const security = securityHeaders({ nonce: newNonce(), ...app, isAndroid: false })
    response.writeHead(status, { ...security, 'Content-Type': 'text/plain; charset=utf-8' })
    response.end(request.method === 'HEAD' ? undefined : `${text}\n`)
  }

  subscribe('net.server.socket', (message) => {
    const { socket } = message as { socket: Socket & { server?: unknown } }
    if (!(socket.server instanceof Server)) return
    if (!guarded.has(socket.server)) guard(socket.server)
    // Node has given the server's first connection the timeout from before.
    socket.setTimeout(socket.server.timeout)
    connections.opened(socket)
  })
  const finishWork = async () => {
    const settled = Promise.all([connectRecords().settled(), connectionsSettled(), auditSettled()])
    const written = Promise.race([settled, sleep(settleMs, undefined, { ref: false })])
    await Promise.all([finishJobs(), written, instances()?.leave()])
  }
  if (!app.isDevelopment) shutDownOnSignals({ connections, finishWork, ...shutdown })
}

/** Closes the connection of a request whose body has not arrived in time. */
function closeAfter(milliseconds: number, request: IncomingMessage): void {
  const timer = setTimeout(() => request.complete || request.socket.destroy(), milliseconds)
  request.once('close', () => clearTimeout(timer))
}
