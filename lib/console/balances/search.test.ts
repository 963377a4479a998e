import { describe, expect, it } from 'vitest'
import type { Balance } from '@/lib/service'
import { initialSearch, searchReducer, type Search } from './search'

const balance: Balance = {
  wallet_address: 'w',
  user_id: 'u',
  current_period_points: '1',
  all_time_points: '2',
  bolts: '3',
}

const end = (isWhole: boolean) => ({ kind: 'end', isWhole, unreadable: 0, change: null }) as const

const after = (...events: Parameters<typeof searchReducer>[1][]): Search => events.reduce(searchReducer, initialSearch)

describe('searchReducer', () => {
  it('counts and collects while it goes on', () => {
    expect(after({ kind: 'hit', balance, position: 7 }, { kind: 'progress', searched: 200, total: 500 })).toEqual({
      state: 'searching',
      searched: 200,
      total: 500,
      hits: [{ balance, position: 7 }],
      problem: null,
      pauseSeconds: null,
      unreadable: 0,
      change: null,
    })
  })

  it('begins anew, with nothing of the search before', () => {
    expect(after({ kind: 'hit', balance, position: 7 }, end(true), { kind: 'started' })).toBe(initialSearch)
  })

  it('says that the service makes it wait, until the next page', () => {
    const pause = { kind: 'pause', seconds: 45 } as const
    expect(after(pause)).toMatchObject({ state: 'searching', pauseSeconds: 45 })
    expect(after(pause, { kind: 'progress', searched: 1, total: 2 })).toMatchObject({ pauseSeconds: null })
  })

  it('keeps what is known against its end', () => {
    const counts = { records: 3, unreadable: 1, firstTotal: 3, lastTotal: 2, repeated: 0, maybeMissing: 1 }
    const change = { kind: 'changed', ...counts } as const
    expect(after({ ...end(true), unreadable: 1, change })).toMatchObject({ state: 'whole', unreadable: 1, change })
  })

  it('ends whole, or in part', () => {
    expect(after(end(true))).toMatchObject({ state: 'whole', searched: 0, total: 0 })
    expect(after({ kind: 'progress', searched: 5, total: 9 }, end(false))).toMatchObject({
      state: 'part',
      searched: 5,
      total: 9,
    })
  })

  it('keeps what it has found when it is stopped, fails or breaks off', () => {
    const hit = { kind: 'hit', balance, position: 1 } as const
    const problem = { kind: 'server_error', message: 'Oops' } as const
    expect(after(hit, { kind: 'stopped' })).toMatchObject({ state: 'stopped', hits: [{ balance, position: 1 }] })
    expect(after(hit, { kind: 'broken' })).toMatchObject({ state: 'broken', hits: [{ balance, position: 1 }] })
    expect(after(hit, { kind: 'problem', problem })).toMatchObject({
      state: 'failed',
      problem,
      hits: [{ position: 1 }],
    })
  })

  it.each(['stopped', 'broken'] as const)('is not %s after its end', (kind) => {
    expect(after(end(true), { kind }).state).toBe('whole')
    expect(after({ kind: 'stopped' }, { kind }).state).toBe('stopped')
  })
})
