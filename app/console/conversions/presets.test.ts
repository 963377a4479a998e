import { describe, expect, it } from 'vitest'
import { presetDates } from './filter'

describe('presetDates', () => {
  const newYear = new Date('2026-01-05T23:59:59Z')

  it('counts days and months back across the end of a year', () => {
    expect(presetDates('all', newYear)).toEqual({ from: undefined, until: undefined })
    expect(presetDates('days7', newYear)).toEqual({ from: '2025-12-29', until: undefined })
    expect(presetDates('days30', newYear)).toEqual({ from: '2025-12-06', until: undefined })
    expect(presetDates('thisMonth', newYear)).toEqual({ from: '2026-01-01', until: undefined })
    expect(presetDates('lastMonth', newYear)).toEqual({ from: '2025-12-01', until: '2025-12-31' })
  })

  it('ends the last month at its last day when the current month is longer', () => {
    expect(presetDates('lastMonth', new Date('2028-03-31T00:00:00Z'))).toEqual({
      from: '2028-02-01',
      until: '2028-02-29',
    })
  })
})
