import { describe, expect, it } from 'vitest'
import { readRetryAfter } from './retry-after'

const now = Date.parse('2026-11-20T12:00:00Z')
const read = (value?: string, date?: string) =>
  readRetryAfter(new Headers({ ...(value && { 'Retry-After': value }), ...(date && { Date: date }) }), now)

describe('readRetryAfter', () => {
  it('reads at least one second and at most a day', () => {
    expect(['7', ' 60 ', '3601', '86400'].map((value) => read(value))).toEqual([7, 60, 3601, 86_400])
    expect(['30, 30', '7,60'].map((value) => read(value))).toEqual([30, 7])
    expect(['0', '1767225600', '9'.repeat(400)].map((value) => read(value))).toEqual([1, 86_400, 86_400])
  })

  it('reads an HTTP date in each of its forms', () => {
    const dates = ['Fri, 20 Nov 2026 12:00:07 GMT', 'Friday, 20-Nov-26 12:00:07 GMT', 'Fri Nov 20 12:00:07 2026']
    expect(dates.map((value) => read(value))).toEqual([7, 7, 7])
    expect([read('Fri, 20 Nov 2026 14:00:00 GMT'), read('Fri, 20 Nov 2026 11:59:00 GMT')]).toEqual([7200, 1])
  })

  it('counts from the Date of the response, and from our clock when that is invalid', () => {
    expect(read('Fri, 20 Nov 2026 09:00:30 GMT', 'Fri, 20 Nov 2026 09:00:00 GMT')).toBe(30)
    expect(read('Fri, 20 Nov 2026 12:00:30 GMT', 'yesterday')).toBe(30)
  })

  it('returns undefined for any other value', () => {
    const numbers = ['-5', '1.5', '1e3', '0x10', '7 s', '-5, 7']
    const dates = ['Fri, 40 Nov 2026', 'Fri, 99 Nov 2026 12:00:00 GMT', '2026-11-20T12:00:07Z']
    for (const value of [undefined, '', 'soon', ...numbers, ...dates]) expect(read(value), value).toBeUndefined()
  })
})
