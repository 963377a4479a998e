import { expect, it } from 'vitest'
import { breakdownKeys, isAmountKey, nextSort, readSort } from './breakdown'

it('breakdownKeys has the columns of the interface in its order', () => {
  expect(breakdownKeys).toEqual(['wallet_address', 'user_id', 'subnet_points', 'share_percentage', 'bolts_earned'])
  expect(breakdownKeys.filter(isAmountKey)).toEqual(['subnet_points', 'share_percentage', 'bolts_earned'])
})

it('readSort returns the most bolts first when the query has no known column', () => {
  const mostBolts = { key: 'bolts_earned', direction: 'descending' }
  expect(readSort({})).toEqual(mostBolts)
  expect(readSort({ sort: 'toString' })).toEqual(mostBolts)
  expect(readSort({ sort: 'user_id' })).toEqual({ key: 'user_id', direction: 'ascending' })
})

it('nextSort begins with the largest amount and the first text', () => {
  const current = { key: 'share_percentage', direction: 'descending' } as const
  expect(nextSort(current, 'bolts_earned').direction).toBe('descending')
  expect(nextSort(current, 'wallet_address').direction).toBe('ascending')
})
