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

it('readBalanceQuery returns the first page of the whole list when the query has nothing valid', () => {
  for (const searchParams of [{}, { find: ' ', sort: 'name', order: 'up', page: 'x', rows: '0' }]) {
    const query = readBalanceQuery(searchParams)
    expect(query).toEqual({ find: '', sort: null, page: 1, limit: 50 })
    expect(needsAll(query)).toBe(false)
  }
})

it('needsAll returns true when there is a text or a sort', () => {
  expect(needsAll(readBalanceQuery({ find: 'x' }))).toBe(true)
  expect(needsAll(readBalanceQuery({ sort: 'user_id' }))).toBe(true)
})
