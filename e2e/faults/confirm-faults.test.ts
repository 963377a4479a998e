import { afterAll, beforeAll, expect, it } from 'vitest'
import { startRedis, type Redis } from '../harness/redis'
import { startStandIn, type StandIn } from '../stand-in/start'
import { soak } from './soak'

/*
 * Users connect while the service, the network and Redis fail. The test uses the real client and real connections.
 * `npm run lab -- depth` runs 1,000 of them, and `npm run lab -- soak` any number.
 */

const runs = 150
const seed = Date.now() % 1_000_000_000

let standIn: StandIn
let redis: Redis
beforeAll(async () => {
  standIn = await startStandIn({ connectUrl: 'http://localhost:1/connect' })
  redis = await startRedis()
})
afterAll(async () => {
  await Promise.all([standIn.close(), redis.close()])
})

it(`confirm keeps every invariant when faults come (seed ${seed})`, { timeout: 120_000 }, async () => {
  const { tally, failures } = await soak({ standIn, redisPort: redis.port, runs, lanes: 6, seed })
  expect(failures, failures.join('\n')).toEqual([])
  expect(tally.runs).toBe(runs)
  // The test checked every invariant and injected every kind of fault.
  for (const checks of tally.checks.values()) expect(checks).toBeGreaterThan(runs / 4)
  expect(tally.checks.size).toBe(7)
  // Of the 15 kinds, Redis has 5.
  expect(tally.faults.size).toBe(15)
  expect(tally.connected).toBeGreaterThan(runs / 3)
})
