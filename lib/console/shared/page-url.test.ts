import { describe, expect, it } from 'vitest'
import { pageUrl } from './page-url'

describe('pageUrl', () => {
  it('keeps the query, but for what is changed', () => {
    const searchParams = { page: '2', rows: '25', from: '2026-01-31' }
    expect(pageUrl('/console', searchParams, { page: 3 })).toBe('/console?page=3&rows=25&from=2026-01-31')
    expect(pageUrl('/console', searchParams, { page: undefined, rows: undefined, from: undefined })).toBe('/console')
  })

  it('keeps a parameter that comes twice, and escapes what it is given', () => {
    expect(pageUrl('/console', { a: ['1', '2'] }, { b: '&c=#' })).toBe('/console?a=1&a=2&b=%26c%3D%23')
  })
})
