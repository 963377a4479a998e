import { expect, it } from 'vitest'
import { conversionPath, pageUrl, userPath } from './page-url'

it('pageUrl keeps all parameters except the changed ones', () => {
  const searchParams = { page: '2', rows: '25', from: '2026-01-31' }
  expect(pageUrl('/console', searchParams, { page: 3 })).toBe('/console?page=3&rows=25&from=2026-01-31')
  expect(pageUrl('/console', searchParams, { page: undefined, rows: undefined, from: undefined })).toBe('/console')
})

it('pageUrl keeps a repeated parameter and escapes new values', () => {
  expect(pageUrl('/console', { a: ['1', '2'] }, { b: '&c=#' })).toBe('/console?a=1&a=2&b=%26c%3D%23')
})

it('userPath and conversionPath encode an ID as one segment', () => {
  expect(userPath('01JCZX3M5N4T9QK2R7W8Y6V0AB')).toBe('/console/users/01JCZX3M5N4T9QK2R7W8Y6V0AB')
  expect(userPath('a/../b?c#d é')).toBe('/console/users/a%2F..%2Fb%3Fc%23d%20%C3%A9')
  expect(conversionPath('a/../b?c#d é')).toBe('/console/conversions/a%2F..%2Fb%3Fc%23d%20%C3%A9')
  expect(userPath('')).toBeUndefined()
})
