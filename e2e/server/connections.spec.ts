import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import getPort from 'get-port'
import { startApp, type App } from '../harness/app'
import { appVariables } from '../harness/app-variables'
import { operatorName } from '../harness/people'
import { openRaw, statusOf, type RawClient } from '../harness/raw-client'
import { expect, test } from '../fixtures'
import { uploadHead } from './upload-head'

/* Connections that come early, send little, or never end. `lib/process` tests how many there may be, and large bodies. */

test('the server guards a request that comes before it has started', async ({ standIn }) => {
  const port = await getPort()
  const starting = startApp({ port, variables: appVariables({ standIn, port }) })
  const early = await firstConnection(port, 'POST /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const app = await starting
  await expect.poll(() => statusOf(early)).toBe(405)
  expect(early.received()).toMatch(/^X-Request-Id: /m)
  await app.close()
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

const open = (app: App, text = '') => openRaw(Number(new URL(app.origin).port), text)

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
