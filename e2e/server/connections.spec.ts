import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../harness/app'
import { operatorName } from '../harness/people'
import { memoryMegabytes } from '../harness/process-cost'
import { openRaw, statusOf, type RawClient } from '../harness/raw-client'
import { cookieHeader } from '../harness/sign-in'
import { expect, test } from '../fixtures'
import { sessionOf } from '../sessions'
import { standInControl } from '../stand-in/control/client'
import { addressFills, filled, headBytes, headerFills, headers, headOf, listed, mostMs, warmedUp } from './request-cost'
import { uploadHead } from './upload-head'

/*
 * Connections that ask for much, send little, or never end, and what one request from a stranger may cost. None of
 * them may hold the server's memory, its processor or its connections; what people and operators do at the same time
 * goes on.
 */

// One worker waits the minute that the server gives whoever only waits, and does all else meanwhile.
test.describe.configure({ mode: 'default', timeout: 180_000 })

let crowd: Awaited<ReturnType<typeof startWaiting>>
test.beforeAll(async ({ app, standIn }) => {
  crowd = await startWaiting(app)
  // The upload is at the service before the tests look at what arrives there.
  await expect.poll(async () => (await standInControl(standIn.controlUrl).received('upload')).length).toBe(1)
})
test.afterAll(() => crowd.leave())

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
    test(`by ${who} is answered at once, and its connection closed`, async ({ app, control }) => {
      const client = open(app, await uploadHead(app, 1e9, who === 'nobody' ? undefined : 'Ada'), { sendsOn: true })
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

test('more connections than 2,000 are closed at once and hold no memory, and people come in as others leave', async ({
  startVariant,
}) => {
  const app = await startVariant({ LOG_LEVEL: 'fatal' })
  // The first request for a page loads its code, which is no matter of connections.
  expect((await fetch(`${app.origin}/signin`)).status).toBe(200)
  const before = memoryMegabytes(app.processId)
  const halfForm = post({ path: '/signin', bytes: 60_000 }) + 'a'.repeat(59_999)
  const visitors: RawClient[] = []
  for (let index = 0; index < 2500; index += 1) {
    visitors.push(open(app, index % 2 ? 'GET / HTTP/1.1\r\nHost: loc' : halfForm))
    if (index % 50 === 0) await sleep(20)
  }
  // All of them are there, and those that found no room are gone again.
  const gone = () => visitors.filter(({ socket }) => socket.destroyed).length
  await expect.poll(gone, { timeout: 30_000 }).toBeGreaterThan(490)
  expect(memoryMegabytes(app.processId) - before).toBeLessThan(500)
  expect(gone()).toBeLessThan(510)
  for (const { socket } of visitors) socket.destroy()
  const isServed = () =>
    fetch(`${app.origin}/signin`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isServed, { timeout: 5000 }).toBe(true)
})

test('requests that are sent ahead on one connection leave nothing open behind it', async ({ app, control }) => {
  const openFiles = () => readdirSync(`/proc/${app.processId}/fd`).length
  const session = cookieHeader(await sessionOf(app, operatorName))
  const head = `GET /console/balances/export?format=csv HTTP/1.1\r\nHost: localhost\r\nCookie: ${session}\r\n\r\n`
  const ask = async (ahead: number) => {
    const clients = Array.from({ length: 10 }, () => open(app, head.repeat(ahead)))
    await expect.poll(() => clients.every((client) => statusOf(client) === 200)).toBe(true)
    for (const { socket } of clients) socket.destroy()
  }
  const before = openFiles()
  await ask(20)
  // One export of each connection was begun, and the others never.
  await sleep(1000)
  const firstPages = (await control.received('balances')).filter(({ target }) => /[?&]page=1(?:&|$)/.test(target))
  expect(firstPages).toHaveLength(10)
  // Those to the service are kept for a while.
  await expect.poll(openFiles, { timeout: 20_000 }).toBeLessThanOrEqual(before + 10)
})

/*
 * Each header that Next or this app reads, the address and the forms are tried at the largest size that passes, filled
 * with what makes careless code slow. Unbounded, a User-Agent cost 600 ms and a query 2,300 ms; a usual page costs 10.
 */
test.describe('the processor time of a request', () => {
  test('no header costs much', async ({ startVariant }) => {
    const target = await warmedUp(await startVariant({ LOG_LEVEL: 'fatal' }))
    for (const name of headers) {
      for (const fill of headerFills) {
        // A session is looked for in every cookie of this name; a header alone is not read without its company.
        const start = name === 'cookie' ? 'next-auth.session-token=' : ''
        const companions = name === 'rsc' || !name.startsWith('next-') ? '' : 'RSC: 1\r\n'
        for (const [method, path] of [
          ['GET', '/signin'],
          ['GET', '/favicon.ico'],
          ['POST', '/connect/confirm'],
        ] as const) {
          const head = (value: string) => headOf({ method, path, more: `${companions}${name}: ${start}${value}\r\n` })
          const value = filled(fill, headBytes - head('').length - 1)
          const cost = await target.costOf(head(value))
          expect(cost, `${method} ${path} with ${name}: ${start}${fill}${fill}…`).toBeLessThan(mostMs)
        }
      }
    }
    // The sizes were those that pass.
    expect(
      await target.statusFor(headOf({ more: `user-agent: ${filled('a', headBytes - headOf({}).length - 15)}\r\n` })),
    ).toBe(200)
    expect(await target.statusFor(headOf({ more: `user-agent: ${filled('a', headBytes)}\r\n` }))).toBe(431)
  })

  test('many headers and many cookies cost no more', async ({ startVariant }) => {
    const target = await warmedUp(await startVariant({ LOG_LEVEL: 'fatal' }))
    const room = headBytes - headOf({}).length - 100
    const cookies = (count: number, name = 'a') =>
      `cookie: ${Array.from({ length: count }, (_, index) => `${name}${index}=a`).join('; ')}\r\n`
    const crowds = {
      'headers of one name': filled('a:\r\n', room - (room % 4)),
      'headers of many names': listed((index) => `a${index}:\r\n`, room),
      cookies: cookies(200),
      'parts of a session': cookies(200, 'next-auth.session-token.'),
      'more cookies than pass': `cookie: ${listed((index) => `a${index}=;`, room)}\r\n`,
    }
    // The numbers were those that pass.
    expect(await target.statusFor(headOf({ more: cookies(200) }))).toBe(200)
    expect(await target.statusFor(headOf({ more: cookies(201) }))).toBe(431)
    for (const [what, more] of Object.entries(crowds)) {
      for (const path of ['/favicon.ico', '/signin', '/connect/confirm', '/no/such']) {
        expect(await target.costOf(headOf({ path, more })), `${what} at ${path}`).toBeLessThan(mostMs)
      }
    }
  })

  test('no address costs much', async ({ startVariant }) => {
    const target = await warmedUp(await startVariant({ LOG_LEVEL: 'fatal' }))
    const longest = 8192
    const bases = ['/favicon.ico', '/connect', '/signin', '/console/conversions', '/api/auth/signin', '/no/such']
    for (const base of bases) {
      for (const fill of addressFills) {
        for (const separator of ['?', '/']) {
          const whole = base + separator + filled(fill, longest - base.length - 1)
          // As many parameters as pass, the last of which takes what room is left.
          const parts = whole.split('&')
          const path =
            parts.length > 100 ? [...parts.slice(0, 99), filled('a', longest)].join('&').slice(0, longest) : whole
          const cost = await target.costOf(headOf({ path }))
          expect(cost, `${base}${separator}${fill}${fill}…`).toBeLessThan(mostMs)
        }
      }
    }
    // The sizes were those that pass.
    expect(await target.statusFor(headOf({ path: `/favicon.ico?${filled('a', longest - 13)}` }))).toBe(200)
    expect(await target.statusFor(headOf({ path: `/favicon.ico?${filled('a', longest - 12)}` }))).toBe(414)
    expect(await target.statusFor(headOf({ path: `/favicon.ico?${filled('&a', 198)}` }))).toBe(200)
    expect(await target.statusFor(headOf({ path: `/favicon.ico?${filled('&a', 200)}` }))).toBe(414)
  })

  test('no form costs much', async ({ startVariant }) => {
    const target = await warmedUp(await startVariant({ LOG_LEVEL: 'fatal' }))
    const bytes = 64 * 1024
    const boundary = '----b'
    const part = (name: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n\r\n`
    const bodies: Record<string, string[]> = {
      'application/x-www-form-urlencoded': [...addressFills, 'a&', 'a=1&', '+'].map((fill) => filled(fill, bytes)),
      'application/json': [filled('[', bytes), filled('{"a":', bytes)],
      [`multipart/form-data; boundary=${boundary}`]: [
        listed(() => part('a'), bytes - 10) + `--${boundary}--`,
        listed((index) => part(`$ACTION_REF_${index}`), bytes - 10) + `--${boundary}--`,
        listed((index) => part(`$ACTION_ID_${index}`), bytes - 10) + `--${boundary}--`,
        filled('-', bytes),
        filled(`\r\n--${boundary}`, bytes),
        part(filled('a', bytes - 60)),
      ],
      'text/plain;charset=UTF-8': [filled('[', bytes), filled('["$Q1",', bytes), `["$n${filled('9', bytes - 6)}"]`],
    }
    for (const path of [
      '/signin',
      '/connect/confirm',
      '/api/auth/signin/demo',
      '/api/auth/callback/demo',
      '/console',
    ]) {
      for (const [type, texts] of Object.entries(bodies)) {
        for (const [index, body] of texts.entries()) {
          for (const action of ['', `Next-Action: ${'4'.repeat(42)}\r\n`]) {
            const more = `${action}Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n`
            const cost = await target.costOf(headOf({ method: 'POST', path, more }) + body)
            expect(cost, `POST ${path} ${type} ${index} ${action}`).toBeLessThan(mostMs)
          }
        }
      }
    }
  })
})

test('what only waits was closed after a minute, and an upload by an operator went on', async () => {
  const { startedAt, waiting, uploading } = crowd
  const seconds: Record<string, number> = {}
  for (const [what, closedAfter] of Object.entries(waiting)) seconds[what] = await closedAfter
  for (const [what, after] of Object.entries(seconds)) expect(after, what).toBeLessThan(95)
  await sleep(Math.max(0, 70_000 - (Date.now() - startedAt)))
  expect(uploading.socket.destroyed).toBe(false)
  crowd.finishUpload()
  await uploading.closed
  expect(uploading.received()).toContain('"kind":"taken"')
})

/** Has everybody come who only waits, and an operator whose upload gets on by one character a second. */
async function startWaiting(app: App) {
  const file = 'a,b\n'.repeat(100)
  const uploading = open(app, await uploadHead(app, file.length, operatorName))
  let sent = 0
  const timer = setInterval(() => uploading.socket.write(file.slice(sent, (sent += 1))), 1000)
  const startedAt = Date.now()
  const clients = {
    'a connection without a request': open(app),
    'half a head': open(app, 'GET / HTTP/1.1\r\nHost: loc'),
    'a head that drips': drip(open(app, 'GET / HTTP/1.1\r\nHost: localhost\r\nX: '), 'a'),
    'half a form': open(app, post({ path: '/connect/confirm', bytes: 1000 }) + 'a'.repeat(500)),
    'a form that drips': drip(open(app, post({ path: '/signin', bytes: 1000 })), 'a'),
    'half a form without a page': open(app, post({ path: '/no/such', bytes: 1000 })),
  }
  /** After how many seconds each was closed. */
  const waiting = Object.fromEntries(
    Object.entries(clients).map(([what, { closed }]) => [what, closed.then(() => (Date.now() - startedAt) / 1000)]),
  )
  return {
    startedAt,
    uploading,
    waiting,
    finishUpload: () => {
      clearInterval(timer)
      uploading.socket.write(file.slice(sent))
    },
    leave: () => {
      clearInterval(timer)
      for (const { socket } of [uploading, ...Object.values(clients)]) socket.destroy()
    },
  }
}

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
