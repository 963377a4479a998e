import { expect, it } from 'vitest'
import { ServiceProtocolError, ServiceTimeoutError } from './errors'
import { checkedPage, smallerAfter } from './pages'

it('checkedPage accepts the last page instead of a later page, and fails for another page', () => {
  const checked = (page: number, total: number, requested: number) =>
    checkedPage('listBalances', { items: [{ id: 'a' }], unreadable: 0, page, limit: 50, total }, { page: requested })
  expect(checked(2, 51, 7)).toMatchObject({ data: { page: 2 } })
  for (const page of [1, 9]) expect(checked(page, 500, 2)).toMatchObject({ error: { problem: 'wrong_page' } })
})

it('smallerAfter begins at the same position, and returns undefined when the page cannot be smaller', () => {
  const tooLarge = new ServiceProtocolError('listBalances', 200, 'too_large')
  const smaller = (page: number, limit?: number) => smallerAfter(tooLarge, { page, limit })
  expect(smaller(1, 200)).toEqual({ page: 1, limit: 50 })
  expect(smaller(3, 200)).toEqual({ page: 9, limit: 50 })
  expect(smaller(2, 20)).toEqual({ page: 5, limit: 5 })
  expect(smaller(4, 7)).toEqual({ page: 22, limit: 1 })
  expect(smallerAfter(tooLarge, { limit: 2 })).toEqual({ page: 1, limit: 1 })
  expect([smaller(2, 1), smaller(2), smallerAfter(new ServiceTimeoutError('listBalances', 1), { limit: 200 })]).toEqual(
    [undefined, undefined, undefined],
  )
})
