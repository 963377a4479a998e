import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readiness } from './readiness'
import { StoreUnavailableError } from '@/lib/store/store'

const state = vi.hoisted(() => ({ isShared: true, ping: vi.fn<() => Promise<void>>(), isShuttingDown: false }))
vi.mock('@/lib/store', async () => ({ ...(await import('@/lib/store/store')), store: () => state }))
vi.mock('./shutdown', () => ({ isShuttingDown: () => state.isShuttingDown }))

beforeEach(() => {
  state.isShared = true
  state.isShuttingDown = false
  state.ping.mockReset().mockResolvedValue()
})

describe('an instance', () => {
  it('is ready with Redis, and without where none is configured', async () => {
    expect(await readiness()).toEqual({ isReady: true, checks: { redis: 'ok', server: 'serving' } })
    state.isShared = false
    expect(await readiness()).toEqual({ isReady: true, checks: { redis: 'none', server: 'serving' } })
    expect(state.ping).toHaveBeenCalledOnce()
  })

  it('is not ready while Redis is away', async () => {
    state.ping.mockRejectedValue(new StoreUnavailableError('away'))
    expect(await readiness()).toEqual({ isReady: false, checks: { redis: 'away', server: 'serving' } })
  })

  it('is not ready once it is told to stop', async () => {
    state.isShuttingDown = true
    expect(await readiness()).toEqual({ isReady: false, checks: { redis: 'ok', server: 'stopping' } })
  })
})
