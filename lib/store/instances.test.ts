import { beforeEach, expect, it, vi } from 'vitest'
import { Instances, instancesKey } from './instances'
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
  expect(await redis.command('PTTL', instancesKey(prefix))).toBeGreaterThan(0)
})

it('an instance lowers its count after a minute of smaller counts when others left or were killed', async () => {
  const [one, leaving, killed] = [instance(), instance(), instance()]
  for (const noted of [leaving, killed, one]) await noted.note()
  expect(one.count).toBe(3)
  await leaving.leave()
  const counts: (number | undefined)[] = []
  for (let second = 0; second < 70; second += 1) {
    advance(1000)
    await one.note()
    counts.push(one.count)
  }
  // Redis drops the killed instance after 45 seconds.
  expect(counts).toEqual([...Array.from({ length: 59 }, () => 3), ...Array.from({ length: 11 }, () => 1)])
})

it('an instance keeps its count when another leaves and returns repeatedly', async () => {
  const [one, other] = [instance(), instance()]
  for (const noted of [one, other, one]) await noted.note()
  for (let round = 0; round < 3; round += 1) {
    await other.leave()
    for (let step = 0; step < 50; step += 1) await one.note()
    expect(one.count).toBe(2)
    await other.note()
    await one.note()
  }
  expect(one.count).toBe(2)
})

it('an instance remembers the count when Redis is down and restarts without its data', async () => {
  const [one, other] = [instance(), instance()]
  for (const noted of [one, other, one]) await noted.note()
  await redis.stop()
  advance(10 * 60_000)
  await one.note()
  expect(one.count).toBe(2)
  await redis.start()
  await vi.waitFor(async () => expect(await connection.check()).toMatchObject({ state: 'ok' }), { timeout: 10_000 })
  await one.note()
  expect(one.count).toBe(2)
})
