import { describe, expect, it } from 'vitest'
import { nextSort, readSort } from './breakdown'

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
