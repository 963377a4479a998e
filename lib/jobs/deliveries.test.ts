import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startRedis, type Redis } from '@/e2e/harness/redis'
import { Backlog } from '@/lib/store/backlog'
import { processStore } from '@/lib/store/process-store'
import { RedisConnection } from '@/lib/store/redis-connection'
import { redisStore } from '@/lib/store/redis-store'
import type { Store } from '@/lib/store'
import { Deliveries, type DeliveriesOptions } from './deliveries'
import { walletConnected, type Message } from './message'
import { postMessage, type Attempt } from './post'
import { startTestReceiver, type TestReceiver } from './test-receiver'

const secret = `whsec_${Buffer.alloc(24, 3).toString('base64')}`
const patientMs = 30_000
vi.setConfig({ testTimeout: patientMs })

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
const closing: (() => void)[] = []

beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis.close())
beforeEach(async () => {
  prefix += 1
  receiver = await startTestReceiver(secret)
})
afterEach(async () => {
  for (const close of closing.splice(0)) close()
  await receiver.close()
})

/** The store of one instance of the app. */
function redisStoreOfInstance(url = redis.url): Store {
  const connection = new RedisConnection({ url, timeoutMs: 5000 })
  closing.push(() => connection.close())
  return redisStore(connection, `webhooks-${prefix}:`)
}

/** Nothing is ever lost in these tests. */
const onLost = (reason: string) => {
  throw new Error(`lost: ${reason}`)
}

/** One instance's deliveries. Its pauses are short ones. */
function instance(store: Store, changed: Partial<DeliveriesOptions> = {}): Deliveries {
  return new Deliveries({
    store,
    backlog: new Backlog({ onLost, pauseMs: 20 }),
    post: (message) => postMessage({ url: receiver.url, secret }, message),
    pausesMs: Array.from({ length: 50 }, () => 30),
    ...changed,
  })
}

/** Has an instance deliver as its worker does, until it is stopped. */
function work(deliveries: Deliveries): () => Promise<void> {
  let isStopped = false
  const loop = (async () => {
    while (!isStopped) {
      await deliveries.deliverDue().catch(() => 0)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })()
  return async () => {
    isStopped = true
    await loop
  }
}

const idsOf = (messages: readonly { id: string }[]) => messages.map(({ id }) => id).sort()
const down = (_request: unknown, response: { writeHead(status: number): { end(): void } }) =>
  response.writeHead(503).end()

describe.each([
  { where: 'from Redis', storeOf: () => redisStoreOfInstance() },
  { where: 'from the process', storeOf: () => processStore() },
])('deliveries $where', ({ storeOf }) => {
  it('arrive once each, verified, when a receiver is up that was down', async () => {
    const deliveries = instance(storeOf())
    receiver.respond = down
    const stop = work(deliveries)
    for (const message of twenty) deliveries.add(message)
    await vi.waitFor(async () => expect(await deliveries.failed()).toHaveLength(20), patientMs)
    expect(receiver.arrived).toEqual([])
    receiver.respond = undefined
    await vi.waitFor(() => expect(receiver.arrived.length).toBeGreaterThanOrEqual(20), patientMs)
    await new Promise((resolve) => setTimeout(resolve, 200))
    await stop()
    expect(idsOf(receiver.arrived)).toEqual(idsOf(twenty))
    expect(receiver.arrived.map(({ body }) => body).sort()).toEqual(twenty.map(({ body }) => body).sort())
    expect(receiver.forged).toBe(0)
    expect(await deliveries.failed()).toEqual([])
  })

  it('are given up after the last pause, and sent again by hand', async () => {
    const onAttempt = vi.fn<NonNullable<DeliveriesOptions['onAttempt']>>()
    const deliveries = instance(storeOf(), { pausesMs: [10], onAttempt })
    receiver.respond = down
    await deliveries.put(messageOf(1))
    const stop = work(deliveries)
    await vi.waitFor(async () => expect((await deliveries.failed())[0]?.nextAt).toBeNull(), patientMs)
    expect(onAttempt.mock.calls.map(([, { outcome, attempt }]) => [outcome, attempt])).toEqual([
      ['failed', 1],
      ['given_up', 2],
    ])
    expect(await deliveries.failed()).toMatchObject([{ id: messageOf(1).id, attempts: 2, result: '503', nextAt: null }])
    receiver.respond = undefined
    expect(await deliveries.sendAgain(messageOf(1).id)).toBe(true)
    await vi.waitFor(() => expect(receiver.arrived).toHaveLength(1), patientMs)
    await vi.waitFor(async () => expect(await deliveries.failed()).toEqual([]), patientMs)
    expect(await deliveries.sendAgain(messageOf(1).id)).toBe(false)
    await stop()
  })

  it('tell a success once, however often it is told', async () => {
    const deliveries = instance(storeOf())
    for (let time = 0; time < 3; time += 1) deliveries.add(messageOf(1))
    const stop = work(deliveries)
    await vi.waitFor(() => expect(receiver.arrived).toHaveLength(1), patientMs)
    await new Promise((resolve) => setTimeout(resolve, 100))
    deliveries.add(messageOf(1))
    await new Promise((resolve) => setTimeout(resolve, 200))
    await stop()
    expect(receiver.requests).toBe(1)
  })

  it('pause for longer each time, and never all alike', async () => {
    const pauses = async (random: number) => {
      const deliveries = instance(storeOf(), {
        pausesMs: [1000, 10_000],
        random: () => random,
        now: () => 0,
        post: () => Promise.resolve({ isDelivered: false, result: '500' }),
      })
      await deliveries.put({ ...messageOf(1), id: `paused-${random}` })
      await deliveries.deliverDue()
      return (await deliveries.failed()).find(({ id }) => id === `paused-${random}`)?.nextAt
    }
    expect([await pauses(0), await pauses(0.5), await pauses(1)]).toEqual([800, 1000, 1200])
  })
})

describe('with Redis', () => {
  it('none is lost as an instance dies, and two instances send each once', async () => {
    receiver.respond = down
    const first = instance(redisStoreOfInstance())
    const stopFirst = work(first)
    for (const message of twenty) first.add(message)
    await vi.waitFor(async () => expect(await first.failed()).toHaveLength(20), patientMs)
    await stopFirst()
    // Restarted, and another one beside it.
    receiver.respond = undefined
    const stops = [work(instance(redisStoreOfInstance())), work(instance(redisStoreOfInstance()))]
    await vi.waitFor(() => expect(receiver.arrived.length).toBeGreaterThanOrEqual(20), patientMs)
    await new Promise((resolve) => setTimeout(resolve, 200))
    for (const stop of stops) await stop()
    expect(idsOf(receiver.arrived)).toEqual(idsOf(twenty))
  })

  it('one that arrived as Redis went away is not sent again', async () => {
    const own = await startRedis()
    closing.push(() => void own.close())
    const deliveries = instance(redisStoreOfInstance(own.url), {
      post: async (message): Promise<Attempt> => {
        own.pause()
        return postMessage({ url: receiver.url, secret }, message)
      },
    })
    await deliveries.put(messageOf(1))
    await deliveries.deliverDue()
    expect(receiver.arrived).toHaveLength(1)
    own.resume()
    await vi.waitFor(async () => {
      await deliveries.deliverDue()
      expect(await deliveries.sendAgain(messageOf(1).id)).toBe(false)
    }, patientMs)
    expect(receiver.requests).toBe(1)
  })
})
