import { describe, expect, it, vi } from 'vitest'
import { Backlog } from './backlog'
import { StoreUnavailableError } from './store'

const away = () => Promise.reject(new StoreUnavailableError('ECONNREFUSED'))

function backlogOf(options: { maxWaiting?: number } = {}) {
  const onLost = vi.fn<(reason: string) => void>()
  return { backlog: new Backlog({ pauseMs: 1, ...options, onLost }), onLost }
}

describe('a backlog', () => {
  it('writes in order, once each, and returns at once', async () => {
    const { backlog, onLost } = backlogOf()
    const written: number[] = []
    for (const number of [1, 2, 3]) backlog.add(async () => void written.push(number))
    expect(written.length).toBeLessThan(3)
    await vi.waitFor(() => expect(written).toEqual([1, 2, 3]))
    expect(backlog.state).toEqual({ waiting: 0, lost: 0 })
    backlog.add(async () => void written.push(4))
    await vi.waitFor(() => expect(written).toEqual([1, 2, 3, 4]))
    expect(onLost).not.toHaveBeenCalled()
  })

  it('keeps what cannot be written until the store is back', async () => {
    const { backlog, onLost } = backlogOf()
    const written: number[] = []
    let isAway = true
    for (const number of [1, 2]) backlog.add(async () => (isAway ? away() : void written.push(number)))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(backlog.state).toEqual({ waiting: 2, lost: 0 })
    isAway = false
    await vi.waitFor(() => expect(written).toEqual([1, 2]))
    expect(onLost).not.toHaveBeenCalled()
  })

  it('says what it loses: above its bound, and by any other error', async () => {
    const { backlog, onLost } = backlogOf({ maxWaiting: 2 })
    const written: number[] = []
    backlog.add(() => Promise.reject(new TypeError('canary')))
    backlog.add(async () => void written.push(2))
    backlog.add(async () => void written.push(3))
    await vi.waitFor(() => expect(written).toEqual([2]))
    expect(onLost.mock.calls).toEqual([['full'], ['TypeError']])
    expect(backlog.state).toEqual({ waiting: 0, lost: 2 })
  })
})
