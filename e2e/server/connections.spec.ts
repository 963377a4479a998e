import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import getPort from 'get-port'
import { startApp, type App } from '../harness/app'
import { appVariables } from '../harness/app-variables'
import { operatorName } from '../harness/people'
import { memoryMegabytes } from '../harness/process-cost'
import { openRaw, statusOf, type RawClient } from '../harness/raw-client'
import { Visitor } from '../harness/visitor'
import { expect, test } from '../fixtures'
import { uploadHead } from './upload-head'

/*
 * Connections that request much, send little, or never end, and requests that are larger than their limits. They must
 * not use up the server's memory, processor or connections, or disturb users and operators.
 */

test.describe('a body', () => {
  test('gets a refusal before the rest is read when it is too large, with a length or in chunks', async ({ app }) => {
    const maxBytes = 64 * 1024
    const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${'a'.repeat(bytes)}\r\n`
    const chunked = (path: string) => post({ path, bytes: undefined }) + chunk(maxBytes)
    const cases = [
      {
        allowed: post({ path: '/signin', bytes: maxBytes }) + 'a'.repeat(maxBytes),
        refused: post({ path: '/signin', bytes: maxBytes + 1 }),
      },
      {
        allowed: post({ path: '/connect/confirm', bytes: 2000 }) + 'a'.repeat(2000),
        refused: post({ path: '/connect/confirm', bytes: 9_900_000 }),
      },
      // The guard reads no path but the upload's, so a page, a missing page and a handler stand for all.
      ...['/console', '/no/such', '/api/health'].map((path) => ({
        allowed: `${chunked(path)}0\r\n\r\n`,
        refused: chunked(path) + chunk(1),
      })),
    ]
    // Together, because the server reads on for two seconds behind each refusal.
    const checked = cases.map(async ({ allowed, refused }) => {
      const [what] = allowed.split('\r\n', 1)
      const good = open(app, allowed)
      await expect.poll(() => statusOf(good), what).not.toBe(0)
      expect([411, 413], what).not.toContain(statusOf(good))
      good.socket.destroy()

      const bad = open(app, refused)
      await bad.closed
      expect(statusOf(bad), what).toBe(413)
      expect(bad.received()).toContain('Connection: close')
    })
    await Promise.all(checked)
  })

  test('uses little memory while the client withholds its end @depth', async ({ startVariant }) => {
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

test('the server guards a request that comes before it has started', async ({ standIn }) => {
  const port = await getPort()
  const starting = startApp({ port, variables: appVariables({ standIn, port }) })
  const early = await firstConnection(port, 'POST /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const app = await starting
  await expect.poll(() => statusOf(early)).toBe(405)
  expect(early.received()).toMatch(/^X-Request-Id: /m)
  await app.close()
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

test('the server refuses about 500 of 2,500 silent connections, limits the memory of the others, and answers new clients when they have gone @depth', async ({
  startVariant,
}) => {
  const app = await startVariant({ LOG_LEVEL: 'fatal' })
  // The first request for a page loads its code, which must not count as memory of connections.
  expect((await new Visitor(app.origin).send('/signin')).status).toBe(200)
  // The connections of another test count too.
  await expect.poll(() => openConnections(app)).toBeLessThan(5)
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

/* The guard also limits the parts of a head that Next reads slowly, as its unit tests show. */
test('the server refuses a head that is larger than its limit', async ({ app }) => {
  const statusFor = async (bytes: number) => {
    const head = `User-Agent: ${'a'.repeat(bytes)}\r\nConnection: close`
    const client = open(app, `GET /favicon.ico HTTP/1.1\r\nHost: localhost\r\n${head}\r\n\r\n`)
    await client.closed
    return statusOf(client)
  }
  expect(await statusFor(15_000)).toBe(200)
  expect(await statusFor(16_384)).toBe(431)
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

/** Connects as soon as a server listens. */
async function firstConnection(port: number, text: string): Promise<RawClient> {
  for (;;) {
    const client = openRaw(port, text)
    const isOpen = await once(client.socket, 'connect').then(
      () => true,
      () => false,
    )
    if (isOpen) return client
    await sleep(10)
  }
}

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
