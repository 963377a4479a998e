import { expect, it } from 'vitest'
import { readSort } from './breakdown'

it('readSort returns the most bolts first when the query has no known column', () => {
  const mostBolts = { key: 'bolts_earned', direction: 'descending' }
  expect(readSort({})).toEqual(mostBolts)
  expect(readSort({ sort: 'toString' })).toEqual(mostBolts)
  expect(readSort({ sort: 'user_id' })).toEqual({ key: 'user_id', direction: 'ascending' })
})
