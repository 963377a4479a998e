import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { beginApp, type LoginEnd } from './login-in-process'
import { failed } from './imitation'
import { delayAnswer, startHostileProvider, watchedLogin } from './watched-login'
import { startScriptedProvider, type ScriptedProvider } from '../idp/scripted'
import { fetchProvider } from '@/lib/auth/provider'

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

/** Replaces the provider's answer at a path. */
function answerAt(path: string, answer: (response: ServerResponse) => void): void {
  provider.intercept = ({ url, socket }, response) => {
    if (url !== path) return false
    open.add(socket.once('close', () => open.delete(socket)))
    answer(response.setHeader('Content-Type', 'application/json'))
    return true
  }
}

/** Returns the end of a login when the app cuts off the answer at this endpoint. */
const cutOff = (endpoint: Endpoint) => {
  const reason = 'the answer broke off, or exceeded 10 s or 256 KB'
  const away = { event: 'login provider is away', reason }
  const lines = [...(endpoint === 'discovery' ? [away] : []), failed('provider_away', { endpoint, reason })]
  return { user: null, error: 'unreachable', lines }
}
const signedIn = { error: null, user: {}, lines: [] }

describe.each(endpoints)('an answer for %s', (endpoint, path) => {
  it.each([
    ['of 250 KB is read', { bytes: 250 * 1024 }, signedIn],
    // The part that exceeds the limit has already arrived, and can be the last part.
    ['of 384 KB is refused', { bytes: 384 * 1024 }, cutOff(endpoint)],
    ['that arrives late is read', { ms: 250 }, signedIn],
  ])('%s', async (_, delay, end) => {
    delayAnswer(provider, path, delay)
    expect(await watchedLogin(provider)).toMatchObject(end)
  })
})

it('the app stops reading an answer of 32 MB, and uses at most an eighth of the memory of a whole read', async () => {
  const whole = 32 * 2 ** 20
  const growthBy = async (path: string, read: () => Promise<unknown>): Promise<number> => {
    let peak = 0
    answerAt(path, (response) => {
      const blanks = partsOf(whole, () => (peak = Math.max(peak, process.memoryUsage().arrayBuffers)))
      pipeline(blanks, response, () => {})
    })
    collectGarbage()
    const before = process.memoryUsage().arrayBuffers
    await read()
    return Math.max(peak, process.memoryUsage().arrayBuffers) - before
  }

  const growths: number[] = []
  for (const [endpoint, path] of endpoints) {
    beginApp(provider)
    const login = async () => expect(await watchedLogin(provider)).toMatchObject(cutOff(endpoint))
    growths.push(await growthBy(path, login))
    await expect.poll(() => open.size).toBe(0)
  }
  const growthByWhole = await growthBy('/whole', async () => (await fetch(`${provider.issuer}/whole`)).arrayBuffer())
  expect(growthByWhole).toBeGreaterThanOrEqual(whole)
  expect(Math.max(...growths)).toBeLessThan(growthByWhole / 8)
})

it('a login ends after 10 seconds when an endpoint sends one byte a second or nothing, with many logins', async () => {
  // Only the timers of the app's limit and of the provider are fake. The network is real.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const slowly = (response: ServerResponse) => {
    const timer = setInterval(() => response.write(' '), 1000)
    response.once('close', () => clearInterval(timer))
  }
  const ends: LoginEnd[] = []
  const logins: Promise<unknown>[] = []
  const beginSlowLogin = async (path: string, answer: (response: ServerResponse) => void) => {
    answerAt(path, answer)
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

it('a login fails with ETIMEDOUT when discovery or userinfo switches the protocol', async () => {
  const upgrade = (response: ServerResponse) =>
    response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n')
  const another = await startScriptedProvider()
  another.intercept = (_request, response) => Boolean(upgrade(response))
  answerAt('/userinfo', upgrade)
  // Both really wait for 11 seconds, because fake timers do not control the time after which Node closes a connection.
  const [end, discovered] = await Promise.all([
    watchedLogin(provider),
    fetchProvider({ issuer: another.issuer }).catch((error: unknown) => error),
  ])
  expect(end).toMatchObject({ lines: [failed('provider_away', { endpoint: 'userinfo', reason: 'ETIMEDOUT' })] })
  expect(discovered).toMatchObject({ code: 'provider_away', details: { reason: 'ETIMEDOUT' } })
  await another.close()
}, 60_000)

it('the app requests userinfo at most twice when it always demands a new DPoP nonce', async () => {
  let requests = 0
  answerAt('/userinfo', (response) => {
    requests += 1
    const challenge = 'DPoP error="use_dpop_nonce"'
    response.writeHead(401, { 'WWW-Authenticate': challenge, 'DPoP-Nonce': `n${requests}` }).end('{}')
  })
  expect((await watchedLogin(provider)).user).toBeNull()
  expect(requests).toBeLessThanOrEqual(2)
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
