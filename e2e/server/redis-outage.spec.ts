import { setTimeout as sleep } from 'node:timers/promises'
import getPort from 'get-port'
import { startApp, type App } from '../harness/app'
import { appVariables, manyPresses } from '../harness/app-variables'
import { startNginx, type Nginx } from '../harness/nginx'
import { PlainBrowser } from '../harness/plain-browser'
import { startRedis, type Redis } from '../harness/redis'
import { Visitor, type Answer, type RequestOptions } from '../harness/visitor'
import { expect, test } from '../fixtures'
import { expectBackAtService, typeAndConnect } from '../steps'
import type { StandInControl } from '../stand-in/control/client'
import { t } from '../texts'

/*
 * Redis fails for two instances behind nginx, while a probe checks the readiness of each instance. The probes must
 * remove no instance, and no user may see an error.
 */

/** The timeout of the probes in deploy/kubernetes. Two failed probes in a row remove an instance. */
const probeTimeoutMs = 3000

let redis: Redis
let nginx: Nginx
let instances: App[]

test.beforeAll(async ({ standIn }) => {
  const ports = [await getPort(), await getPort()] as const
  const port = await getPort()
  redis = await startRedis()
  nginx = await startNginx(port, ports)
  const variables = {
    ...appVariables({ standIn, port }),
    ...manyPresses,
    NEXTAUTH_URL: nginx.origin,
    REDIS_URL: redis.url,
    TRUSTED_PROXY_HOPS: '1',
  }
  instances = await Promise.all(ports.map((each) => startApp({ port: each, origin: nginx.origin, variables })))
})
test.afterEach(() => redis.resume())
test.afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.close()))
  await nginx.close()
  await redis.close()
})

// One worker runs these tests, so that it starts the instances once.
test.describe.configure({ mode: 'default' })

/** Returns the answer of an instance to a probe: the status and the state of Redis, or the error. */
async function readinessOf({ address }: App): Promise<string> {
  try {
    const response = await fetch(`${address}/api/ready`, { signal: AbortSignal.timeout(probeTimeoutMs) })
    const { checks } = (await response.json()) as { checks: { redis: string } }
    return `${response.status} ${checks.redis}`
  } catch (error) {
    return String(error)
  }
}

let users = 0

/** A user with a separate client address, because nginx sends each client address to one instance. */
class VisitorFrom extends Visitor {
  constructor(readonly localAddress: string) {
    super(nginx.origin)
  }
  override send(address: string, options: RequestOptions = {}): Promise<Answer> {
    return super.send(address, { ...options, localAddress: this.localAddress })
  }
}

async function connectAsNewUser(control: StandInControl): Promise<void> {
  users += 1
  const browser = new PlainBrowser(new VisitorFrom(`127.0.0.${10 + (users % 200)}`))
  await browser.goto((await control.pressConnect()).link)
  await browser.press(t('signIn.demo.button'), { name: `Ada ${users}` })
  await typeAndConnect(browser)
  await expectBackAtService(browser)
}

/**
 * Probes an instance until `signal` aborts. @returns the states of Redis, and whether the probes would remove the
 * instance.
 */
async function probe(instance: App, signal: AbortSignal): Promise<{ states: Set<string>; hasLeft: boolean }> {
  const states = new Set<string>()
  let hasLeft = false
  let failures = 0
  for (; !signal.aborted; await sleep(500)) {
    const answer = await readinessOf(instance)
    failures = answer.startsWith('200 ') ? 0 : failures + 1
    hasLeft ||= failures > 1
    if (failures === 0) states.add(answer)
  }
  return { states, hasLeft }
}

for (const { outage, outageMs, begin, end } of [
  // More than a minute, because an instance counts the others that it has seen in Redis for a minute.
  { outage: 'stops', outageMs: 65_000, begin: () => redis.stop(), end: () => redis.start() },
  { outage: 'does not answer', outageMs: 15_000, begin: async () => redis.pause(), end: async () => redis.resume() },
]) {
  test(`the probes remove no instance and every user connects when Redis ${outage}`, async ({ control }) => {
    test.setTimeout(outageMs + 120_000)
    await control.set({ connectUrl: `${nginx.origin}/connect` })
    for (const instance of instances) await expect.poll(() => readinessOf(instance)).toBe('200 ok')
    const controller = new AbortController()
    const probes = instances.map((instance) => probe(instance, controller.signal))
    let connected = 0
    try {
      await begin()
      for (const endsAt = Date.now() + outageMs; Date.now() < endsAt; await sleep(1200)) {
        // Together, the users stay below the service's limit of 120 a minute.
        await Promise.all([connectAsNewUser(control), connectAsNewUser(control)])
        connected += 2
      }
      await end()
      for (const instance of instances) await expect.poll(() => readinessOf(instance)).toBe('200 ok')
      await connectAsNewUser(control)
    } finally {
      controller.abort()
    }
    for (const { states, hasLeft } of await Promise.all(probes)) {
      expect(hasLeft).toBe(false)
      expect([...states]).toContain('200 away')
    }
    expect(connected).toBeGreaterThan(outageMs / 3000)
    // nginx has sent users to both.
    for (const instance of instances) expect(instance.output()).toContain('"event":"confirmed"')
  })
}
