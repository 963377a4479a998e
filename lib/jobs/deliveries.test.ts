import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startRedis, type Redis } from '@/e2e/harness/redis'
import { processStore } from '@/lib/store/process-store'
import { RedisConnection } from '@/lib/store/redis-connection'
import { StoreUnavailableError } from '@/lib/store/store'
import { pauseAfter, type Deliveries, type DeliveryOptions } from './deliveries'
import { adoptFormerMessages } from './former-queue'
import { walletConnected, type Message } from './message'
import { postMessage } from './post'
import { ProcessDeliveries } from './process-deliveries'
import { redisDeliveries, type RedisDeliveryOptions } from './redis-deliveries'
import { startTestReceiver, type TestReceiver } from './test-receiver'

const secret = `whsec_${Buffer.alloc(24, 3).toString('base64')}`
const patientMs = 30_000
const patiently = { timeout: patientMs, interval: 50 }
vi.setConfig({ testTimeout: 3 * patientMs })

const messageOf = (number: number): Message =>
  walletConnected({
    requestId: `01ARZ3NDEKTSV4RRFFQ69G${String(number).padStart(4, '0')}`,
    userId: `user-${number}`,
    subnetUserId: `hash-${number}`,
    walletAddress: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
    isProven: true,
    wasConfirmedBefore: false,
    environment: 'staging',
    at: 1_763_740_800_000,
  })
const twenty = Array.from({ length: 20 }, (_, number) => messageOf(number))

let redis: Redis
let receiver: TestReceiver
let prefix = 0
const opened: Deliveries[] = []
const onLost = vi.fn<(message: Message, reason: string) => void>()
const onRefused = vi.fn<(reason: string) => void>()

beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis.close())
beforeEach(async () => {
  prefix += 1
  onLost.mockClear()
  onRefused.mockClear()
  receiver = await startTestReceiver(secret)
})
afterEach(async () => {
  await closeAll()
  await receiver.close()
})

async function closeAll(): Promise<void> {
  const closed = opened.splice(0)
  await Promise.all(closed.map((deliveries) => deliveries.close()))
  for (const deliveries of closed) deliveries.end()
}

const defaults = () => ({
  post: (message: Message) => postMessage({ url: receiver.url, secret }, message),
  pausesMs: Array.from({ length: 50 }, () => 300),
})

/** One instance's deliveries in Redis. */
async function inRedis(changed: Partial<RedisDeliveryOptions> = {}): Promise<Deliveries> {
  const deliveries = await redisDeliveries({
    ...defaults(),
    url: redis.url,
    prefix: `{webhooks-${prefix}}`,
    keptMs: 3_600_000,
    watch: async () => {},
    watchEveryMs: 3_600_000,
    onRefused,
    ...changed,
  })
  opened.push(deliveries)
  return deliveries
}

function inProcess(changed: Partial<DeliveryOptions & { maxBytes: number }> = {}): ProcessDeliveries {
  const deliveries = new ProcessDeliveries({ ...defaults(), store: processStore(), onLost, ...changed })
  opened.push(deliveries)
  return deliveries
}

const put = (deliveries: Deliveries, message: Message) => vi.waitFor(() => deliveries.put(message), patiently)
const failedIn = async (deliveries: Deliveries) => (await deliveries.failed(100)).deliveries
const idsOf = (messages: readonly { id: string }[]) => messages.map(({ id }) => id).sort()
const refuse = (_request: unknown, response: { writeHead(status: number): { end(): void } }) =>
  response.writeHead(503).end()

describe.each([
  { where: 'in Redis', open: inRedis },
  { where: 'in the process', open: async (changed?: Partial<DeliveryOptions>) => inProcess(changed) },
])('deliveries $where', ({ open }) => {
  it('send each message once, signed, when the receiver was down and is up again', async () => {
    const deliveries = await open()
    receiver.respond = refuse
    for (const message of twenty) await put(deliveries, message)
    await vi.waitFor(() => expect(receiver.requests).toBeGreaterThanOrEqual(20), patiently)
    expect(receiver.arrived).toEqual([])
    receiver.respond = undefined
    await vi.waitFor(() => expect(receiver.arrived.length).toBeGreaterThanOrEqual(20), patiently)
    await vi.waitFor(async () => expect(await deliveries.failed(5)).toEqual({ total: 0, deliveries: [] }), patiently)
    expect(idsOf(receiver.arrived)).toEqual(idsOf(twenty))
    expect(receiver.arrived.map(({ body }) => body).sort()).toEqual(twenty.map(({ body }) => body).sort())
    expect(receiver.forged).toBe(0)
    expect(onLost).not.toHaveBeenCalled()
  })

  it('give a message up after the last pause, and send it when an operator asks for it', async () => {
    const onAttempt = vi.fn<NonNullable<DeliveryOptions['onAttempt']>>()
    const deliveries = await open({ pausesMs: [10], onAttempt })
    receiver.respond = refuse
    await put(deliveries, messageOf(1))
    await vi.waitFor(async () => expect((await failedIn(deliveries))[0]?.nextAt).toBeNull(), patiently)
    expect(onAttempt.mock.calls.map(([, { outcome, attempt }]) => [outcome, attempt])).toEqual([
      ['failed', 1],
      ['given_up', 2],
    ])
    expect(await failedIn(deliveries)).toMatchObject([
      { id: messageOf(1).id, type: 'wallet.connected', attempts: 2, result: '503', nextAt: null },
    ])
    expect(await deliveries.sendAgain(messageOf(1).id)).toBe(true)
    await vi.waitFor(() => expect(onAttempt.mock.calls.at(-1)?.[1]).toMatchObject({ outcome: 'given_up' }), patiently)
    await vi.waitFor(() => expect(onAttempt).toHaveBeenCalledTimes(4), patiently)
    receiver.respond = undefined
    await vi.waitFor(async () => expect(await deliveries.sendAgain(messageOf(1).id)).toBe(true), patiently)
    await vi.waitFor(() => expect(receiver.arrived).toHaveLength(1), patiently)
    await vi.waitFor(async () => expect(await failedIn(deliveries)).toEqual([]), patiently)
    expect(await deliveries.sendAgain(messageOf(1).id)).toBe(false)
    expect(await deliveries.sendAgain('unknown')).toBe(false)
  })

  it('send a message that waits at once when an operator asks for it', async () => {
    const deliveries = await open({ pausesMs: [3_600_000] })
    receiver.respond = refuse
    const startedAt = Date.now()
    await put(deliveries, messageOf(1))
    await vi.waitFor(async () => expect(await failedIn(deliveries)).toHaveLength(1), patiently)
    const [{ attempts, nextAt } = { attempts: 0, nextAt: 0 }] = await failedIn(deliveries)
    expect(attempts).toBe(1)
    expect(nextAt).toBeGreaterThanOrEqual(startedAt + 0.8 * 3_600_000)
    receiver.respond = undefined
    expect(await deliveries.sendAgain(messageOf(1).id)).toBe(true)
    await vi.waitFor(() => expect(receiver.arrived).toHaveLength(1), patiently)
  })

  it('send a message once, however often it is put', async () => {
    const deliveries = await open()
    for (let time = 0; time < 3; time += 1) await put(deliveries, messageOf(1))
    await vi.waitFor(() => expect(receiver.arrived).toHaveLength(1), patiently)
    await new Promise((resolve) => setTimeout(resolve, 200))
    await put(deliveries, messageOf(1))
    await put(deliveries, messageOf(2))
    await vi.waitFor(() => expect(receiver.arrived).toHaveLength(2), patiently)
    expect(receiver.requests).toBe(2)
  })
})

it('a pause is up to a fifth shorter or longer, and there is none after the last attempt', () => {
  const options = { pausesMs: [1000, 10_000], post: () => Promise.reject(new Error('unused')) }
  expect([0, 0.5, 1].map((random) => pauseAfter(1, options, () => random))).toEqual([800, 1000, 1200])
  expect(pauseAfter(2, options, () => 0.5)).toBe(10_000)
  expect(pauseAfter(3, options)).toBeUndefined()
})

describe('deliveries in Redis', () => {
  it('send a message that another instance was sending when it was killed', async () => {
    const killed = spawn(process.execPath, ['--input-type=module', '--eval', workerThatHangs], {
      env: { NODE_ENV: 'test', REDIS: redis.url, PREFIX: `{webhooks-${prefix}}` },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const taken = once(killed.stdout, 'data')
    let isAlone = true
    const post = async (message: Message) =>
      isAlone ? { isDelivered: false, result: 'not its turn' } : postMessage({ url: receiver.url, secret }, message)
    const deliveries = await inRedis({ post, lockMs: 1000, pausesMs: Array.from({ length: 50 }, () => 10) })
    await put(deliveries, messageOf(1))
    await taken
    killed.kill('SIGKILL')
    isAlone = false
    await vi.waitFor(() => expect(receiver.arrived).toHaveLength(1), patiently)
  })

  it('are each sent by one of two instances', async () => {
    const [one, other] = [await inRedis(), await inRedis()]
    for (const message of twenty) await put(one, message)
    await vi.waitFor(() => expect(receiver.arrived.length).toBeGreaterThanOrEqual(20), patiently)
    await vi.waitFor(async () => expect((await other.failed(1)).total).toBe(0), patiently)
    expect(idsOf(receiver.arrived)).toEqual(idsOf(twenty))
  })

  it('go on when Redis was stopped and is back, and begin when it was not there at the start', async () => {
    const own = await startRedis()
    try {
      await own.stop()
      const watch = vi.fn<() => Promise<void>>().mockResolvedValue()
      const deliveries = await inRedis({ url: own.url, watch })
      await expect(deliveries.put(messageOf(1))).rejects.toThrow(StoreUnavailableError)
      await expect(deliveries.failed(1)).rejects.toThrow(StoreUnavailableError)
      await expect(deliveries.sendAgain('a')).rejects.toThrow(StoreUnavailableError)
      for (const number of [1, 2]) {
        await own.start()
        await put(deliveries, messageOf(number))
        await vi.waitFor(() => expect(idsOf(receiver.arrived)).toContain(messageOf(number).id), patiently)
        await vi.waitFor(() => expect(watch).toHaveBeenCalledTimes(number), patiently)
        await own.stop()
        await vi.waitFor(() => expect(deliveries.put(messageOf(3))).rejects.toThrow(StoreUnavailableError))
      }
      expect(onRefused).not.toHaveBeenCalled()
      await own.start()
    } finally {
      await closeAll()
      await own.close()
    }
  })

  it('answer within two seconds while Redis is silent, and go on after it', async () => {
    const own = await startRedis()
    try {
      const deliveries = await inRedis({ url: own.url, silentMs: 1500 })
      await put(deliveries, messageOf(1))
      await vi.waitFor(() => expect(receiver.arrived).toHaveLength(1), patiently)
      own.pause()
      const startedAt = performance.now()
      await expect(deliveries.put(messageOf(2))).rejects.toThrow(StoreUnavailableError)
      expect(performance.now() - startedAt).toBeLessThan(2000)
      // For long enough that connections are given up, and new ones are silent too.
      await new Promise((resolve) => setTimeout(resolve, 5000))
      own.resume()
      await put(deliveries, messageOf(3))
      await vi.waitFor(() => expect(idsOf(receiver.arrived)).toContain(messageOf(3).id), patiently)
    } finally {
      own.resume()
      await closeAll()
      await own.close()
    }
  })

  it('report once that Redis refuses commands, ask seldom, and go on after it', async () => {
    const own = await startRedis()
    const connection = new RedisConnection({ url: own.url })
    const command = (...words: string[]) => connection.run((client) => client.sendCommand(words))
    try {
      const post = async (message: Message) => {
        await new Promise((resolve) => setTimeout(resolve, 500))
        return postMessage({ url: receiver.url, secret }, message)
      }
      const deliveries = await inRedis({ url: own.url, post, lockMs: 2000 })
      // More than are sent at a time: what waits makes bullmq ask again at once.
      for (const message of twenty) await put(deliveries, message)
      await command('REPLICAOF', '127.0.0.1', '1')
      await expect(deliveries.put(messageOf(99))).rejects.toThrow(StoreUnavailableError)
      await vi.waitFor(() => expect(onRefused).toHaveBeenCalled(), patiently)
      await command('CONFIG', 'RESETSTAT')
      await new Promise((resolve) => setTimeout(resolve, 4000))
      const [, calls = '0'] = /total_commands_processed:(\d+)/.exec(String(await command('INFO', 'stats'))) ?? []
      expect(Number(calls)).toBeLessThan(100)
      await command('REPLICAOF', 'NO', 'ONE')
      await vi.waitFor(() => expect(idsOf(receiver.arrived)).toEqual(expect.arrayContaining(idsOf(twenty))), patiently)
      expect(onRefused).toHaveBeenCalledOnce()
    } finally {
      connection.close()
      await closeAll()
      await own.close()
    }
  })

  it('have one watch of all instances', async () => {
    const watch = vi.fn<() => Promise<void>>().mockResolvedValue()
    for (let instance = 0; instance < 3; instance += 1) await inRedis({ watch, watchEveryMs: 1000 })
    await vi.waitFor(() => expect(watch).toHaveBeenCalledTimes(2), patiently)
    watch.mockClear()
    await new Promise((resolve) => setTimeout(resolve, 3000))
    expect(watch.mock.calls.length).toBeGreaterThanOrEqual(1)
    expect(watch.mock.calls.length).toBeLessThanOrEqual(4)
  })

  it('take over the messages of an older version, and drop one that cannot be read', async () => {
    const connection = new RedisConnection({ url: redis.url })
    const former = `former-${prefix}:`
    const [due, items] = [`${former}queue:webhooks:due`, `${former}queue:webhooks:items`]
    for (const number of [1, 2]) {
      const { id, ...rest } = messageOf(number)
      const text = JSON.stringify({ id, ...rest, attempts: 11, failure: { at: 1, result: '503', nextAt: null } })
      await connection.run((client) => client.hSet(items, id, text))
      await connection.run((client) => client.zAdd(due, { score: Infinity, value: id }))
    }
    await connection.run((client) => client.hSet(items, 'broken', '{'))
    const deliveries = await inRedis()
    const onUnreadable = vi.fn<(id: string) => void>()
    await vi.waitFor(() => adoptFormerMessages(connection, former, deliveries, onUnreadable), patiently)
    expect(onUnreadable).toHaveBeenCalledWith('broken')
    await vi.waitFor(() => expect(idsOf(receiver.arrived)).toEqual(idsOf([messageOf(1), messageOf(2)])), patiently)
    expect(await connection.run((client) => client.exists([due, items]))).toBe(0)
    connection.close()
  })
})

describe('deliveries in the process', () => {
  it('report what has not arrived when the process ends, and what was given up no second time', async () => {
    const deliveries = inProcess({ pausesMs: [3_600_000] })
    const brief = inProcess({ pausesMs: [] })
    receiver.respond = refuse
    await deliveries.put(messageOf(1))
    await brief.put(messageOf(2))
    await vi.waitFor(async () => expect(await failedIn(brief)).toMatchObject([{ nextAt: null }]))
    await vi.waitFor(async () => expect(await failedIn(deliveries)).toHaveLength(1))
    for (const own of [deliveries, brief]) own.end()
    expect(onLost.mock.calls).toEqual([[messageOf(1), 'the process ended']])
  })

  it('hold no more bytes than their bound: what was given up makes room, and then a message is lost', async () => {
    const bytes = Buffer.byteLength(JSON.stringify(messageOf(1)))
    const deliveries = inProcess({ pausesMs: [], maxBytes: 2.5 * bytes })
    receiver.respond = refuse
    for (const number of [1, 2]) await deliveries.put(messageOf(number))
    await vi.waitFor(async () => expect((await deliveries.failed(10)).total).toBe(2))
    receiver.respond = () => {}
    for (const number of [3, 4, 5]) await deliveries.put(messageOf(number))
    expect(onLost.mock.calls).toEqual([[messageOf(5), 'full']])
    expect((await deliveries.failed(10)).total).toBe(0)
    await receiver.close()
    receiver = await startTestReceiver(secret)
  })
})

const workerThatHangs = `
import { createNodeRedisClient, Worker } from 'bullmq'
import { createClient } from 'redis'
const connection = createNodeRedisClient(createClient({ url: process.env.REDIS, commandOptions: { timeout: 0 } }))
const options = { connection, prefix: process.env.PREFIX, lockDuration: 1000 }
new Worker('webhooks', () => { console.log('taken'); return new Promise(() => {}) }, options)`
