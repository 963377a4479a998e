import { beforeEach, expect, it } from 'vitest'
import { configure } from '@/lib/config/test-support'
import { beginAnotherProcess } from '@/lib/test-support'
import { redisConnection } from '.'
import { begunBefore, isErasedSince, isFirstUse, noteErasure } from './marks'
import { useRedis } from './test-redis'

const redis = useRedis()
const isFirst = (value: string) => isFirstUse('login', value, 60_000)

/** Goes over to another instance, which shares Redis. */
function beginAnotherInstance() {
  redisConnection()?.close()
  beginAnotherProcess()
}

beforeEach(() => {
  // Another file of this thread may have left its store.
  beginAnotherProcess()
  configure({ REDIS_URL: redis.url })
  return beginAnotherInstance
})

it('isFirstUse accepts a value once across instances that share Redis', async () => {
  expect([await isFirst('a'), await isFirst('a'), await isFirst('b')]).toEqual([true, false, true])
  beginAnotherInstance()
  expect([await isFirst('a'), await isFirst('c')]).toEqual([false, true])
})

it('isFirstUse accepts a value once per instance while Redis is down', async () => {
  await redis.stop()
  expect([await isFirst('d'), await isFirst('d')]).toEqual([true, false])
  beginAnotherInstance()
  expect(await isFirst('d')).toBe(true)
  await redis.start()
})

it('isErasedSince finds at another instance that a user was deleted after a step had begun, but not before', async () => {
  const begunAt = begunBefore(1000)
  await noteErasure('ada')
  beginAnotherInstance()
  expect([await isErasedSince('ada', begunAt), await isErasedSince('bob', begunAt)]).toEqual([true, false])
  expect(await isErasedSince('ada', begunBefore(-1000))).toBe(false)
})
