import { beforeEach, expect, it, vi } from 'vitest'
import { configure } from '@/lib/config/test-support'
import { beginAnotherProcess } from '@/lib/test-support'
import { redisConnection } from '.'
import { begunBefore, isConfirmed, isErasedSince, isFirstUse, noteConfirmed, noteErasure } from './marks'
import { useRedis } from './test-support'

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

it('isConfirmed finds a link at another instance only for its user, only by its digest, and until its time is over', async () => {
  await noteConfirmed('ada', 'digest', 400)
  beginAnotherInstance()
  const asked = () =>
    Promise.all([isConfirmed('ada', 'digest'), isConfirmed('bob', 'digest'), isConfirmed('ada', 'other')])
  expect(await asked()).toEqual([true, false, false])
  expect(await redis.command('KEYS', '*confirmed:*')).toEqual([expect.not.stringMatching(/ada|digest/)])
  await vi.waitFor(async () => expect(await asked()).toEqual([false, false, false]))
})

it('isConfirmed finds a link only at the instance that confirmed it without Redis', async () => {
  configure()
  beginAnotherProcess()
  await noteConfirmed('ada', 'digest', 60_000)
  expect([await isConfirmed('ada', 'digest'), await isConfirmed('bob', 'digest')]).toEqual([true, false])
  beginAnotherProcess()
  expect(await isConfirmed('ada', 'digest')).toBe(false)
})
