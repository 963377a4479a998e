import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../harness/app'
import { operatorName } from '../harness/people'
import { memoryMegabytes } from '../harness/process-cost'
import { openRaw, statusOf, type RawClient } from '../harness/raw-client'
import { cookieHeader } from '../harness/sign-in'
import { Visitor } from '../harness/visitor'
import { expect, test } from '../fixtures'
import { sessionOf } from '../sessions'
import { uploadHead } from './upload-head'

/*
 * Connections that request much, send little, or never end, and requests that are larger than their limits. They must
 * not use up the server's memory, processor or connections, or disturb users and operators.
 */

test.describe('a body', () => {
  test('gets a refusal before the rest is read when it is too large, with a length or in chunks', async ({ app }) => {
    const maxBytes = 64 * 1024
    for (const [path, allowed, refused] of [
      ['/signin', post({ path: '/signin', bytes: maxBytes }) + 'a'.repeat(maxBytes), maxBytes + 1],
      ['/connect/confirm', post({ path: '/connect/confirm', bytes: 2000 }) + 'a'.repeat(2000), 9_900_000],
    ] as const) {
      const good = open(app, allowed)
      await expect.poll(() => statusOf(good)).not.toBe(0)
      expect([411, 413], path).not.toContain(statusOf(good))
      good.socket.destroy()

      const bad = open(app, post({ path, bytes: refused }))
      await bad.closed
      expect(statusOf(bad), path).toBe(413)
      expect(bad.received()).toContain('Connection: close')
    }
    for (const path of ['/signin', '/connect/confirm', '/console', '/api/auth/signout', '/no/such', '/api/health']) {
      const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${'a'.repeat(bytes)}\r\n`
      const head = post({ path, bytes: undefined })
      const good = open(app, `${head}${chunk(maxBytes)}0\r\n\r\n`)
      await expect.poll(() => statusOf(good), path).not.toBe(0)
      expect([411, 413], path).not.toContain(statusOf(good))
      good.socket.destroy()
      const bad = open(app, head + chunk(maxBytes) + chunk(1))
      await bad.closed
      expect(statusOf(bad), path).toBe(413)
    }
  })

  test('uses little memory while the client withholds its end', async ({ startVariant }) => {
    const app = await startVariant({ LOG_LEVEL: 'fatal' })
    await new Visitor(app.origin).send('/signin')
    const before = memoryMegabytes(app.processId)
    const body = Buffer.alloc(9_899_000, 'a')
    const withheld = Array.from({ length: 40 }, () => {
      const client = open(app, post({ path: '/signin', bytes: 9_900_000 }))
      client.socket.write(body)
      return client
    })
    await Promise.all(withheld.map(({ closed }) => closed))
    const sentMegabytes = (withheld.length * body.length) / 1e6
    expect(memoryMegabytes(app.processId) - before).toBeLessThan(sentMegabytes / 5)
  })
})

test('an upload by a stranger or a user gets a refusal, and the server closes its connection', async ({
  app,
  control,
}) => {
  const clients = await Promise.all(
    [undefined, 'Ada'].map(async (name) => open(app, await uploadHead(app, 1e9, name), { sendsOn: true })),
  )
  await Promise.all(
    clients.map(async (client) => {
      while (!client.socket.destroyed) {
        client.socket.write('a,b\n'.repeat(1000))
        await sleep(20)
      }
    }),
  )
  for (const client of clients) {
    expect(statusOf(client)).toBe(404)
    expect(client.received()).toContain('Connection: close')
  }
  expect(await control.received('upload')).toEqual([])
})

test('the server opens no WebSocket and no tunnel, and closes the connection', async ({ app }) => {
  for (const path of ['/', '/no/such', '/_next/webpack-hmr', '/_next/static/x']) {
    const upgrade =
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'
    const client = open(app, `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${upgrade}\r\n`)
    await client.closed
    expect(statusOf(client)).not.toBe(101)
  }
  const tunnel = open(app, 'CONNECT service.example:443 HTTP/1.1\r\nHost: service.example:443\r\n\r\n')
  await tunnel.closed
  expect(tunnel.received()).toBe('')
})

test('the server refuses about 500 of 2,500 silent connections, limits the memory of the others, and answers new clients when they have gone', async ({
  startVariant,
}) => {
  const app = await startVariant({ LOG_LEVEL: 'fatal' })
  // The first request for a page loads its code, which must not count as memory of connections.
  expect((await new Visitor(app.origin).send('/signin')).status).toBe(200)
  const before = memoryMegabytes(app.processId)
  const halfForm = post({ path: '/signin', bytes: 60_000 }) + 'a'.repeat(59_999)
  const visitors: RawClient[] = []
  for (let index = 0; index < 2500; index += 1) {
    visitors.push(open(app, index % 2 ? 'GET / HTTP/1.1\r\nHost: loc' : halfForm))
    if (index % 50 === 0) await sleep(20)
  }
  const gone = () => visitors.filter(({ socket }) => socket.destroyed).length
  await expect.poll(gone, { timeout: 30_000 }).toBeGreaterThan(490)
  expect(memoryMegabytes(app.processId) - before).toBeLessThan(500)
  expect(gone()).toBeLessThan(510)
  for (const { socket } of visitors) socket.destroy()
  const statusNow = () =>
    new Visitor(app.origin).send('/signin').then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(statusNow).toBe(200)
})

test('the server drops pipelined requests when their connection closes', async ({ app, control }) => {
  const session = cookieHeader(await sessionOf(app, operatorName))
  // The page of an unknown conversion searches all conversions.
  const search = `GET /console/conversions/x HTTP/1.1\r\nHost: localhost\r\nCookie: ${session}\r\n`
  await control.set({ data: { users: 20, breakdownUsers: 5 } })
  const before = openConnections(app)
  const clients = Array.from({ length: 10 }, () => open(app, `${search}\r\n`.repeat(20)))
  await expect.poll(() => clients.every((client) => statusOf(client) === 200)).toBe(true)
  for (const { socket } of clients) socket.destroy()
  await expect.poll(() => openConnections(app)).toBeLessThanOrEqual(before)
  // Each connection has started one search. Its other searches would start before a later one ends.
  await open(app, `${search}Connection: close\r\n\r\n`).closed
  const firstPages = (await control.received('conversions')).filter(({ target }) => /[?&]page=1(?:&|$)/.test(target))
  expect(firstPages).toHaveLength(11)
})

/* The guard limits the parts of a head that Next reads slowly. Its unit tests check each limit. */
test('the server refuses a head that is larger than its limit', async ({ app }) => {
  const statusFor = async ({ path = '/favicon.ico', more = '' }) => {
    const client = open(app, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${more}\r\n`)
    await client.closed
    return statusOf(client)
  }
  const cookies = (count: number) => `Cookie: ${Array.from({ length: count }, (_, n) => `a${n}=a`).join('; ')}\r\n`
  const address = (length: number) => `/favicon.ico?${'a'.repeat(length - '/favicon.ico?'.length)}`
  for (const [allowed, refused, status] of [
    [{ more: `User-Agent: ${'a'.repeat(15_000)}\r\n` }, { more: `User-Agent: ${'a'.repeat(16_384)}\r\n` }, 431],
    [{ more: cookies(200) }, { more: cookies(201) }, 431],
    [{ path: address(8192) }, { path: address(8193) }, 414],
    [{ path: `/favicon.ico?${'&a'.repeat(99)}` }, { path: `/favicon.ico?${'&a'.repeat(100)}` }, 414],
  ] as const) {
    expect(await statusFor(allowed)).toBe(200)
    expect(await statusFor(refused)).toBe(status)
  }
})

test('the server closes silent connections after a minute, and continues a slow upload by an operator @depth', async ({
  app,
  control,
}) => {
  test.setTimeout(180_000)
  const file = 'a,b\n'.repeat(100)
  const uploading = open(app, await uploadHead(app, file, operatorName))
  let sent = 0
  const timer = setInterval(() => uploading.socket.write(file.slice(sent, (sent += 1))), 1000)
  const startedAt = Date.now()
  const secondsSoFar = () => (Date.now() - startedAt) / 1000
  const clients = {
    'a connection without a request': open(app),
    'half a head': open(app, 'GET / HTTP/1.1\r\nHost: loc'),
    'a head that drips': drip(open(app, 'GET / HTTP/1.1\r\nHost: localhost\r\nX: '), 'a'),
    'half a form': open(app, post({ path: '/connect/confirm', bytes: 1000 }) + 'a'.repeat(500)),
    'a form that drips': drip(open(app, post({ path: '/signin', bytes: 1000 })), 'a'),
    'half a form in chunks': open(app, post({ path: '/signin', bytes: undefined }) + '1\r\na\r\n'),
    'half a form without a page': open(app, post({ path: '/no/such', bytes: 1000 })),
  }
  await expect.poll(async () => (await control.received('upload')).length).toBe(1)
  await Promise.all(
    Object.entries(clients).map(async ([what, { closed }]) => {
      await closed
      expect(secondsSoFar(), what).toBeLessThan(95)
    }),
  )
  while (secondsSoFar() < 70) await sleep(1000)
  expect(uploading.socket.destroyed).toBe(false)
  clearInterval(timer)
  uploading.socket.write(file.slice(sent))
  await uploading.closed
  expect(uploading.received()).toContain('"kind":"taken"')
})

const portOf = (app: App) => Number(new URL(app.origin).port)

const open = (app: App, text = '', options: { sendsOn?: boolean } = {}) => openRaw(portOf(app), text, options)

/** Returns the number of open connections to the port of the app, from Linux's table of connections. */
function openConnections(app: App): number {
  const port = portOf(app).toString(16).toUpperCase().padStart(4, '0')
  const states = { established: '01', closeWait: '08' }
  const connection = new RegExp(`^ *\\d+: [0-9A-F]{8}:${port} \\S+ (${states.established}|${states.closeWait}) `, 'gm')
  return readFileSync('/proc/net/tcp', 'utf8').match(connection)?.length ?? 0
}

/** Returns the head of a POST with `bytes` bytes, or in chunks. */
function post({ path, bytes }: { path: string; bytes: number | undefined }): string {
  const length = bytes === undefined ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes}`
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${length}\r\n\r\n`
}

/** Writes a letter every second while the connection is open. */
function drip(client: RawClient, letter: string): RawClient {
  const timer = setInterval(() => client.socket.write(letter), 1000)
  client.socket.once('close', () => clearInterval(timer))
  return client
}
