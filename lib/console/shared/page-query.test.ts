import { describe, expect, it } from 'vitest'
import { readPageQuery } from './page-query'

describe('readPageQuery', () => {
  it('reads the page and its size', () => {
    for (const limit of [1, 30, 200]) expect(readPageQuery({ page: '3', rows: `${limit}` })).toEqual({ page: 3, limit })
  })

  it('returns the first page of the default size when the query is invalid', () => {
    for (const searchParams of [
      {},
      { page: '0', rows: '0' },
      { page: '-1', rows: '201' },
      { page: '1.5', rows: '2.5' },
      { page: 'x', rows: 'x' },
      { page: '99999999999999999999', rows: '' },
      { page: ['2', '3'], rows: ['25', '50'] },
    ]) {
      expect(readPageQuery(searchParams)).toEqual({ page: 1, limit: 50 })
      expect(readPageQuery(searchParams, 20)).toEqual({ page: 1, limit: 20 })
    }
  })
})
