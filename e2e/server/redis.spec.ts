import { writeFile } from 'node:fs/promises'
import getPort from 'get-port'
import { generate } from 'selfsigned'
import { AppStartError, startApp, type App } from '../harness/app'
import { appVariables } from '../harness/app-variables'
import { metricIn } from '../harness/metrics'
import { PlainBrowser } from '../harness/plain-browser'
import { startRedis, startSentinel, type Redis } from '../harness/redis'
import { Visitor } from '../harness/visitor'
import { expect, test } from '../fixtures'
import { plainBrowserAt } from '../plain-steps'
import { arrive, expectBackAtService, expectHeld, signIn, typeAndConnect } from '../steps'
import type { StandInControl } from '../stand-in/control/client'

/*
 * Two instances that share a Redis. Users move between the instances, Redis fails and returns, and an instance dies.
 * The tests use HTTP, because no page needs a browser here.
 */

const metricsToken = 'a-token-for-metrics-of-more-than-32-characters'

interface Deployment {
  redis: Redis
  origin: string
  instances: [App, App]
  start: () => Promise<App>
}

let deployment: Deployment

test.beforeAll(async ({ standIn }) => {
  const redis = await startRedis()
  const port = await getPort()
  const origin = `http://localhost:${port}`
  const webhook = { CONNECTED_WEBHOOK_URL: standIn.webhookUrl, CONNECTED_WEBHOOK_SECRET: standIn.webhookSecret }
  const variables = {
    ...appVariables({ standIn, port }),
    ...webhook,
    REDIS_URL: redis.url,
    METRICS_TOKEN: metricsToken,
  }
  const start = async () => startApp({ port: await getPort(), origin, variables })
  deployment = { redis, origin, instances: await Promise.all([start(), start()]), start }
})
test.afterAll(async () => {
  const { redis, instances } = deployment
  await Promise.all(instances.map((instance) => instance.close()))
  await redis.close()
})
test.beforeEach(({ control }) => control.set({ connectUrl: `${deployment.origin}/connect` }))

// One worker runs these tests, so that it starts the deployment once.
test.describe.configure({ mode: 'default' })
test.afterEach(() => deployment.redis.resume())

let users = 0

/** Returns a browser of a user who has signed in and holds a link at an instance. */
async function arrived(control: StandInControl) {
  const { origin, instances } = deployment
  const user = new PlainBrowser(new Visitor(origin, at(instances[0])))
  await signIn(user, instances[0], `Ada ${(users += 1)}`)
  await arrive(user, control)
  return user
}

const at = (instance: App) => () => instance.address
const callsOf = async (control: StandInControl) => (await control.received('confirm')).length

/** Returns the state of Redis that an instance reports. */
async function redisAt({ address }: App): Promise<string> {
  const { status, body } = await new Visitor(address).send('/api/ready')
  expect(status).toBe(200)
  return (JSON.parse(body) as { checks: { redis: string } }).checks.redis
}

/** Returns the value of a metric of an instance. */
async function metricAt({ address }: App, name: string): Promise<number> {
  const headers = { Authorization: `Bearer ${metricsToken}` }
  const { body } = await new Visitor(address).send('/api/metrics', { headers })
  return metricIn(body, name)
}

/** Returns the log lines of an instance about Redis. */
const redisLines = (app: App) => [...app.output().matchAll(/"event":"(redis [^"]+)"/g)].map(([, event]) => event)

test('every key in Redis expires, except a few that a stranger cannot add to', async ({ control }) => {
  const { redis } = deployment
  const user = await arrived(control)
  await typeAndConnect(user)
  const stranger = new Visitor(deployment.origin, at(deployment.instances[0]))
  for (const path of ['/connect?request_id=x&nonce=y', '/signin', '/console', '/api/auth/csrf'])
    await stranger.send(path)
  await expect.poll(async () => (await control.webhooks()).length).toBeGreaterThan(0)

  const keys = (await redis.command('KEYS', '*')) as string[]
  const lasting: string[] = []
  for (const key of keys) if ((await redis.command('PTTL', key)) === -1) lasting.push(key)
  expect(keys.length).toBeGreaterThan(lasting.length)
  // The app removes messages to the receiver by age, and a connected wallet has at most one.
  const ofQueue =
    /^\{subnet-connect:staging:\w+\}:(webhooks|watch)(:(id|meta|events|wait|active|delayed|completed|failed|marker|stalled|stalled-check|repeat|repeat:watch(:\d+)?|pc|wallet-confirmed-\w+|task-runs-stuck-[\w-]+))$/
  expect(lasting.filter((key) => !ofQueue.test(key)).map((key) => key.replace(/^.*?:\w{26}:/, ''))).toEqual([
    'value:subnet-user-id-fingerprint',
  ])
})

test('each instance has its share of the calls while Redis is down, and all share one limit while it is up', async () => {
  const { redis, start } = deployment
  const third = await start()
  try {
    expect(await metricAt(third, 'confirm_budget_limit')).toBe(110)
    expect(await metricAt(third, 'redis_up')).toBe(1)
    await redis.stop()
    await expect.poll(() => metricAt(third, 'confirm_budget_limit')).toBe(36)
    expect(await metricAt(third, 'redis_up')).toBe(0)
    expect(third.output()).toMatch(/"event":"redis is away".*"instances":3,/)
    await redis.start()
    await expect.poll(() => metricAt(third, 'confirm_budget_limit')).toBe(110)
  } finally {
    await third.close()
  }
})

for (const [state, spoil, mend] of [
  ['full', 'fill', 'empty'],
  ['read_only', 'demote', 'promote'],
] as const) {
  test(`users connect while Redis is ${state}, and the log has one line for each change`, async ({ control }) => {
    const { redis, instances } = deployment
    for (const instance of instances) await expect.poll(() => redisAt(instance)).toBe('ok')
    const linesBefore = instances.map((instance) => redisLines(instance).length)
    await redis[spoil]()
    try {
      for (const instance of instances) await expect.poll(() => redisAt(instance)).toBe(state)
      const user = await arrived(control)
      await typeAndConnect(user.copy(at(instances[1])))
      await typeAndConnect(user)
      await expectBackAtService(user)
      for (const instance of instances) expect(await metricAt(instance, 'redis_up')).toBe(0)
    } finally {
      await redis[mend]()
    }
    for (const [index, instance] of instances.entries()) {
      await expect.poll(() => redisAt(instance)).toBe('ok')
      const lines = redisLines(instance).slice(linesBefore[index])
      expect(lines).toEqual([`redis is ${state.replace('_', '-')}`, 'redis is there'])
    }
    // The message of the connection has waited for Redis.
    const messageCount = async () => (await control.webhooks()).length
    await expect.poll(messageCount, { timeout: 30_000 }).toBeGreaterThan(0)
  })
}

test('one instance confirms a link that arrived at the other one, and a copied cookie only repeats the outcome', async ({
  control,
}) => {
  const user = await arrived(control)
  const onOtherInstance = user.copy(at(deployment.instances[1]))
  await expectHeld(onOtherInstance)
  await typeAndConnect(onOtherInstance)
  await expectBackAtService(onOtherInstance)
  // The service decides whether a copied cookie of a used link counts.
  await typeAndConnect(user)
  await expectBackAtService(user)
  expect((await control.received('confirm')).map(({ status }) => status)).toEqual([200, 409])
})

test('a second press connects when the instance was killed between confirm and answer', async ({ control }) => {
  const user = await arrived(control)
  const dying = await deployment.start()
  await loseAnswer(user.copy(at(dying)), dying, control)

  await expectHeld(user)
  await typeAndConnect(user)
  await expectBackAtService(user)
  expect((await control.received('confirm')).map(({ status }) => status).at(-1)).toBe(409)
})

test('a second press connects without Redis when the instance was killed and started again', async ({
  standIn,
  control,
}) => {
  const port = await getPort()
  const variables = appVariables({ standIn, port })
  const dying = await startApp({ port, variables })
  await control.set({ connectUrl: `${dying.origin}/connect` })
  const user = await plainBrowserAt(dying)
  await arrive(user, control)
  await loseAnswer(user.copy(), dying, control)

  const restarted = await startApp({ port, variables })
  try {
    await expectHeld(user)
    await typeAndConnect(user)
    await expectBackAtService(user)
  } finally {
    await restarted.close()
  }
})

test('users connect while Redis is silent', async ({ control }) => {
  const { redis, instances } = deployment
  const user = await arrived(control)
  redis.pause()
  try {
    const startedAt = Date.now()
    await typeAndConnect(user)
    await expectBackAtService(user)
    await arrive(user, control)
    await typeAndConnect(user)
    await expectBackAtService(user)
    expect(Date.now() - startedAt).toBeLessThan(15_000)
    for (const { address } of instances) expect((await new Visitor(address).send('/api/health')).status).toBe(200)
  } finally {
    redis.resume()
  }
})

test('a user connects with an open link when Redis stops and returns empty', async ({ control }) => {
  const { redis } = deployment
  const user = await arrived(control)
  await redis.stop()
  await expectHeld(user)
  await redis.start()
  await typeAndConnect(user)
  await expectBackAtService(user)
})

test('only five of eight presses of a user reach the service when they go to two instances', async ({ control }) => {
  const user = await arrived(control)
  await control.script('confirm', { status: 422, json: { error: 'No', reason: 'invalid_address' }, times: 20 })
  for (let press = 0; press < 8; press += 1) {
    await typeAndConnect(user.copy(at(deployment.instances[press % 2 === 0 ? 0 : 1])))
  }
  expect(await callsOf(control)).toBe(5)
})

test('the app uses a Redis with a private certificate when NODE_EXTRA_CA_CERTS names its authority', async ({
  standIn,
}, testInfo) => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec' })
  const redis = await startRedis({ tls: { certificate: cert, key } })
  const file = testInfo.outputPath('authority.pem')
  await writeFile(file, cert)
  const port = await getPort()
  const variables = { ...appVariables({ standIn, port }), REDIS_URL: redis.url, NODE_EXTRA_CA_CERTS: file }
  const app = await startApp({ port, variables })
  try {
    expect(await redisAt(app)).toBe('ok')
  } finally {
    await app.close()
    await redis.close()
  }
})

test('the app does not start, and reports why, when REDIS_URL is the URL of a Sentinel', async ({ standIn }) => {
  const sentinel = await startSentinel()
  try {
    const port = await getPort()
    const started = await startApp({
      port,
      variables: { ...appVariables({ standIn, port }), REDIS_URL: sentinel.url },
    }).catch((error: unknown) => error)
    expect(started).toBeInstanceOf(AppStartError)
    expect(started).toMatchObject({ exitCode: 1, output: expect.stringContaining('REDIS_URL leads to a Sentinel') })
  } finally {
    await sentinel.close()
  }
})

/** Presses Connect at an instance, and kills it between the confirm and its answer. */
async function loseAnswer(user: PlainBrowser, dying: App, control: StandInControl): Promise<void> {
  await control.script('confirm', { after: 'handle', waitsForRelease: true, status: 503 })
  const lost = typeAndConnect(user)
  lost.catch(() => {})
  await expect.poll(() => callsOf(control)).toBe(1)
  expect(await dying.close('SIGKILL')).toBeNull()
  await expect(lost).rejects.toThrow()
  await control.release()
}
