import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../harness/app'
import { memoryMegabytes } from '../harness/process-cost'
import { openRaw, statusOf, type RawClient } from '../harness/raw-client'
import { expect, test } from '../fixtures'
import { signIn, signInAsOperator } from '../steps'
import { uploadHead } from './upload-head'

/*
 * Connections that ask for much, send little, or never end. None of them may hold the server's memory or its
 * connections; what people and operators do at the same time goes on.
 */

test.describe('a body', () => {
  const bodies = [
    ['of a form, up to 64 KB', { path: '/signin', bytes: 64 * 1024 }, { path: '/signin', bytes: 64 * 1024 + 1 }, 413],
    [
      'of a connect form',
      { path: '/connect/confirm', bytes: 2000 },
      { path: '/connect/confirm', bytes: 9_900_000 },
      413,
    ],
    ['of a form with a length', { path: '/signin', bytes: 10 }, { path: '/signin', bytes: undefined }, 411],
  ] as const

  for (const [what, allowed, refused, status] of bodies) {
    test(`${what}: refused before it is read where it is too large`, async ({ app }) => {
      const good = open(app, post(allowed) + 'a'.repeat(allowed.bytes))
      await expect.poll(() => statusOf(good)).not.toBe(0)
      expect([411, 413]).not.toContain(statusOf(good))
      good.socket.destroy()

      const bad = open(app, post(refused))
      await bad.closed
      expect(statusOf(bad)).toBe(status)
      expect(bad.received()).toContain('Connection: close')
    })
  }

  test('that is withheld holds no memory', async ({ startVariant }) => {
    const app = await startVariant({ LOG_LEVEL: 'fatal' })
    await (await fetch(`${app.origin}/signin`)).text()
    const before = memoryMegabytes(app.processId)
    const withheld = Array.from({ length: 40 }, () =>
      open(app, post({ path: '/signin', bytes: 9_900_000 }) + 'a'.repeat(9_899_000)),
    )
    await Promise.all(withheld.map(({ closed }) => closed))
    expect(memoryMegabytes(app.processId) - before).toBeLessThan(60)
  })
})

test.describe('an upload', () => {
  for (const who of ['nobody', 'a user who is no operator']) {
    test(`by ${who} is answered at once, and its connection closed`, async ({ page, app, context, control }) => {
      if (who !== 'nobody') await signIn(page, app, 'Ada')
      const client = open(app, await uploadHead({ context, app, bytes: 1e9 }), { sendsOn: true })
      const startedAt = Date.now()
      while (!client.socket.destroyed && Date.now() - startedAt < 10_000) {
        client.socket.write('a,b\n'.repeat(1000))
        await sleep(50)
      }
      expect(statusOf(client)).toBe(404)
      expect(client.received()).toContain('Connection: close')
      expect(Date.now() - startedAt).toBeLessThan(5000)
      expect(await control.received('upload')).toEqual([])
    })
  }
})

test('a WebSocket is not opened, and its connection closed', async ({ app }) => {
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

test('more connections than there is room for do not keep people out', async ({ startVariant }) => {
  const app = await startVariant({ LOG_LEVEL: 'fatal' })
  // The first request for a page loads its code, which is no matter of connections.
  expect((await fetch(`${app.origin}/signin`)).status).toBe(200)
  const before = memoryMegabytes(app.processId)
  const halfForm = post({ path: '/signin', bytes: 60_000 }) + 'a'.repeat(59_999)
  const crowd: RawClient[] = []
  for (let index = 0; index < 2500; index += 1) {
    crowd.push(open(app, index % 2 ? 'GET / HTTP/1.1\r\nHost: loc' : halfForm))
    if (index % 50 === 0) await sleep(20)
  }
  // All of them are there, and those that found no room are gone again.
  const gone = () => crowd.filter(({ socket }) => socket.destroyed).length
  await expect.poll(gone, { timeout: 30_000 }).toBeGreaterThan(490)
  expect(memoryMegabytes(app.processId) - before).toBeLessThan(500)
  const startedAt = Date.now()
  expect((await fetch(`${app.origin}/signin`)).status).toBe(200)
  expect(Date.now() - startedAt).toBeLessThan(5000)
  for (const { socket } of crowd) socket.destroy()
})

test('what only waits is closed after a minute, and an upload by an operator goes on', async ({
  page,
  app,
  context,
}) => {
  test.setTimeout(240_000)
  await signInAsOperator(page, app)
  const file = 'a,b\n'.repeat(100)
  const uploading = open(app, await uploadHead({ context, app, bytes: file.length }))
  const waiting = {
    'a connection without a request': open(app),
    'half a head': open(app, 'GET / HTTP/1.1\r\nHost: loc'),
    'a head that drips': drip(open(app, 'GET / HTTP/1.1\r\nHost: localhost\r\nX: '), 'a'),
    'half a form': open(app, post({ path: '/connect/confirm', bytes: 1000 }) + 'a'.repeat(500)),
    'a form that drips': drip(open(app, post({ path: '/signin', bytes: 1000 })), 'a'),
    'half a form without a page': open(app, post({ path: '/no/such', bytes: 1000 })),
  }
  const startedAt = Date.now()
  const seconds: Record<string, number> = {}
  const allClosed = Promise.all(
    Object.entries(waiting).map(async ([what, { closed }]) => {
      await closed
      seconds[what] = (Date.now() - startedAt) / 1000
    }),
  )
  // A little more each second; whole only when all others have been closed.
  let sent = 0
  while (Date.now() - startedAt < 100_000) {
    uploading.socket.write(file.slice(sent, (sent += 1)))
    await Promise.race([allClosed, sleep(1000)])
    if (Object.keys(seconds).length === Object.keys(waiting).length) break
  }
  expect(Object.keys(seconds).sort()).toEqual(Object.keys(waiting).sort())
  for (const [what, after] of Object.entries(seconds)) expect(after, what).toBeLessThan(95)
  await sleep(Math.max(0, 70_000 - (Date.now() - startedAt)))
  uploading.socket.write(file.slice(sent))
  await uploading.closed
  expect(uploading.received()).toContain('"kind":"taken"')
})

const portOf = (app: App) => Number(new URL(app.origin).port)

const open = (app: App, text = '', options: { sendsOn?: boolean } = {}) => openRaw(portOf(app), text, options)

/** The head of a POST with so many bytes, or of unknown length. */
function post({ path, bytes }: { path: string; bytes: number | undefined }): string {
  const length = bytes === undefined ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes}`
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${length}\r\n\r\n`
}

/** Writes a letter every second for as long as the connection is open. */
function drip(client: RawClient, letter: string): RawClient {
  const timer = setInterval(() => client.socket.write(letter), 1000)
  client.socket.once('close', () => clearInterval(timer))
  return client
}
