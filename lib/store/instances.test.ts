import { beforeEach, expect, it, vi } from 'vitest'
import { Instances, instanceKeys } from './instances'
import type { RedisConnection } from './redis-connection'
import { useRedis } from './test-redis'

vi.setConfig({ testTimeout: 30_000 })

const redis = useRedis()
let now = 0
let prefix = ''
let connection: RedisConnection

beforeEach(({ task }) => {
  prefix = task.name
  now = Date.now()
})

function instance(): Instances {
  connection = redis.connect({ now: () => now })
  return new Instances(connection, prefix)
}

const advance = (ms: number) => (now += ms)

it('an instance counts itself and each other instance once', async () => {
  const [one, other] = [instance(), instance()]
  expect(one.count).toBeUndefined()
  for (const noted of [one, one, other, one]) await noted.note()
  expect([one.count, other.count]).toEqual([2, 2])
  expect(await redis.command('PTTL', instanceKeys(prefix)[0])).toBeGreaterThan(0)
})

it('an instance lowers its count when another leaves, and when Redis has no note of another for a minute and a half', async () => {
  const [one, leaving, killed] = [instance(), instance(), instance()]
  for (const noted of [leaving, killed, one]) await noted.note()
  expect(one.count).toBe(3)
  await leaving.leave()
  await one.note()
  expect(one.count).toBe(2)
  advance(89_000)
  await one.note()
  expect(one.count).toBe(2)
  advance(1000)
  await one.note()
  expect(one.count).toBe(1)
})

it('an instance remembers the count for a minute when Redis is down and restarts without its data', async () => {
  const [one, other] = [instance(), instance()]
  for (const noted of [one, other, one]) await noted.note()
  await redis.stop()
  advance(10 * 60_000)
  await one.note()
  expect(one.count).toBe(2)
  await redis.start()
  await vi.waitFor(async () => expect(await connection.check()).toMatchObject({ state: 'ok' }), { timeout: 10_000 })
  for (let second = 0; second < 59; second += 1) await one.note()
  expect(one.count).toBe(2)
  await one.note()
  expect(one.count).toBe(1)
})
