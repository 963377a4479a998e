import { describe, expect, it } from 'vitest'
import { readPageQuery } from './page-query'

describe('readPageQuery', () => {
  it.each([1, 30, 200])('reads the page and its size when the size is %d', (rows) => {
    expect(readPageQuery({ page: '3', rows: String(rows) })).toEqual({ page: 3, limit: rows })
  })

  it.each([
    {},
    { page: '0', rows: '0' },
    { page: '-1', rows: '201' },
    { page: '1.5', rows: '2.5' },
    { page: 'x', rows: 'x' },
    { page: '99999999999999999999', rows: '' },
    { page: ['2', '3'], rows: ['25', '50'] },
  ])('returns the first page of the default size when the query is %j', (searchParams) => {
    expect(readPageQuery(searchParams)).toEqual({ page: 1, limit: 50 })
    expect(readPageQuery(searchParams, 20)).toEqual({ page: 1, limit: 20 })
  })
})
