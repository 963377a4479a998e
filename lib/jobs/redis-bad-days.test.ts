import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startFaultProxy } from '@/e2e/harness/fault-proxy'
import { startRedis } from '@/e2e/harness/redis'
import { Backlog } from '@/lib/store/backlog'
import { StoreUnavailableError } from '@/lib/store/store'
import { useRedis } from '@/lib/store/test-redis'
import type { Deliveries } from './deliveries'
import type { Message } from './message'
import { postMessage } from './post'
import { redisDeliveries, type RedisDeliveryOptions } from './redis-deliveries'
import { startTestReceiver, type TestReceiver } from './test-receiver'
import { idsOf, messageOf, patientMs, patiently, quietly, refuse, secret } from './test-support'

vi.setConfig({ testTimeout: 3 * patientMs })

const pauseMs = 300

const redis = useRedis()
let receiver: TestReceiver
let ends: (() => Promise<void> | void)[] = []
const onRefused = vi.fn<(reason: string) => void>()
const onLost = vi.fn<(message: Message, reason: string) => void>()

beforeEach(async () => {
  // A new process is empty, has memory and is a primary.
  await redis.stop()
  await redis.start()
  receiver = await startTestReceiver(secret)
  onRefused.mockClear()
  onLost.mockClear()
})
afterEach(async () => {
  redis.resume()
  for (const end of ends.splice(0)) await end()
  await receiver.close()
})

async function inRedis(changed: Partial<RedisDeliveryOptions> = {}): Promise<Deliveries> {
  const deliveries = await redisDeliveries({
    ...quietly,
    post: (message) => postMessage({ url: receiver.url, secret }, message),
    pausesMs: Array.from({ length: 200 }, () => pauseMs),
    url: redis.url,
    prefix: '{webhooks}',
    onRefused,
    lockMs: 2000,
    restMs: 500,
    ...changed,
  })
  ends.unshift(async () => {
    await deliveries.close()
    deliveries.end()
  })
  return deliveries
}

const backlogOf = (deliveries: Deliveries) =>
  new Backlog<Message>({ write: (message) => deliveries.put(message), pauseMs: 100, onLost })

const messages = (from: number, count: number) => Array.from({ length: count }, (_, index) => messageOf(from + index))
const arrived = (expected: Message[]) =>
  vi.waitFor(() => expect(idsOf(receiver.arrived)).toEqual(expect.arrayContaining(idsOf(expected))), patiently)

describe('redisDeliveries', () => {
  it.each([
    { when: 'is full', reason: 'OOM', begin: () => redis.fill(), end: () => redis.empty() },
    {
      when: 'is demoted to a replica',
      reason: 'READONLY',
      begin: () => redis.demote(),
      end: () => redis.promote(),
    },
    { when: 'is silent', reason: undefined, begin: () => redis.pause(), end: () => redis.resume() },
  ])('delivers waiting and new messages when Redis $when for a while', async ({ begin, end, reason }) => {
    const deliveries = await inRedis({ silentMs: 1500 })
    const backlog = backlogOf(deliveries)
    receiver.respond = refuse
    for (const message of messages(0, 20)) backlog.add(message)
    await vi.waitFor(() => expect(receiver.requests).toBeGreaterThan(30), patiently)
    await begin()
    for (const message of messages(20, 20)) backlog.add(message)
    // Meanwhile all waiting messages become due.
    await sleep(3 * pauseMs)
    expect(backlog.state).toEqual({ waiting: 20, lost: 0 })
    receiver.respond = undefined
    await end()
    await arrived(messages(0, 40))
    expect(onLost).not.toHaveBeenCalled()
    expect(onRefused.mock.calls).toEqual(reason === undefined ? [] : [[reason]])
  })

  it('delivers messages when Redis was full at the start of the process', async () => {
    await redis.fill()
    const deliveries = await inRedis()
    const backlog = backlogOf(deliveries)
    for (const message of messages(0, 3)) backlog.add(message)
    await vi.waitFor(() => expect(deliveries.put(messageOf(0))).rejects.toThrow('OOM'), patiently)
    await redis.empty()
    await arrived(messages(0, 3))
  })

  it('delivers through the new primary when the host name moves there without a lost connection', async () => {
    const other = await startRedis()
    const proxy = await startFaultProxy(redis.port)
    ends.push(
      () => proxy.close(),
      () => other.close(),
    )
    const backlog = backlogOf(await inRedis({ url: `redis://127.0.0.1:${proxy.port}` }))
    backlog.add(messageOf(0))
    await arrived([messageOf(0)])
    proxy.upstreamPort = other.port
    await redis.command('REPLICAOF', '127.0.0.1', String(other.port))
    for (const message of messages(1, 5)) backlog.add(message)
    await arrived(messages(1, 5))
    expect(onLost).not.toHaveBeenCalled()
  })

  it('delivers messages when Redis is a cluster of one shard', async () => {
    const cluster = await startRedis({ isCluster: true })
    ends.push(() => cluster.close())
    const backlog = backlogOf(await inRedis({ url: cluster.url }))
    receiver.respond = refuse
    for (const message of messages(0, 20)) backlog.add(message)
    await vi.waitFor(() => expect(receiver.requests).toBeGreaterThan(20), patiently)
    receiver.respond = undefined
    await arrived(messages(0, 20))
  })
})

it('the watch continues when Redis has lost its data', async () => {
  const watch = vi.fn<() => Promise<void>>().mockResolvedValue()
  await inRedis({ watch, watchEveryMs: 200 })
  await vi.waitFor(() => expect(watch).toHaveBeenCalled(), patiently)
  await redis.command('FLUSHALL')
  watch.mockClear()
  await vi.waitFor(() => expect(watch.mock.calls.length).toBeGreaterThan(2), patiently)
})

it('redisDeliveries drops a given-up message after its retention time when no other job ends', async () => {
  const deliveries = await inRedis({ pausesMs: [], keptMs: 500, watchEveryMs: 200 })
  receiver.respond = refuse
  await vi.waitFor(() => deliveries.put(messageOf(0)), patiently)
  await vi.waitFor(async () => expect((await deliveries.failed(1)).total).toBe(1), patiently)
  await vi.waitFor(async () => expect((await deliveries.failed(1)).total).toBe(0), patiently)
})

it('the workers rarely query Redis while it refuses commands, and report the refusal once', async () => {
  const deliveries = await inRedis({ restMs: 5000, pausesMs: Array.from({ length: 1000 }, () => 10) })
  receiver.respond = refuse
  // More messages than are sent at the same time, with short pauses, because waiting jobs make bullmq query Redis again
  // immediately.
  for (const message of messages(0, 20)) await vi.waitFor(() => deliveries.put(message), patiently)
  await redis.demote()
  await expect(deliveries.put(messageOf(99))).rejects.toThrow(StoreUnavailableError)
  await vi.waitFor(() => expect(onRefused).toHaveBeenCalled(), patiently)
  await redis.command('CONFIG', 'RESETSTAT')
  await sleep(900)
  const [, calls = '0'] = /total_commands_processed:(\d+)/.exec(String(await redis.command('INFO', 'stats'))) ?? []
  expect(Number(calls)).toBeLessThan(50)
  expect(onRefused.mock.calls).toEqual([['READONLY']])
})
