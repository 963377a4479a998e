import { expect, it, onTestFinished } from 'vitest'
import { startRedis, startSentinel } from '../../e2e/harness/redis'
import { judgeRedis } from './redis'

const patience = { timeout: 15_000 }

it('judgeRedis accepts a Redis that takes writes, and says when it is full or a replica', async () => {
  const redis = await startRedis()
  const judged = () => judgeRedis({ redisUrl: redis.url })
  onTestFinished(() => redis.close())
  await expect.poll(judged, patience).toMatchObject({ state: 'holds' })
  await redis.fill()
  await expect.poll(judged, patience).toMatchObject({ state: 'wrong', what: 'Redis is full (OOM).' })
  await redis.empty()
  await redis.demote()
  const what = 'Redis is a replica and takes no write (READONLY).'
  await expect.poll(judged, patience).toMatchObject({ state: 'wrong', what })
})

it('judgeRedis says what to use instead of a Sentinel', async () => {
  const sentinel = await startSentinel()
  onTestFinished(() => sentinel.close())
  const judged = () => judgeRedis({ redisUrl: sentinel.url })
  const verdict = { state: 'wrong', todo: expect.stringContaining('follows the primary') as string }
  await expect.poll(judged, patience).toMatchObject(verdict)
})
