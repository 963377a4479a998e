import { expect, it } from 'vitest'
import { oneUrl, pageUrl, userPath } from './page-url'

it('pageUrl keeps all parameters except the changed ones', () => {
  const searchParams = { page: '2', rows: '25', from: '2026-01-31' }
  expect(pageUrl('/console', searchParams, { page: 3 })).toBe('/console?page=3&rows=25&from=2026-01-31')
  expect(pageUrl('/console', searchParams, { page: undefined, rows: undefined, from: undefined })).toBe('/console')
})

it('pageUrl keeps a repeated parameter and escapes new values', () => {
  expect(pageUrl('/console', { a: ['1', '2'] }, { b: '&c=#' })).toBe('/console?a=1&a=2&b=%26c%3D%23')
})

it('oneUrl and userPath put any ID into the query, and userPath has no page for an empty one', () => {
  expect(userPath('01JCZX3M5N4T9QK2R7W8Y6V0AB')).toBe('/console/users/one?id=01JCZX3M5N4T9QK2R7W8Y6V0AB')
  for (const id of ['a/../b?c#d é', '.', '..', 'mallory.rsc', 'x.segments/_tree.segment.rsc', 'a&id=b+%2E']) {
    const { pathname, searchParams } = new URL(oneUrl('conversions', id, { at: 7 }), 'http://localhost')
    expect([pathname, ...searchParams]).toEqual(['/console/conversions/one', ['id', id], ['at', '7']])
  }
  expect(userPath('')).toBeUndefined()
})
