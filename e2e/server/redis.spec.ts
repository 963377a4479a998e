import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import getPort from 'get-port'
import { generate } from 'selfsigned'
import { logOf, startApp, type App } from '../harness/app'
import { appVariables } from '../harness/app-variables'
import { metricsOf, metricsToken } from '../harness/metrics'
import { operatorName, walletAddress } from '../harness/people'
import { PlainBrowser } from '../harness/plain-browser'
import { startRedis, type Redis } from '../harness/redis'
import { Visitor } from '../harness/visitor'
import { expect, test } from '../fixtures'
import { arrive, expectBackAtService, expectHeld, signIn, typeAndConnect } from '../steps'
import type { StandInControl } from '../stand-in/control/client'

/*
 * Two instances that share a Redis, which has a private certificate. Users move between the instances, Redis fails and
 * returns, and an instance dies. The tests use HTTP, because no page needs a browser here.
 */

/** The timeout of the probes in deploy/kubernetes. Two failed probes in a row remove an instance. */
const probeTimeoutMs = 3000

let redis: Redis
let origin: string
let start: (change?: Record<string, string>) => Promise<App>
let instances: [App, App]
let folder: string
/** The key and the value by which Redis remembers SUBNET_USER_ID_KEY. */
let fingerprint: [key: string, value: string]

test.beforeAll(async ({ standIn }) => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec' })
  folder = mkdtempSync(join(tmpdir(), 'authority-'))
  const authority = join(folder, 'authority.pem')
  writeFileSync(authority, cert)
  redis = await startRedis({ tls: { certificate: cert, key } })
  const port = await getPort()
  origin = `http://localhost:${port}`
  const variables = {
    ...appVariables({ standIn, port }),
    CONNECTED_WEBHOOK_URL: standIn.webhookUrl,
    CONNECTED_WEBHOOK_SECRET: standIn.webhookSecret,
    REDIS_URL: redis.url,
    NODE_EXTRA_CA_CERTS: authority,
    METRICS_TOKEN: metricsToken,
  }
  start = async (change = {}) => startApp({ port: await getPort(), origin, variables: { ...variables, ...change } })
  // One after the other, because the second one then knows that it shares Redis.
  instances = [await start(), await start()]
  const keys = () => redis.command('KEYS', '*:value:subnet-user-id-fingerprint') as Promise<string[]>
  await expect.poll(keys).toHaveLength(1)
  const [name = ''] = await keys()
  fingerprint = [name, String(await redis.command('GET', name))]
})
test.afterAll(async () => {
  for (const instance of instances) await instance.close()
  await redis.close()
  rmSync(folder, { recursive: true })
})
test.beforeEach(({ control }) => control.set({ connectUrl: `${origin}/connect` }))
test.afterEach(() => redis.resume())

let users = 0

/** Returns a browser of a user who has signed in and holds a link at the first instance. */
const arrived = async (control: StandInControl) => (await arrivedWith(control)).user

async function arrivedWith(control: StandInControl, instance = instances[0]) {
  const user = new PlainBrowser(new Visitor(origin, at(instance)))
  const name = `Ada ${(users += 1)}`
  await signIn(user, instance, name)
  const { request_id: requestId, link } = await arrive(user, control)
  return { user, name, link, requestId, message: `wallet-confirmed-${requestId}` }
}

const at = (instance: App) => () => instance.address
const callsOf = async (control: StandInControl) => (await control.received('confirm')).length
const idsThatArrived = async (control: StandInControl) => (await control.webhooks()).map(({ id }) => id)

/** Returns the state of Redis that an instance reports; the error if it is not ready within the timeout of a probe. */
async function redisAt({ address }: App): Promise<string> {
  try {
    const response = await fetch(`${address}/api/ready`, { signal: AbortSignal.timeout(probeTimeoutMs) })
    if (response.status !== 200) return `status ${response.status}`
    return ((await response.json()) as { checks: { redis: string } }).checks.redis
  } catch (error) {
    return String(error)
  }
}

/**
 * Probes an instance until `signal` aborts. @returns the answers, and then whether the probes would remove the instance.
 */
function probe(instance: App, signal: AbortSignal) {
  const states = ['ok', 'away', 'full', 'read_only']
  const answers = new Set<string>()
  const isRemoved = (async () => {
    let isRemoved = false
    for (let failures = 0; !signal.aborted; await sleep(200)) {
      const answer = await redisAt(instance)
      answers.add(answer)
      failures = states.includes(answer) ? 0 : failures + 1
      isRemoved ||= failures > 1
    }
    return isRemoved
  })()
  return { answers, isRemoved }
}

const limitAt = async (instance: App) => (await metricsOf(instance))('confirm_budget_limit')

test('every key in Redis expires, except a few that a stranger cannot add to', async ({ control }) => {
  await expect.poll(() => redisAt(instances[0])).toBe('ok')
  const user = await arrived(control)
  await typeAndConnect(user)
  const stranger = new Visitor(origin, at(instances[0]))
  for (const path of ['/connect?request_id=x&nonce=y', '/signin', '/console', '/api/auth/csrf'])
    await stranger.send(path)
  await expect.poll(async () => (await control.webhooks()).length).toBeGreaterThan(0)

  const keys = (await redis.command('KEYS', '*')) as string[]
  const lasting: string[] = []
  for (const key of keys) if ((await redis.command('PTTL', key)) === -1) lasting.push(key)
  expect(keys.length).toBeGreaterThan(lasting.length)
  // The app removes messages to the receiver by age, and a connected wallet has at most one.
  const ofQueue =
    /^\{subnet-connect:staging:\w+\}:webhooks(:(id|meta|events|wait|active|delayed|completed|failed|marker|stalled|stalled-check|pc|wallet-confirmed-[\w-]+|task-runs-stuck-[\w-]+))$/
  expect(lasting.filter((key) => !ofQueue.test(key)).map((key) => key.replace(/^.*?:\w{26}:/, ''))).toEqual([
    'value:subnet-user-id-fingerprint',
  ])
})

test('only five of eight presses of a user reach the service when they go to two instances', async ({ control }) => {
  const user = await arrived(control)
  await control.script('confirm', { status: 422, json: { error: 'No', reason: 'invalid_address' }, times: 20 })
  for (let press = 0; press < 8; press += 1) {
    await typeAndConnect(user.copy(at(instances[press % 2 === 0 ? 0 : 1])))
  }
  expect(await callsOf(control)).toBe(5)
})

test('a desktop learns from one instance that its user has connected on a phone at the other', async ({ control }) => {
  const { user: desktop, name, link } = await arrivedWith(control)
  const path = `/connect/phone-code/confirmed?link=${desktop.valueOf('link')}`
  expect((await desktop.visitor.send(path)).status).toBe(204)
  const phone = new PlainBrowser(new Visitor(origin, at(instances[1])))
  await signIn(phone, instances[1], name)
  await phone.goto(link)
  await typeAndConnect(phone)
  await expectBackAtService(phone)
  expect((await desktop.visitor.send(path)).status).toBe(200)
})

for (const { what, state, begin, end, seconds = 0 } of [
  { what: 'is full', state: 'full', begin: 'fill', end: 'empty' },
  { what: 'is a replica', state: 'read_only', begin: 'demote', end: 'promote' },
  { what: 'stops and returns empty', state: 'away', begin: 'stop', end: 'start' },
  { what: 'does not answer', state: 'away', begin: 'pause', end: 'resume' },
  // More than a minute, because an instance counts the others that it has seen in Redis for a minute.
  { what: 'is down for more than a minute @depth', state: 'away', begin: 'stop', end: 'start', seconds: 65 },
] as const) {
  test(`every user connects and no probe removes an instance when Redis ${what}`, async ({ control }) => {
    test.setTimeout((seconds + 60) * 1000)
    for (const instance of instances) await expect.poll(() => redisAt(instance)).toBe('ok')
    const linesBefore = instances.map((instance) => logOf(instance, 'redis is').length)
    const [early, late] = [await arrivedWith(control), await arrivedWith(control)]
    const whole = new AbortController()
    const probes = instances.map((instance) => probe(instance, whole.signal))
    await redis[begin]()
    try {
      for (const instance of instances) await expect.poll(() => redisAt(instance)).toBe(state)
      await typeAndConnect(early.user.copy(at(instances[1])))
      await typeAndConnect(early.user)
      await expectBackAtService(early.user)
      for (const endsAt = Date.now() + seconds * 1000; Date.now() < endsAt; await sleep(2000)) {
        const user = await arrived(control)
        await typeAndConnect(user)
        await expectBackAtService(user)
      }
      const { user } = await arrivedWith(control, instances[1])
      await typeAndConnect(user)
      await expectBackAtService(user)
      await expectHeld(late.user)
      for (const instance of instances) expect((await metricsOf(instance))('redis_up')).toBe(0)
      for (const { answers } of probes) await expect.poll(() => answers.has(state)).toBe(true)
    } finally {
      await redis[end]()
    }
    for (const instance of instances) await expect.poll(() => redisAt(instance)).toBe('ok')
    await typeAndConnect(late.user)
    await expectBackAtService(late.user)
    whole.abort()
    for (const { isRemoved } of probes) expect(await isRemoved).toBe(false)

    // The log has one line for each change. No request causes it, so it has no correlation ID.
    for (const [index, instance] of instances.entries()) {
      const lines = logOf(instance, 'redis is').slice(linesBefore[index])
      expect(lines.map(({ event, correlationId }) => [event, correlationId])).toEqual([
        [`redis is ${state.replace('_', '-')}`, undefined],
        ['redis is there', undefined],
      ])
    }
    // The message of the first connection has waited for Redis.
    await expect.poll(() => idsThatArrived(control), { timeout: 30_000 }).toContain(early.message)
  })
}

test('each instance has its share of the calls while Redis is down, and all share one limit while it is up', async () => {
  const [, instance] = instances
  expect(await limitAt(instance)).toBe(110)
  redis.pause()
  await expect.poll(() => limitAt(instance)).toBe(55)
  expect(logOf(instance, 'redis is away').at(-1)).toMatchObject({ instances: 2 })
  redis.resume()
  await expect.poll(() => limitAt(instance)).toBe(110)
})

test('a restart loses no message, and the log has an error when SUBNET_USER_ID_KEY has changed', async ({
  control,
  standIn,
}) => {
  // The message of the test before must not fail too.
  await expect.poll(async () => (await metricsOf(instances[0]))('webhooks_waiting')).toBe(0)
  await control.set({ webhookStatus: 503 })
  const { user, message } = await arrivedWith(control)
  await typeAndConnect(user)
  // The instances share the queue, so each of them may send the message.
  const failed = expect.objectContaining({ message, attempt: 1 })
  const logOfBoth = (event: string) => instances.flatMap((instance) => logOf(instance, event))
  await expect.poll(() => logOfBoth('webhook failed')).toContainEqual(failed)
  const metric = await metricsOf(instances[0])
  // The watch may have queued a second message, about stuck task runs.
  expect([1, 2]).toContain(metric('webhooks_waiting'))
  expect(metric('webhooks_oldest_age_seconds')).toBeGreaterThanOrEqual(0)
  expect(metric('webhooks_given_up')).toBe(0)
  expect(await instances[0].close()).toBe(0)
  await instances[1].close()
  expect(logOfBoth('webhook lost')).toEqual([])
  expect(logOfBoth('the subnet user id has changed')).toEqual([])
  expect(logOfBoth('the subnet user id key is new')).not.toEqual([])

  await control.set({ webhookStatus: null })
  const key = 'canary'.repeat(6)
  // A test before has emptied Redis.
  await redis.command('SET', ...fingerprint)
  const restarted = await start({ SUBNET_USER_ID_KEY: key, CONNECTIONS_TOKEN: metricsToken })
  await expect.poll(() => idsThatArrived(control), { timeout: 20_000 }).toContain(message)
  expect(logOf(restarted, 'the subnet user id has changed')).toMatchObject([{ level: 50 }])
  expect(logOf(restarted, 'the subnet user id key is new')).toEqual([])

  await test.step('an audit entry that Redis refuses is reported, and arrives when Redis accepts it', async () => {
    const auditKey = `subnet-connect:staging:${standIn.subnetId}:list:audit`
    const staff = new PlainBrowser(new Visitor(origin, at(restarted)))
    await signIn(staff, restarted, operatorName)
    await redis.command('SET', auditKey, 'of another type')
    await staff.goto('/console/users/one?id=refused')
    await expect.poll(() => logOf(restarted, 'redis refuses commands')).toMatchObject([{ reason: 'WRONGTYPE' }])
    await expect.poll(() => redisAt(restarted)).toBe('refused')
    expect((await metricsOf(restarted))('redis_up')).toBe(0)
    await redis.command('DEL', auditKey)
    await staff.goto('/console/users/one?id=another')
    await expect.poll(() => redis.command('XLEN', auditKey)).toBe(2)
    expect(logOf(restarted, 'audit entry lost')).toEqual([])
  })

  await test.step('a message and a wallet that wait for Redis are reported as lost when the process ends first', async () => {
    const { user: another, requestId, message: lost } = await arrivedWith(control, restarted)
    await redis.stop()
    await expect.poll(async () => (await metricsOf(restarted))('redis_up')).toBe(0)
    await typeAndConnect(another)
    expect(await restarted.close()).toBe(0)
    const lines = [...logOf(restarted, 'webhook lost'), ...logOf(restarted, 'connection lost')]
    expect(lines).toMatchObject([{ message: lost }, { requestId }])
    // By default, the log has no user and no wallet.
    expect(lines.flatMap((line) => Object.keys(line))).not.toContain('userId')
    expect(restarted.output()).not.toContain(walletAddress)
    expect(logOf(restarted, 'webhook worker failed')).toEqual([])
  })
  expect(restarted.output()).not.toContain(key)
})
