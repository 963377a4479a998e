import { describe, expect, it } from 'vitest'
import { conversionPath, pageUrl, userPath } from './page-url'

describe('pageUrl', () => {
  it('keeps all parameters except the changed ones', () => {
    const searchParams = { page: '2', rows: '25', from: '2026-01-31' }
    expect(pageUrl('/console', searchParams, { page: 3 })).toBe('/console?page=3&rows=25&from=2026-01-31')
    expect(pageUrl('/console', searchParams, { page: undefined, rows: undefined, from: undefined })).toBe('/console')
  })

  it('keeps a repeated parameter and escapes new values', () => {
    expect(pageUrl('/console', { a: ['1', '2'] }, { b: '&c=#' })).toBe('/console?a=1&a=2&b=%26c%3D%23')
  })
})

describe('userPath and conversionPath', () => {
  it.each([
    ['01JCZX3M5N4T9QK2R7W8Y6V0AB', '01JCZX3M5N4T9QK2R7W8Y6V0AB'],
    ['a/../b?c#d é', 'a%2F..%2Fb%3Fc%23d%20%C3%A9'],
  ])('encode the ID %j as one segment', (id, segment) => {
    expect(userPath(id)).toBe(`/console/users/${segment}`)
    expect(conversionPath(id)).toBe(`/console/conversions/${segment}`)
  })

  it('userPath returns undefined when the ID is empty', () => expect(userPath('')).toBeUndefined())
})
