import { describe, expect, it } from 'vitest'
import type { Balance } from '@/lib/service'
import type { FindMessage } from './find'
import { initialSearch, searchReducer, type Search } from './search'

const balance: Balance = {
  wallet_address: 'w',
  user_id: 'u',
  current_period_points: '1',
  all_time_points: '2',
  bolts: '3',
}

const after = (...events: (FindMessage | { kind: 'stopped' } | { kind: 'broken' })[]): Search =>
  events.reduce(searchReducer, initialSearch)

describe('searchReducer', () => {
  it('counts and collects while it goes on', () => {
    expect(after({ kind: 'hit', balance, position: 7 }, { kind: 'progress', searched: 200, total: 500 })).toEqual({
      state: 'searching',
      searched: 200,
      total: 500,
      hits: [{ balance, position: 7 }],
      problem: null,
    })
  })

  it('ends whole, or in part', () => {
    expect(after({ kind: 'end', isWhole: true })).toMatchObject({ state: 'whole', searched: 0, total: 0 })
    expect(after({ kind: 'progress', searched: 5, total: 9 }, { kind: 'end', isWhole: false })).toMatchObject({
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
    expect(after({ kind: 'end', isWhole: true }, { kind }).state).toBe('whole')
    expect(after({ kind: 'stopped' }, { kind }).state).toBe('stopped')
  })
})
