import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { RedisHealth } from '@/lib/store'
import { readiness } from './readiness'

const state = vi.hoisted(() => ({ checkRedis: vi.fn<() => Promise<RedisHealth | null>>(), isShuttingDown: false }))
vi.mock('@/lib/store', () => state)
vi.mock('./shutdown', () => ({ isShuttingDown: () => state.isShuttingDown }))

beforeEach(() => {
  state.isShuttingDown = false
  state.checkRedis.mockReset().mockResolvedValue({ state: 'ok', reason: null })
})

describe('readiness', () => {
  it('reports ready with Redis, and without Redis when none is configured', async () => {
    expect(await readiness()).toEqual({ isReady: true, checks: { redis: 'ok', server: 'serving' } })
    state.checkRedis.mockResolvedValue(null)
    expect(await readiness()).toEqual({ isReady: true, checks: { redis: 'none', server: 'serving' } })
  })

  it.each(['away', 'full', 'read_only', 'loading', 'refused'] as const)(
    'reports ready, and the state of Redis, while Redis is %s',
    async (redis) => {
      state.checkRedis.mockResolvedValue({ state: redis, reason: 'CODE' })
      expect(await readiness()).toEqual({ isReady: true, checks: { redis, server: 'serving' } })
    },
  )

  it('reports ready, and that Redis refuses commands, when it refuses one although it accepts others', async () => {
    state.checkRedis.mockResolvedValue({ state: 'ok', reason: 'WRONGTYPE' })
    expect(await readiness()).toEqual({ isReady: true, checks: { redis: 'refused', server: 'serving' } })
  })

  it('reports not ready when the client refuses the URL of Redis', async () => {
    state.checkRedis.mockResolvedValue({ state: 'refused', reason: 'URL' })
    expect(await readiness()).toEqual({ isReady: false, checks: { redis: 'refused', server: 'serving' } })
  })

  it('reports not ready when the process is stopping', async () => {
    state.isShuttingDown = true
    expect(await readiness()).toEqual({ isReady: false, checks: { redis: 'ok', server: 'stopping' } })
  })
})
