import { describe, expect, it } from 'vitest'
import { addressWith } from './address'
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
  ])('is the first page of 50 for %j', (search) => {
    expect(readPageQuery(search)).toEqual({ page: 1, limit: 50 })
  })
})

describe('addressWith', () => {
  it('keeps the query, but for what is changed', () => {
    const search = { page: '2', rows: '25', from: '2026-01-31' }
    expect(addressWith('/console', search, { page: 3 })).toBe('/console?page=3&rows=25&from=2026-01-31')
    expect(addressWith('/console', search, { page: undefined, rows: undefined, from: undefined })).toBe('/console')
  })

  it('keeps a parameter that comes twice, and escapes what it is given', () => {
    expect(addressWith('/console', { a: ['1', '2'] }, { b: '&c=#' })).toBe('/console?a=1&a=2&b=%26c%3D%23')
  })
})
