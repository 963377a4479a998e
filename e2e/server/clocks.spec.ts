import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import { startApp, type App } from '../harness/app'
import { appVariables } from '../harness/app-variables'
import { metricsOf, metricsToken } from '../harness/metrics'
import { PlainBrowser } from '../harness/plain-browser'
import { startRedis, type Redis } from '../harness/redis'
import { signInAtApp } from '../harness/sign-in'
import { Visitor } from '../harness/visitor'
import { expect, test } from '../fixtures'
import { arrive, expectBackAtService, typeAndConnect } from '../steps'
import { t } from '../texts'

/* The clock of one instance is wrong, as at the start of a machine, and is then corrected. */

const secondMs = 1000
const hourMs = 3600 * secondMs

let folder: string
let redis: Redis
let origin: string
let alone: App
let first: App
let second: App

test.beforeAll(async ({ standIn }) => {
  folder = mkdtempSync(join(tmpdir(), 'clocks-'))
  redis = await startRedis()
  const port = await getPort()
  origin = `http://localhost:${port}`
  setClock(0)
  const variables = { ...appVariables({ standIn, port }), METRICS_TOKEN: metricsToken }
  const shifted = {
    NODE_OPTIONS: `--import=${new URL('../harness/shifted-clock.mjs', import.meta.url).href}`,
    CLOCK_SHIFT_FILE: join(folder, 'shift'),
  }
  const start = async (change: Record<string, string>) =>
    startApp({ port: await getPort(), origin, variables: { ...variables, ...change } })
  ;[alone, first, second] = await Promise.all([
    start(shifted),
    start({ ...shifted, REDIS_URL: redis.url }),
    start({ REDIS_URL: redis.url }),
  ])
})
test.afterAll(async () => {
  await Promise.all([alone, first, second].map((app) => app.close()))
  await redis.close()
  rmSync(folder, { recursive: true })
})
test.beforeEach(({ control }) => control.set({ connectUrl: `${origin}/connect` }))
test.afterEach(() => setClock(0))

/** Sets the clock of `alone` and `first`. @param aheadMs - how far it is ahead. */
function setClock(aheadMs: number): void {
  writeFileSync(join(folder, 'shift'), String(aheadMs))
}

/** Returns a browser of a user who signs in at an instance now. */
async function signedInAt(instance: App, name: string): Promise<PlainBrowser> {
  const browser = new PlainBrowser(new Visitor(origin, () => instance.address))
  for (const { name: cookie, value } of await signInAtApp(instance, name)) browser.visitor.cookies.set(cookie, value)
  return browser
}

for (const [what, instancesOf] of [
  ['one instance', () => [alone]],
  ['two instances that share Redis', () => [first, second]],
] as const) {
  test(`users of ${what} who signed in before stay signed in and wait only for each other when a clock is two hours ahead and is set back`, async ({
    control,
  }) => {
    const instances = instancesOf()
    // They press eight times in all. The budget admits five presses at once, and the others within two seconds.
    const users = await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        signedInAt(instances[index % instances.length] ?? alone, `${what} ${index}`),
      ),
    )
    for (const aheadMs of [2 * hourMs, 0]) {
      setClock(aheadMs)
      for (const instance of instances) expect((await metricsOf(instance))('confirm_budget_left')).toBeGreaterThan(0)
      for (const user of users) await arrive(user, control)
      await Promise.all(users.map((user) => typeAndConnect(user)))
      for (const user of users) await expectBackAtService(user)
    }
  })
}

test('a user who signs in at an instance whose clock is ahead is signed in at the other one up to a minute ahead, and never loses the session', async () => {
  for (const [aheadMs, isSignedIn] of [
    [50 * secondMs, true],
    [2 * hourMs, false],
  ] as const) {
    setClock(aheadMs)
    const user = await signedInAt(first, `Signed in ${aheadMs} ms early`)
    const moved = user.copy(() => second.address)
    await moved.goto('/connect/confirm')
    expect(moved.heading).toBe(t(isSignedIn ? 'nothingToConnect.title' : 'signIn.title'))
    const back = moved.copy(() => first.address)
    await back.goto('/connect/confirm')
    expect(back.heading).toBe(t('nothingToConnect.title'))
  }
})
