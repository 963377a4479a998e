import { describe, expect, it } from 'vitest'
import { readPageQuery } from './page-query'

describe('readPageQuery', () => {
  it('reads the page and its size', () => {
    expect(readPageQuery({ page: '3', rows: '200' })).toEqual({ page: 3, limit: 200 })
  })

  it.each([
    {},
    { page: '0', rows: '0' },
    { page: '-1', rows: '51' },
    { page: '1.5', rows: '1000' },
    { page: 'x', rows: 'x' },
    { page: '99999999999999999999', rows: '' },
    { page: ['2', '3'], rows: ['25', '50'] },
  ])('is the first page of 50 for %j', (searchParams) => {
    expect(readPageQuery(searchParams)).toEqual({ page: 1, limit: 50 })
  })
})
