import { describe, expect, it, vi } from 'vitest'
import { singleFlight } from './single-flight'

describe('singleFlight', () => {
  it('shares one run between overlapping calls with the same key', async () => {
    const share = singleFlight<number>()
    const work = vi.fn(async () => 1)
    expect(await Promise.all([share('a', work), share('a', work)])).toEqual([1, 1])
    expect(work).toHaveBeenCalledTimes(1)
  })

  it('runs the work again for other keys, and for the same key later', async () => {
    const share = singleFlight<number>()
    const work = vi.fn(async () => 1)
    await Promise.all([share('a', work), share('b', work)])
    await share('a', work)
    expect(work).toHaveBeenCalledTimes(3)
  })

  it('shares a failure without caching it', async () => {
    const share = singleFlight<number>()
    const failing = share('a', () => Promise.reject(new Error('no')))
    await expect(share('a', async () => 1)).rejects.toThrow('no')
    await expect(failing).rejects.toThrow('no')
    expect(await share('a', async () => 2)).toBe(2)
  })
})
