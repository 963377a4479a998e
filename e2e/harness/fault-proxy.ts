import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** What goes wrong with one exchange: a request, and the answer to it. Without anything, it passes as it is. */
export interface Fault {
  /** What it is counted as. */
  kind: string
  /** Before the first byte of the answer. */
  latencyMs?: number
  /** False if the upstream never hears of the request. @default true */
  isHeard?: boolean
  /** Sent in place of the upstream's answer, and the connection ends with it. */
  answer?: string
  /** A change to the first bytes of the answer, where the headers are. */
  changeHead?: (head: string) => string
  /** After so many bytes of the answer the connection is reset, ends, goes silent, or goes on with garbage. */
  cut?: { at: number; by: 'reset' | 'end' | 'silence' } | { at: number; by: 'garbage'; bytes: Uint8Array }
  /** The answer comes in pieces. */
  drip?: { bytes: number; everyMs: number }
}

export interface FaultProxy {
  port: number
  /** Where the next connections lead. */
  upstreamPort: number
  /** How many exchanges there were, and how often each kind of fault was injected. */
  exchanges: number
  injected: Map<string, number>
  /** Asked at each exchange. Nothing goes wrong until a test puts something here. */
  nextFault: () => Fault | undefined
  /** Hears each request as it is whole, and each answer of the upstream as far as it has come. */
  onRequest: (bytes: string) => void
  onAnswer: (bytes: string) => void
  close(): Promise<void>
}

interface Exchange {
  fault: Fault
  request: string
  isWhole: boolean
  /** Bytes of the answer that have been passed on. */
  sent: number
  hasAnswer: boolean
}

/**
 * Stands between a client and a server on this machine, and breaks what it is told to. It knows TCP alone, so it
 * serves HTTP and Redis alike: an exchange begins with what a client sends after it has been answered.
 */
export async function startFaultProxy(port: number): Promise<FaultProxy> {
  const sockets = new Set<Socket>()
  const server = createServer((client) => serve(client))

  function opened(socket: Socket): Socket {
    sockets.add(socket)
    socket.setNoDelay(true)
    // A reset is one of the things that happen here.
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
    return socket
  }

  function serve(client: Socket): void {
    opened(client)
    let current: Exchange | undefined
    let upstream: Socket | undefined
    let writing = Promise.resolve()
    /** The end of the connection is decided, or that it has none. */
    let isOver = false

    client.on('data', (chunk: Buffer) => {
      if (!current || current.hasAnswer) current = begin()
      const exchange = current
      exchange.request += chunk.toString('latin1')
      if (exchange.fault.isHeard !== false) upstreamSocket().write(chunk)
      if (exchange.isWhole || !isWhole(exchange.request)) return
      exchange.isWhole = true
      proxy.onRequest(exchange.request)
      if (exchange.fault.isHeard === false) answer(exchange, Buffer.alloc(0))
    })
    client.once('close', () => upstream?.destroy())

    function begin(): Exchange {
      const fault = proxy.nextFault() ?? { kind: 'none' }
      proxy.exchanges += 1
      if (fault.kind !== 'none') proxy.injected.set(fault.kind, (proxy.injected.get(fault.kind) ?? 0) + 1)
      return { fault, request: '', isWhole: false, sent: 0, hasAnswer: false }
    }

    function upstreamSocket(): Socket {
      if (upstream) return upstream
      upstream = opened(connect({ port: proxy.upstreamPort, host: '127.0.0.1' }))
      upstream.on('data', (chunk: Buffer) => {
        proxy.onAnswer(chunk.toString('latin1'))
        if (current) answer(current, chunk)
      })
      upstream.once('close', () => void writing.then(() => isOver || client.end()))
      return upstream
    }

    function answer(exchange: Exchange, chunk: Buffer): void {
      const isFirst = !exchange.hasAnswer
      exchange.hasAnswer = true
      writing = writing.then(() => forwardChunk(exchange, chunk, isFirst))
    }

    async function forwardChunk(exchange: Exchange, chunk: Buffer, isFirst: boolean): Promise<void> {
      const { fault } = exchange
      if (isOver) return
      if (isFirst && fault.latencyMs) await sleep(fault.latencyMs)
      if (fault.answer !== undefined) {
        isOver = true
        client.end(fault.answer)
        return
      }
      const { changeHead, cut, drip } = fault
      const bytes = isFirst && changeHead ? Buffer.from(changeHead(chunk.toString('latin1')), 'latin1') : chunk
      const left = cut ? Math.max(cut.at - exchange.sent, 0) : Infinity
      await write(bytes.subarray(0, left), drip)
      exchange.sent += Math.min(bytes.length, left)
      if (!cut || bytes.length < left) return
      isOver = true
      if (cut.by === 'garbage') client.end(cut.bytes)
      else if (cut.by === 'end') client.end()
      else if (cut.by === 'reset') client.resetAndDestroy()
      upstream?.destroy()
    }

    async function write(bytes: Buffer, drip: Fault['drip']): Promise<void> {
      if (client.destroyed || bytes.length === 0) return
      if (!drip) return void client.write(bytes)
      for (let at = 0; at < bytes.length && !client.destroyed; at += drip.bytes) {
        client.write(bytes.subarray(at, at + drip.bytes))
        await sleep(drip.everyMs)
      }
    }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the proxy has no port')
  const proxy: FaultProxy = {
    port: address.port,
    upstreamPort: port,
    exchanges: 0,
    injected: new Map(),
    nextFault: () => undefined,
    onRequest: () => {},
    onAnswer: () => {},
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
  return proxy
}

/** Whether a request is there to its end. What is not HTTP is taken as it comes. */
function isWhole(request: string): boolean {
  if (!/^[A-Z]+ \S+ HTTP\/1\.1\r\n/.test(request)) return true
  const end = request.indexOf('\r\n\r\n')
  if (end === -1) return false
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(request.slice(0, end))?.[1] ?? 0)
  return request.length - end - 4 >= length
}
