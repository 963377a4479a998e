import { describe, expect, it } from 'vitest'
import type { ConversionFields } from '@/lib/service'
import { monthsOf, periodBreaks } from './reconcile'
import { weekly } from './test-conversion'

const monthsOfAll = (conversions: ReturnType<typeof weekly>[]) => monthsOf(conversions, periodBreaks(conversions))

describe('monthsOf', () => {
  it('returns sums of decimals by the UTC month of converted_at when a conversion has another offset', () => {
    const first = weekly(4, { converted_at: '2026-01-31T22:00:00-03:00', user_bolts_distributed: 0.1 })
    const second = weekly(5, { user_bolts_distributed: 0.2, total_subnet_points_in_pool: 5000.5 })
    const rows = monthsOfAll([second, first, weekly(1)])
    expect(rows.map(({ month, conversions }) => [month, conversions])).toEqual([
      ['2026-01', 1],
      ['2026-02', 2],
    ])
    expect(rows[1]).toMatchObject({ total_bolts: 25, user_bolts: 0.3, owner_bolts: 4, pool_points: 5030.5 })
  })

  it('counts a conversion once as wrong, and not as remarked, when several of its checks are wrong', () => {
    const wrong = weekly(1, { user_bolts_distributed: 11 })
    const remarked = weekly(2, { gross_bolts_allocation: 12 })
    expect(monthsOfAll([wrong, remarked, weekly(3)])).toMatchObject([{ conversions: 3, wrong: 1, remarked: 1 }])
    const both = weekly(1, { user_bolts_distributed: 11, gross_bolts_allocation: 12 })
    expect(monthsOfAll([both])).toMatchObject([{ wrong: 1, remarked: 0 }])
  })

  it('counts nothing as wrong when an entry of the breakdown cannot be read', () => {
    const unknown = weekly(1, { unreadableEntries: 1 })
    expect(monthsOfAll([unknown])).toMatchObject([{ wrong: 0, remarked: 0 }])
  })

  it('counts a gap in the month of the later conversion when it lies between two months', () => {
    expect(monthsOfAll([weekly(6), weekly(3)])).toMatchObject([
      { month: '2026-01', gaps: 0 },
      { month: '2026-02', gaps: 1, overlaps: 0 },
    ])
  })
})

it('periodBreaks finds each gap and overlap of the periods, in any order of the list', () => {
  const early = weekly(2, { period_started_at: '2026-01-04T23:00:00Z' })
  const long = weekly(1, { period_ended_at: weekly(3).period_ended_at })
  const short = weekly(2, { period_ended_at: '2026-01-06T00:00:00Z' })
  const twin = weekly(1, { conversion_id: 'twin' })
  const found: Record<string, [conversions: ConversionFields[], ...breaks: string[]]> = {
    'each period starts at the end of the previous one': [[weekly(3), weekly(1), weekly(2)]],
    'a week is missing': [[weekly(3), weekly(1)], 'gap conversion-1 conversion-3'],
    'a period starts too early': [[weekly(1), early], 'overlap conversion-1 conversion-2'],
    'a long period contains short ones': [
      [long, short, weekly(3), weekly(4)],
      'overlap conversion-1 conversion-2',
      'overlap conversion-1 conversion-3',
    ],
    'two conversions have the same period': [[weekly(1), twin], 'overlap conversion-1 twin'],
  }
  for (const [when, [conversions, ...breaks]] of Object.entries(found)) {
    const lines = periodBreaks(conversions).map((each) =>
      [each.kind, each.before.conversion_id, each.after.conversion_id].join(' '),
    )
    expect(lines, when).toEqual(breaks)
  }
})
