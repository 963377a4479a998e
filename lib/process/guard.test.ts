import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { listen as listenOnLoopback } from '@/e2e/harness/listen'
import { openRaw, statusOf, type RawClient } from '@/e2e/harness/raw-client'
import { correlationId, proxyRequestId } from '@/lib/request/context'
import { guardServer } from './guard'
import { isChunked, requestBounds } from './request-bounds'

const { settings } = vi.hoisted(() => ({
  settings: {
    app: { isOnPlatform: false, isDevelopment: true, isHttps: true },
    login: { isDemo: false },
    service: { maxPauseMs: 300_000 },
    shutdown: { delayMs: 0, graceMs: 0 },
    trustedProxyHops: 0,
    keepAliveMs: 620_000,
  },
}))
vi.mock('@/lib/config', () => ({ config: () => settings }))
vi.mock('@/lib/log', () => ({ log: vi.fn() }))
const countResponse = vi.hoisted(() => vi.fn())
vi.mock('@/lib/metrics', async (original) => ({ ...(await original<object>()), countResponse }))

beforeEach(() => {
  settings.trustedProxyHops = 0
})

/** Starts a server on loopback, and closes it after the test. */
async function listen(listener: RequestListener): Promise<{ server: Server; port: number }> {
  const server = createServer(listener)
  const { port, close } = await listenOnLoopback(server)
  onTestFinished(close)
  return { server, port }
}

/** A connection from before the guard, as a proxy can open it while the app starts. */
let early: RawClient
beforeAll(async () => {
  const server = createServer((request, response) => void answer(request, response))
  const { port, close } = await listenOnLoopback(server)
  const connected = once(server, 'connection')
  early = openRaw(port)
  await connected
  guardServer()
  return close
})

/** Answers with the values of the request that a page can read, and with a body in chunks. */
const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { url, headers } = request
  const [address, forwardedFor] = [headers['x-connection-address'], headers['x-forwarded-for']]
  const body = isChunked(request) ? await text(request) : undefined
  response.end(JSON.stringify({ url, address, forwardedFor, id: correlationId(), proxyId: proxyRequestId(), body }))
}

/** Sends a request, and then each further text when the server has read the previous one. */
async function send(head: string, ...chunks: string[]) {
  const { server, port } = await listen((request, response) => void answer(request, response))
  const client = openRaw(port, `${head}\r\nHost: a\r\nConnection: close\r\n\r\n`, { sendsOn: chunks.length > 0 })
  for (const chunk of chunks) {
    await new Promise((sent) => client.socket.write(chunk, sent))
    await setImmediate()
  }
  client.socket.end()
  await client.closed
  const [, id] = /^X-Request-Id: (.+)$/m.exec(client.received()) ?? []
  return { server, id: id?.trim(), status: statusOf(client), text: client.received() }
}

describe('guardServer', () => {
  it('guards each request on a connection that is older than it', async () => {
    for (const [method, status] of [
      ['GET', 200],
      ['POST', 405],
    ] as const) {
      const before = early.received().length
      early.socket.write(`${method} /robots.txt HTTP/1.1\r\nHost: a\r\n\r\n`)
      const answered = () => early.received().slice(before)
      await expect.poll(answered).toContain('\r\n\r\n')
      expect(answered()).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*X-Request-Id: `))
    }
  })

  it('answers only the first of pipelined requests, and closes the connection after it', async () => {
    const asked: (string | undefined)[] = []
    const { port } = await listen(({ url }, response) => {
      asked.push(url)
      response.flushHeaders()
      setTimeout(() => response.end('first'), 50)
    })
    const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
    const client = openRaw(port, Array.from({ length: 50 }, (_, number) => request(`/${number}`)).join(''))
    await client.closed
    expect(asked).toEqual(['/0'])
    expect(client.received().match(/HTTP\/1\.1 200/g)).toHaveLength(1)
    expect(client.received()).toContain('first')
  })

  it('normalizes the head, overwrites the connection address, and sets an empty X-Forwarded-For, so that Next sets none', async () => {
    const [none, sent] = [await send('GET / HTTP/1.1'), await send('GET / HTTP/1.1\r\nX-Connection-Address: 192.0.2.1')]
    expect([none.text, sent.text]).toEqual(
      [1, 2].map(() => expect.stringContaining('"address":"127.0.0.1","forwardedFor":""')),
    )
    expect((await send('GET / HTTP/1.1\r\nX-Forwarded-For: 192.0.2.1')).text).toContain('"forwardedFor":"192.0.2.1"')
    expect((await send('GET http://other.example/a HTTP/1.1')).text).toContain('"url":"/a"')
  })

  it('gives the response and the code of the request an ID, and beside it that of a proxy, but not of a client', async () => {
    const proxyId = '4bf92f3577b34da6a3ce929d0e0e4736'
    for (const hops of [0, 1]) {
      settings.trustedProxyHops = hops
      const { id, text } = await send(`GET / HTTP/1.1\r\nX-Request-Id: ${proxyId}`)
      expect(id).toMatch(/^[0-9A-Z]{10}$/)
      expect(text).toContain(`"id":"${id}"${hops ? `,"proxyId":"${proxyId}"` : '}'}`)
    }
  })

  it('refuses a large form with the security headers, and accepts a file of the same size', async () => {
    const post = (path: string) => `POST ${path} HTTP/1.1\r\nContent-Length: 70000`
    const { status, text } = await send(post('/signin'))
    expect(status).toBe(413)
    expect(text).toMatch(/^X-Content-Type-Options: nosniff$/m)
    expect((await send(post('/console/uploads/file'))).status).toBe(200)
  })

  it('limits a body without a length like one with a length, in chunks of any size', async () => {
    const limit = requestBounds.formBytes
    for (const sizes of [[0], [10], [limit], [1, limit - 1], [limit / 2, limit / 2]]) {
      const { status, text: answered } = await send(chunked('/signin'), ...sizes.map(chunkOf), end)
      expect(status, sizes.join()).toBe(200)
      const bytes = sizes.reduce((sum, size) => sum + size)
      expect(answered.includes(`"body":"${'a'.repeat(bytes)}"`), sizes.join()).toBe(true)
    }
    // The server answers before the end of the body has arrived.
    for (const sizes of [[limit + 1], [limit, 1], [1e6], Array.from({ length: 20 }, () => 10_000)]) {
      const { status, text: answered } = await send(chunked('/signin'), ...sizes.map(chunkOf))
      expect(status, sizes.join()).toBe(413)
      expect(answered).toContain('Connection: close')
    }
    expect((await send(chunked('/console/uploads/file'), chunkOf(70_000), end)).status).toBe(200)
  })

  it.each([
    ['a refused form', '/signin', /^HTTP\/1\.1 413 [^]*Connection: close[^]*too large/],
    ['a file with an early answer', '/console/uploads/file', /^HTTP\/1\.1 200 [^]*Connection: close/],
    ['a refused form on a connection for one request', '/signin', /^HTTP\/1\.1 413 [^]*too large/, 'Connection: close'],
  ])(
    'reads on for 2 s behind %s, so that the client gets the answer',
    async (_what, path, answered, header = 'A: b') => {
      const { port } = await listen((request, response) => void answer(request, response))
      const head = `POST ${path} HTTP/1.1\r\nHost: a\r\n${header}\r\nContent-Length: 1000000000\r\n\r\n`
      const client = openRaw(port, head, { sendsOn: true })
      const block = 'x'.repeat(100_000)
      let sent = 0
      const startedAt = performance.now()
      while (!client.socket.destroyed) {
        if (client.socket.write(block)) sent += block.length
        await sleep(20)
      }
      expect(client.received()).toMatch(answered)
      expect(sent).toBeGreaterThan(1_000_000)
      expect(performance.now() - startedAt).toBeGreaterThan(1900)
    },
  )

  it('counts the responses of pages and its own refusals', async () => {
    countResponse.mockReset()
    await send('GET / HTTP/1.1')
    await send('GET * HTTP/1.1')
    expect(countResponse.mock.calls).toEqual([[200], [400]])
  })

  it('allows 2,000 connections, a day for uploads, 30 seconds for heads, and the configured time for idle connections', async () => {
    const { maxConnections, requestTimeout, headersTimeout, keepAliveTimeout } = (await send('GET / HTTP/1.1')).server
    expect([maxConnections, requestTimeout, headersTimeout]).toEqual([2000, 86_400_000, 30_000])
    expect(keepAliveTimeout).toBe(settings.keepAliveMs)
  })

  it('sets the silence timeout on each connection, including the first', async () => {
    const { server, port } = await listen((request, response) => void answer(request, response))
    for (const which of ['first', 'second']) {
      const opened = once(server, 'connection')
      const client = openRaw(port)
      const [socket] = (await opened) as [Socket]
      // The guard runs after the server's own listeners.
      await expect.poll(() => socket.timeout, { message: which }).toBe(server.timeout)
      expect(server.timeout).toBeGreaterThan(settings.service.maxPauseMs)
      client.socket.destroy()
    }
  })
})

const chunked = (path: string) => `POST ${path} HTTP/1.1\r\nTransfer-Encoding: chunked`
/** A chunk of a body; an empty text without bytes, because an empty chunk is the end. */
const chunkOf = (bytes: number) => (bytes ? `${bytes.toString(16)}\r\n${'a'.repeat(bytes)}\r\n` : '')
const end = '0\r\n\r\n'
