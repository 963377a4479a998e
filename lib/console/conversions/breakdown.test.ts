import { expect, it } from 'vitest'
import { breakdownKeys, isAmountKey, readSort } from './breakdown'

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
