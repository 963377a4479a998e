import { expect, it } from 'vitest'
import { startRedis, startSentinel, type Redis } from '../../e2e/harness/redis'
import { judgeRedis } from './redis'

const becomes = (redis: Redis, verdict: object) =>
  expect.poll(() => judgeRedis({ redisUrl: redis.url }), { timeout: 15_000 }).toMatchObject(verdict)

it('judgeRedis accepts a Redis that takes writes, and says when it is full or a replica', async () => {
  const redis = await startRedis()
  try {
    await becomes(redis, { state: 'holds' })
    await redis.fill()
    await becomes(redis, { state: 'wrong', what: 'Redis is full (OOM).' })
    await redis.empty()
    await redis.demote()
    await becomes(redis, { state: 'wrong', what: 'Redis is a replica and takes no write (READONLY).' })
  } finally {
    await redis.close()
  }
})

it('judgeRedis says what to use instead of a Sentinel', async () => {
  const sentinel = await startSentinel()
  try {
    await becomes(sentinel, { state: 'wrong', todo: expect.stringContaining('follows the primary') })
  } finally {
    await sentinel.close()
  }
})
