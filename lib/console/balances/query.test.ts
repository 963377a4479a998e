import { expect, it } from 'vitest'
import { needsAll, readBalanceQuery } from './query'

it('readBalanceQuery reads text, sort and page', () => {
  expect(readBalanceQuery({ find: ' 01AB ', sort: 'bolts', page: '2', rows: '37' })).toEqual({
    find: '01AB',
    sort: { key: 'bolts', direction: 'descending' },
    page: 2,
    limit: 37,
  })
})

it.each([{}, { find: ' ', sort: 'name', order: 'up', page: 'x', rows: '0' }, { find: 'x'.repeat(201) }])(
  'readBalanceQuery reads %j as the first page of the whole list in the order of the service',
  (searchParams) => {
    const query = readBalanceQuery(searchParams)
    expect(query).toEqual({ find: '', sort: null, page: 1, limit: 50 })
    expect(needsAll(query)).toBe(false)
  },
)

it('needsAll returns true when there is a text or a sort', () => {
  expect(needsAll(readBalanceQuery({ find: 'x' }))).toBe(true)
  expect(needsAll(readBalanceQuery({ sort: 'user_id' }))).toBe(true)
})
