import { describe, expect, it } from 'vitest'
import { readRetryAfter } from './retry-after'

const now = Date.parse('2026-11-20T12:00:00Z')
const read = (value?: string, date?: string) =>
  readRetryAfter(new Headers({ ...(value && { 'Retry-After': value }), ...(date && { Date: date }) }), now)

describe('readRetryAfter, for seconds', () => {
  it.each([
    ['7', 7],
    [' 60 ', 60],
    ['0', 1],
    ['3601', 3601],
    ['86400', 86_400],
    ['86400', 86_400],
    ['1767225600', 86_400],
    ['9'.repeat(400), 86_400],
  ])('reads %s as %i seconds', (value, seconds) => expect(read(value)).toBe(seconds))
})

describe('readRetryAfter, for an HTTP date', () => {
  it.each([
    ['Fri, 20 Nov 2026 12:00:07 GMT', 7],
    ['Friday, 20-Nov-26 12:00:07 GMT', 7],
    ['Fri Nov 20 12:00:07 2026', 7],
    ['Fri, 20 Nov 2026 14:00:00 GMT', 7200],
    ['Fri, 20 Nov 2026 11:59:00 GMT', 1],
  ])('reads %s', (value, seconds) => expect(read(value)).toBe(seconds))

  it('counts from the Date of the response instead of our clock', () => {
    expect(read('Fri, 20 Nov 2026 09:00:30 GMT', 'Fri, 20 Nov 2026 09:00:00 GMT')).toBe(30)
  })

  it('counts from our clock when the Date is invalid', () => {
    expect(read('Fri, 20 Nov 2026 12:00:30 GMT', 'yesterday')).toBe(30)
  })
})

it.each([
  undefined,
  '',
  'soon',
  '-5',
  '1.5',
  '1e3',
  '0x10',
  '7 s',
  'Fri, 40 Nov 2026',
  'Fri, 99 Nov 2026 12:00:00 GMT',
  '2026-11-20T12:00:07Z',
])('readRetryAfter returns undefined for %j', (value) => expect(read(value)).toBeUndefined())
