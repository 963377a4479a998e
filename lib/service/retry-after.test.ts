import { describe, expect, it } from 'vitest'
import { parseRetryAfter } from './retry-after'

const now = Date.parse('2026-11-20T12:00:00Z')

describe('parseRetryAfter', () => {
  it.each([
    ['7', 7],
    [' 60 ', 60],
    ['0', 1],
    ['999999', 3600],
    ['Fri, 20 Nov 2026 12:00:30 GMT', 30],
    ['Friday, 20-Nov-26 12:00:30 GMT', 30],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 1],
    ['Fri, 20 Nov 2036 12:00:00 GMT', 3600],
  ])('reads %j as %i seconds', (header, seconds) => {
    expect(parseRetryAfter(header, now)).toBe(seconds)
  })

  it.each([null, '', 'soon', '-5', '1.5', '1e3', '0x10', '99999999999', 'Fri, 40 Nov 2026'])(
    'makes nothing of %j',
    (header) => expect(parseRetryAfter(header, now)).toBeUndefined(),
  )
})
