import { setTimeout as sleep } from 'node:timers/promises'
import getPort from 'get-port'
import { httpAnswer } from '../faults/scenario'
import { startApp } from '../harness/app'
import { appVariables, manyPresses } from '../harness/app-variables'
import { startFaultProxy, type Fault } from '../harness/fault-proxy'
import { waitSecondsIn } from '../harness/html'
import type { PlainBrowser } from '../harness/plain-browser'
import { startRedis } from '../harness/redis'
import { expect, test } from '../fixtures'
import { plainBrowserAt } from '../connect/plain-steps'
import { arrive, expectBackAtService, expectHeld, typeAndConnect } from '../steps'

/*
 * Tests the app between a service and a Redis that fail, with each kind of fault once. `e2e/faults` tests thousands of
 * random faults, without the server.
 */

const garbage = new TextEncoder().encode('\r\n\u0000garbage')
const storm = (isHeard: boolean): Fault => ({
  kind: 'storm',
  isHeard,
  answer: httpAnswer({ status: 503, body: '<html>', headers: { 'Content-Type': 'text/html' } }),
})

/** The faults of the calls of presses at the same time, one for the call of each user. */
const faultsAtOnce: Record<string, Fault> = {
  'the answer is reset in its head': { kind: 'reset', cut: { at: 40, by: 'reset' } },
  'the answer ends in its body': { kind: 'end', cut: { at: 400, by: 'end' } },
  'the answer becomes garbage': { kind: 'garbage', cut: { at: 300, by: 'garbage', bytes: garbage } },
  'the answer drips': { kind: 'drip', drip: { bytes: 60, everyMs: 20 } },
  'there is no answer': { kind: 'silence', cut: { at: 0, by: 'silence' } },
}

/** The faults of the calls of one press, in order. */
const faultsInARow: Record<string, Fault[]> = {
  'the answer is lost at its first byte, twice': Array.from({ length: 2 }, () => ({
    kind: 'reset',
    cut: { at: 0, by: 'reset' },
  })),
  'there are 503s, and no call reaches the service': [storm(false), storm(false), storm(false)],
  'there are 503s, and all calls reach the service': [storm(true), storm(true), storm(true)],
}

const redisFaults: Record<string, Fault> = {
  'Redis is reset': { kind: 'reset', cut: { at: 0, by: 'reset' } },
  'Redis answers garbage': { kind: 'garbage', cut: { at: 0, by: 'garbage', bytes: garbage } },
  'Redis is silent': { kind: 'silence', cut: { at: 0, by: 'silence' } },
}

test('a user connects after each kind of fault, and no page and no log has a secret', async ({ standIn, control }) => {
  test.setTimeout(120_000)
  const redis = await startRedis()
  const service = await startFaultProxy(Number(new URL(standIn.baseUrl).port))
  const redisProxy = await startFaultProxy(redis.port)
  const port = await getPort()
  const baseUrl = new URL(standIn.baseUrl)
  baseUrl.port = String(service.port)
  const app = await startApp({
    port,
    variables: {
      ...appVariables({ standIn, port }),
      ...manyPresses,
      SERVICE_BASE_URL: baseUrl.href,
      SERVICE_DEADLINE_SECONDS: '1',
      REDIS_URL: `redis://127.0.0.1:${redisProxy.port}`,
      LOG_LEVEL: 'debug',
    },
  })
  const secrets: string[] = []
  service.onAnswer = (bytes) => {
    for (const [, code = ''] of bytes.matchAll(/"auth_code":"([^"]+)"/g)) secrets.push(code)
  }
  const shownPages: string[] = []

  /** Presses Connect, and presses it again after each wait that the page asks for. */
  async function press(user: PlainBrowser): Promise<void> {
    let seconds: number | null = 0
    while (seconds !== null) {
      await sleep(seconds * 1000)
      await typeAndConnect(user)
      seconds = waitSecondsIn(user.html)
    }
  }

  async function arrived(what: string): Promise<PlainBrowser> {
    const user = await plainBrowserAt(app, what)
    const { nonce } = await arrive(user, control)
    secrets.push(nonce)
    return user
  }

  /** Lets a user press during faults for each of these names, at the same time, and again without faults. */
  async function tryWith(names: string[], breakThings: () => void): Promise<void> {
    const users = await Promise.all(names.map(arrived))
    breakThings()
    await Promise.all(users.map(press))
    service.nextFault = () => undefined
    redisProxy.nextFault = () => undefined
    for (const [index, user] of users.entries()) await expectToConnect(user, names[index] ?? '')
  }

  async function expectToConnect(user: PlainBrowser, what: string): Promise<void> {
    expect(user.status, what).toBeLessThan(400)
    if (user.url.startsWith(app.origin)) {
      shownPages.push(user.html)
      await expect(() => expectHeld(user), what).toPass()
      await press(user)
    }
    await expectBackAtService(user)
  }

  try {
    await control.set({ connectUrl: `${app.origin}/connect` })
    const oneByOne = (faults: Fault[]) => () => {
      const left = [...faults]
      service.nextFault = () => left.shift()
    }
    await tryWith(Object.keys(faultsAtOnce), oneByOne(Object.values(faultsAtOnce)))
    for (const [what, faults] of Object.entries(faultsInARow)) await tryWith([what], oneByOne(faults))
    for (const [what, fault] of Object.entries(redisFaults)) {
      await tryWith([what], () => (redisProxy.nextFault = () => fault))
    }
    expect(service.injected.size).toBeGreaterThanOrEqual(6)
    expect(secrets.length).toBeGreaterThan(20)
    const visibleText = app.output() + shownPages.join('\n')
    expect(secrets.filter((secret) => visibleText.includes(secret))).toEqual([])
  } finally {
    await app.close()
    await Promise.all([service.close(), redisProxy.close(), redis.close()])
  }
})
