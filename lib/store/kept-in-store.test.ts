import { describe, expect, it, vi } from 'vitest'
import { keptInStore } from './kept-in-store'
import { StoreUnavailableError } from './store'

const away = () => Promise.reject(new StoreUnavailableError('ECONNREFUSED'))

function backlogOf(options: { maxBytes?: number; write?: (item: number) => Promise<unknown> } = {}) {
  const onLost = vi.fn<(item: number, reason: string) => void>()
  const written: number[] = []
  const write = async (item: number) => void written.push(item)
  return { backlog: keptInStore<number>({ write, pauseMs: 1, ...options, logLost: onLost }), onLost, written }
}

describe('keptInStore', () => {
  it('writes each item once and in order, and returns immediately', async () => {
    const { backlog, onLost, written } = backlogOf()
    for (const number of [1, 2, 3]) backlog.add(number)
    expect(written.length).toBeLessThan(3)
    await vi.waitFor(() => expect(written).toEqual([1, 2, 3]), 10_000)
    expect(backlog.state).toEqual({ waiting: 0, lost: 0 })
    backlog.add(4)
    await vi.waitFor(() => expect(written).toEqual([1, 2, 3, 4]), 10_000)
    expect(onLost).not.toHaveBeenCalled()
  })

  it('keeps items while the store is unavailable, writes them afterwards, and settles then', async () => {
    const written: number[] = []
    let isAway = true
    const { backlog, onLost } = backlogOf({ write: async (item) => (isAway ? away() : void written.push(item)) })
    await backlog.settled()
    for (const number of [1, 2]) backlog.add(number)
    const settled = backlog.settled().then(() => written.push(0))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(written).toEqual([])
    expect(backlog.state).toEqual({ waiting: 2, lost: 0 })
    isAway = false
    await settled
    expect(written).toEqual([1, 2, 0])
    expect(onLost).not.toHaveBeenCalled()
  })

  it('reports an item as lost when the byte limit is reached or the write fails', async () => {
    const written: number[] = []
    const write = async (item: number) => {
      if (item === 1) throw new TypeError('canary')
      written.push(item)
    }
    const { backlog, onLost } = backlogOf({ maxBytes: 2, write })
    for (const number of [1, 2, 3]) backlog.add(number)
    await vi.waitFor(() => expect(written).toEqual([2]), 10_000)
    expect(onLost.mock.calls).toEqual([
      [3, 'full'],
      [1, 'TypeError'],
    ])
    expect(backlog.state).toEqual({ waiting: 0, lost: 2 })
    for (const number of [4, 5]) backlog.add(number)
    await vi.waitFor(() => expect(written).toEqual([2, 4, 5]), 10_000)
  })

  it('reports waiting items as lost when the process ends', () => {
    const { backlog, onLost } = backlogOf({ write: away })
    for (const number of [1, 2]) backlog.add(number)
    backlog.end()
    expect(onLost.mock.calls).toEqual([
      [1, 'the process ended'],
      [2, 'the process ended'],
    ])
    expect(backlog.state).toEqual({ waiting: 0, lost: 2 })
  })
})
