import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { beginApp } from './login-in-process'
import { answerAt, changeAnswer, startHostileProvider, watchedLogin } from './watched-login'
import type { ScriptedProvider } from '../idp/scripted'
import { boundedRequest } from '@/lib/request/bounded-request'

/* The limits on the size and the duration of a provider's answers. */

let provider: ScriptedProvider
/** The open connections on which `answerAt` has answered. */
const open = new Set<Socket>()

beforeEach(async () => {
  open.clear()
  provider = await startHostileProvider({})
})
afterEach(async () => {
  vi.useRealTimers()
  await provider.close()
})

/** Replaces the provider's answer at a path, and watches its connections. */
function answerOpenly(path: string, answer: (response: ServerResponse) => void): void {
  answerAt(provider, path, (response, { socket }) => {
    open.add(socket.once('close', () => open.delete(socket)))
    answer(response)
  })
}

it('an answer of 250 KB is read, and an answer of 384 KB is refused, at each endpoint', async () => {
  for (const [endpoint, path] of Object.entries({
    discovery: '/.well-known/openid-configuration',
    token: '/token',
    jwks: '/keys',
    userinfo: '/userinfo',
  })) {
    const reason = 'the answer broke off, or exceeded 10 s or 256 KB'
    const away = endpoint === 'discovery' ? [{ event: 'login provider is away', reason }] : []
    const line = { event: 'login failed', code: 'provider_away', endpoint, reason }
    for (const [kilobytes, end] of [
      [250, { error: null, user: {}, lines: [] }],
      // The part that exceeds the limit has already arrived, and can be the last part.
      [384, { error: 'unreachable', user: null, lines: [...away, line] }],
    ] as const) {
      beginApp(provider)
      changeAnswer(provider, path, (body, send) => send(' '.repeat(kilobytes * 1024) + body))
      expect(await watchedLogin(provider), `${kilobytes} KB for ${endpoint}`).toMatchObject(end)
    }
  }
})

/** Requests this path of the provider as a login does. */
const ask = (path: string) => boundedRequest(new URL(path, provider.issuer))

it('the app stops reading an answer without an end', async () => {
  let sent = 0
  function* withoutEnd(): Generator<Buffer> {
    for (; ; sent += 1) yield Buffer.alloc(2 ** 20, ' ')
  }
  answerOpenly('/endless', (response) => pipeline(withoutEnd(), response, () => {}))
  await expect(ask('/endless')).rejects.toMatchObject({ code: 'ECONNRESET' })
  await expect.poll(() => open.size).toBe(0)
  // Megabytes, which are in the buffers of both sides.
  expect(sent).toBeLessThan(32)
})

it('a request ends after 10 seconds when the answer comes at one byte a second or not at all, or switches the protocol', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const slowly = (response: ServerResponse) => {
    const timer = setInterval(() => response.write(' '), 1000)
    response.once('close', () => clearInterval(timer))
  }
  const ends: unknown[] = []
  const requests: Promise<unknown>[] = []
  for (const answer of [slowly, () => {}]) {
    answerOpenly('/slow', answer)
    requests.push(ask('/slow').catch((error: NodeJS.ErrnoException) => ends.push(error.code)))
    while (open.size < requests.length) await setImmediate()
  }
  for (let second = 1; second < 10; second += 1) {
    vi.advanceTimersByTime(1000)
    // Let the sent bytes arrive.
    for (let turn = 0; turn < 5; turn += 1) await setImmediate()
  }
  expect([open.size, ends]).toEqual([2, []])
  vi.advanceTimersByTime(1000)
  await Promise.all(requests)
  expect(ends).toEqual(['ECONNRESET', 'ECONNRESET'])
  await expect.poll(() => open.size).toBe(0)

  // Node closes the connection of the app.
  const switching = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'
  const isClosed = new Promise((resolve) =>
    answerAt(provider, '/switch', (_, { socket }) => void socket.once('close', resolve).end(switching)),
  )
  const switched = ask('/switch').catch((error: NodeJS.ErrnoException) => error.code)
  await isClosed
  vi.advanceTimersByTime(11_000)
  expect(await switched).toBe('ETIMEDOUT')
})
