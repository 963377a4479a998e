import { expect, it, vi } from 'vitest'
import * as shutdown from '@/lib/process/shutdown'
import * as store from '@/lib/store'
import { GET } from './route'

async function answerWith(redis: store.RedisHealth | null) {
  vi.spyOn(store, 'checkRedis').mockResolvedValue(redis)
  const response = await GET()
  return [response.status, await response.json()]
}
const answer = (status: number, redis: string, server = 'serving') => [
  status,
  { status: status === 200 ? 'ready' : 'not_ready', checks: { redis, server } },
]

it('the readiness probe reports ready, and the state of Redis, in every state', async () => {
  expect(await answerWith(null)).toEqual(answer(200, 'none'))
  expect(await answerWith({ state: 'ok', reason: null })).toEqual(answer(200, 'ok'))
  // Redis refuses one command although it accepts others.
  expect(await answerWith({ state: 'ok', reason: 'WRONGTYPE' })).toEqual(answer(200, 'refused'))
  for (const state of ['away', 'full', 'read_only', 'loading', 'refused'] as const) {
    expect(await answerWith({ state, reason: 'CODE' })).toEqual(answer(200, state))
  }
})

it('the readiness probe reports not ready when the process is stopping', async () => {
  vi.spyOn(shutdown, 'isShuttingDown').mockReturnValue(true)
  expect(await answerWith({ state: 'ok', reason: null })).toEqual(answer(503, 'ok', 'stopping'))
})
