import { describe, expect, it } from 'vitest'
import type { UserBreakdownEntry } from '@/lib/service'
import { nextSort, readSort, sortBreakdown, type BreakdownSort } from './breakdown'

const entry = (wallet_address: string, bolts_earned: number): UserBreakdownEntry => ({
  wallet_address,
  user_id: `user of ${wallet_address}`,
  subnet_points: 1,
  share_percentage: 1,
  bolts_earned,
})

const entries = [entry('b', 9), entry('a', 10), entry('B', 9.5), entry('c', 9)]
const walletsBy = (key: BreakdownSort['key'], direction: BreakdownSort['direction']) =>
  sortBreakdown(entries, { key, direction }).map(({ wallet_address }) => wallet_address)

describe('sortBreakdown', () => {
  it('sorts numbers as numbers', () => {
    expect(walletsBy('bolts_earned', 'ascending')).toEqual(['b', 'c', 'B', 'a'])
    expect(walletsBy('bolts_earned', 'descending')).toEqual(['a', 'B', 'b', 'c'])
  })

  it('sorts texts letter by letter', () => {
    expect(walletsBy('wallet_address', 'ascending')).toEqual(['B', 'a', 'b', 'c'])
    expect(walletsBy('wallet_address', 'descending')).toEqual(['c', 'b', 'a', 'B'])
  })

  it('keeps the order of the service among equals, in both directions', () => {
    expect(walletsBy('subnet_points', 'ascending')).toEqual(['b', 'a', 'B', 'c'])
    expect(walletsBy('subnet_points', 'descending')).toEqual(['b', 'a', 'B', 'c'])
  })

  it('leaves what it was given as it is', () => {
    const before = [...entries]
    walletsBy('bolts_earned', 'ascending')
    expect(entries).toEqual(before)
  })
})

describe('readSort', () => {
  it('reads key and direction', () => {
    expect(readSort({ sort: 'user_id', order: 'descending' })).toEqual({ key: 'user_id', direction: 'descending' })
  })

  it('begins with the largest number, and with the first text', () => {
    expect(readSort({ sort: 'subnet_points' }).direction).toBe('descending')
    expect(readSort({ sort: 'wallet_address' }).direction).toBe('ascending')
  })

  it.each([{}, { sort: 'toString' }, { sort: ['user_id', 'user_id'], order: 'up' }])(
    'is the most bolts first for %j',
    (search) => {
      expect(readSort(search)).toEqual({ key: 'bolts_earned', direction: 'descending' })
    },
  )
})

describe('nextSort', () => {
  it('turns around the column that it is sorted by, and begins anew with any other', () => {
    const current = { key: 'bolts_earned', direction: 'descending' } as const
    expect(nextSort(current, 'bolts_earned')).toEqual({ key: 'bolts_earned', direction: 'ascending' })
    expect(nextSort({ ...current, direction: 'ascending' }, 'bolts_earned').direction).toBe('descending')
    expect(nextSort(current, 'user_id')).toEqual({ key: 'user_id', direction: 'ascending' })
  })
})
