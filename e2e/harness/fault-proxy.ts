import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { listen } from './listen'

/** A fault of one exchange, which is a request and its answer. Without any field, the exchange passes unchanged. */
export interface Fault {
  /** Its name in the counts. */
  kind: string
  /** The delay of the first byte of the answer, as over a longer distance: answers after one another do not add up. */
  latencyMs?: number
  /** Whether the request reaches the upstream. @default true */
  isHeard?: boolean
  /** Replaces the upstream's answer, and ends the connection. */
  answer?: string
  /** Changes the first bytes of the answer, which contain the headers. */
  changeHead?: (head: string) => string
  /** After `at` bytes of the answer, the proxy resets, ends or silences the connection, or sends garbage. */
  cut?: { at: number; by: 'reset' | 'end' | 'silence' } | { at: number; by: 'garbage'; bytes: Uint8Array }
  /** Sends the answer in pieces of `bytes`. */
  drip?: { bytes: number; everyMs: number }
}

export interface FaultProxy {
  port: number
  /** The upstream of the next connections. */
  upstreamPort: number
  /** The number of injected faults of each kind. */
  injected: Map<string, number>
  /** The proxy calls it at each exchange. By default there are no faults. */
  nextFault: () => Fault | undefined
  /** The proxy calls them with each complete request, and with each part of an upstream's answer. */
  onRequest: (bytes: string) => void
  onAnswer: (bytes: string) => void
  close(): Promise<void>
}

interface Exchange {
  fault: Fault
  request: string
  isWhole: boolean
  /** The number of bytes of the answer that the proxy has passed on. */
  sent: number
  hasAnswer: boolean
}

/**
 * Starts a proxy that injects faults between a client and a server on this machine. It works on TCP, so it serves both
 * HTTP and Redis. An exchange begins with the first bytes that a client sends after an answer.
 */
export async function startFaultProxy(port: number): Promise<FaultProxy> {
  const server = createServer((client) => serve(client))

  function opened(socket: Socket): Socket {
    socket.setNoDelay(true)
    // Resets are expected.
    socket.on('error', () => {})
    return socket
  }

  function serve(client: Socket): void {
    opened(client)
    let current: Exchange | undefined
    let upstream: Socket | undefined
    let writing = Promise.resolve()
    /** Whether a fault has ended or silenced the connection. */
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
      const dueAt = performance.now() + (isFirst ? (exchange.fault.latencyMs ?? 0) : 0)
      writing = writing.then(() => forwardChunk(exchange, chunk, isFirst, dueAt))
    }

    async function forwardChunk(exchange: Exchange, chunk: Buffer, isFirst: boolean, dueAt: number): Promise<void> {
      const { fault } = exchange
      if (isOver) return
      if (dueAt > performance.now()) await sleep(dueAt - performance.now())
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

  const { port: ownPort, close } = await listen(server)
  const proxy: FaultProxy = {
    port: ownPort,
    upstreamPort: port,
    injected: new Map(),
    nextFault: () => undefined,
    onRequest: () => {},
    onAnswer: () => {},
    close,
  }
  return proxy
}

/** Checks whether a request is complete. Each chunk of a protocol other than HTTP counts as complete. */
function isWhole(request: string): boolean {
  if (!/^[A-Z]+ \S+ HTTP\/1\.1\r\n/.test(request)) return true
  const end = request.indexOf('\r\n\r\n')
  if (end === -1) return false
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(request.slice(0, end))?.[1] ?? 0)
  return request.length - end - 4 >= length
}
