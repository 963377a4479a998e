import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerAt, lengthenAnswer, stopTimers, switchProtocolAt } from './answers'
import { beginApp, type LoginEnd } from './login-in-process'
import { failed } from './imitation'
import { startHostileProvider, watchedLogin } from './watched-login'
import type { ScriptedProvider } from '../idp/scripted'

/* The limits on the size and the duration of a provider's answers. */

/** The requests of the app to a provider, by their name in the log and their path. */
const endpoints = [
  ['discovery', '/.well-known/openid-configuration'],
  ['token', '/token'],
  ['jwks', '/keys'],
  ['userinfo', '/userinfo'],
] as const
type Endpoint = (typeof endpoints)[number][0]

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

/** Returns the end of a login when the app cuts off the answer at this endpoint. */
const cutOff = (endpoint: Endpoint) => {
  const reason = 'the answer broke off, or exceeded 10 s or 256 KB'
  const away = { event: 'login provider is away', reason }
  const lines = [...(endpoint === 'discovery' ? [away] : []), failed('provider_away', { endpoint, reason })]
  return { user: null, error: 'unreachable', lines }
}
const signedIn = { error: null, user: {}, lines: [] }

it('an answer of 250 KB is read, and an answer of 384 KB is refused', async () => {
  for (const [endpoint, path] of endpoints) {
    for (const [kilobytes, end] of [
      [250, signedIn],
      // The part that exceeds the limit has already arrived, and can be the last part.
      [384, cutOff(endpoint)],
    ] as const) {
      beginApp(provider)
      lengthenAnswer(provider, path, kilobytes * 1024)
      expect(await watchedLogin(provider), `${kilobytes} KB for ${endpoint}`).toMatchObject(end)
    }
  }
})

it('the app stops reading an answer of 16 MB, and uses at most an eighth of the memory of a whole read', async () => {
  const whole = 16 * 2 ** 20
  const growthBy = async (path: string, read: () => Promise<unknown>): Promise<number> => {
    let peak = 0
    answerOpenly(path, (response) => {
      const blanks = partsOf(whole, () => (peak = Math.max(peak, process.memoryUsage().arrayBuffers)))
      pipeline(blanks, response, () => {})
    })
    collectGarbage()
    const before = process.memoryUsage().arrayBuffers
    await read()
    return Math.max(peak, process.memoryUsage().arrayBuffers) - before
  }

  const growth = await growthBy('/token', async () =>
    expect(await watchedLogin(provider)).toMatchObject(cutOff('token')),
  )
  await expect.poll(() => open.size).toBe(0)
  const growthByWhole = await growthBy('/whole', async () => (await fetch(`${provider.issuer}/whole`)).arrayBuffer())
  expect(growthByWhole).toBeGreaterThanOrEqual(whole)
  expect(growth).toBeLessThan(growthByWhole / 8)
})

it('a login ends after 10 seconds when an endpoint sends one byte a second or nothing, with many logins', async () => {
  stopTimers()
  const slowly = (response: ServerResponse) => {
    const timer = setInterval(() => response.write(' '), 1000)
    response.once('close', () => clearInterval(timer))
  }
  const ends: LoginEnd[] = []
  const logins: Promise<unknown>[] = []
  const beginSlowLogin = async (path: string, answer: (response: ServerResponse) => void) => {
    answerOpenly(path, answer)
    logins.push(watchedLogin(provider).then((end) => ends.push(end)))
    // The next login begins in the same browser when this one no longer needs its cookies.
    while (open.size < logins.length) await setImmediate()
  }

  for (const [, path] of endpoints) {
    await beginSlowLogin(path, slowly)
    // A new app, because an app reads the discovery document only once.
    if (path.startsWith('/.well-known')) beginApp(provider)
  }
  await beginSlowLogin('/token', () => {})
  for (let login = 0; login < 20; login += 1) await beginSlowLogin('/token', slowly)

  for (let second = 1; second < 10; second += 1) {
    vi.advanceTimersByTime(1000)
    // Let the sent bytes arrive.
    for (let turn = 0; turn < 5; turn += 1) await setImmediate()
  }
  expect([open.size, ends]).toEqual([logins.length, []])
  vi.advanceTimersByTime(1000)
  await Promise.all(logins)
  expect(ends).toMatchObject(logins.map(() => ({ user: null, error: 'unreachable' })))
  await expect.poll(() => open.size).toBe(0)
})

it('a login fails with ETIMEDOUT when an endpoint switches the protocol', async () => {
  stopTimers()
  const isClosed = switchProtocolAt(provider, '/userinfo')
  const login = watchedLogin(provider)
  await isClosed
  vi.advanceTimersByTime(11_000)
  const lines = [failed('provider_away', { endpoint: 'userinfo', reason: 'ETIMEDOUT' })]
  expect((await login).lines).toMatchObject(lines)
})

/** Spaces, with which JSON may begin, in parts of 64 KB. */
function* partsOf(bytes: number, onPart: () => void): Generator<Buffer> {
  const part = Buffer.alloc(2 ** 16, ' ')
  for (let sent = 0; sent < bytes; sent += part.length) {
    onPart()
    yield part
  }
}

function collectGarbage(): void {
  setFlagsFromString('--expose_gc')
  runInNewContext('gc')()
}
