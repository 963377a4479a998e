import { describe, expect, it } from 'vitest'
import { dateSuspicions, pageSuspicions } from './suspicions'

describe('pageSuspicions', () => {
  it.each([
    ['full', 50, { page: 1, limit: 50, total: 500, records: 50 }],
    ['the last page', 50, { page: 10, limit: 50, total: 460, records: 10 }],
    ['beyond the last page', 50, { page: 11, limit: 50, total: 500, records: 0 }],
    ['of a size that was not requested', undefined, { page: 1, limit: 20, total: 500, records: 20 }],
    ['empty', 50, { page: 1, limit: 50, total: 0, records: 0 }],
  ])('reports nothing for a page that is %s', (_, requested, page) => {
    expect(pageSuspicions(requested, page)).toEqual([])
  })

  it.each([
    [{ page: 1, limit: 100, total: 500, records: 100 }, 100],
    [{ page: 1, limit: 20, total: 500, records: 20 }, 20],
    [{ page: 1, limit: 50, total: 60, records: 60 }, 60],
  ])('reports another size than 50: %j', (page, given) => {
    expect(pageSuspicions(50, page)).toEqual([{ kind: 'other_page_size', names: ['limit'], requested: 50, given }])
  })

  it.each([
    [{ page: 1, limit: 200, total: 500, records: 100 }, 200],
    [{ page: 3, limit: 200, total: 500, records: 0 }, 100],
    [{ page: 3, limit: 200, total: 500, records: 99 }, 100],
  ])('reports a page with too few records: %j', (page, expected) => {
    expect(pageSuspicions(200, page)).toEqual([{ kind: 'short_page', names: ['limit'], expected, given: page.records }])
  })
})

describe('dateSuspicions', () => {
  /** A conversion of the week that ends on this day. */
  const converted = (day: string) => ({
    conversion_id: day,
    converted_at: `${day}T00:10:00.000Z`,
    period_started_at: new Date(Date.parse(day) - 7 * 86_400_000).toISOString(),
    period_ended_at: `${day}T00:00:00.000Z`,
    total_subnet_points_in_pool: '1' as const,
    gross_bolts_allocation: '1' as const,
    total_bolts_distributed: '1' as const,
    user_bolts_distributed: '1' as const,
    owner_bolts_distributed: '1' as const,
    breakdown: undefined,
  })
  const march = { from: '2026-03-01', until: '2026-03-31' }

  it.each([
    ['within the dates', '2026-03-16', march],
    ['on the last day, included or not', '2026-03-31', march],
    ['on the day after the last day, in another time zone', '2026-04-01', march],
    ['on the day before the first day, in another time zone', '2026-02-28', march],
    ['after the dates, for a period within them', '2026-04-05', march],
    ['of any day when no dates were requested', '2020-01-01', {}],
  ])('reports nothing for conversions %s', (_, day, dates) => {
    expect(dateSuspicions([converted(day)], dates)).toEqual([])
  })

  it.each([
    [['2026-02-01'], march, ['from'], 1],
    [['2026-04-30'], march, ['until'], 1],
    [['2026-02-01', '2026-03-16', '2026-04-30'], march, ['from', 'until'], 2],
    [['2026-02-01', '2026-04-30'], { from: '2026-03-01' }, ['from'], 1],
    [['2026-02-01', '2026-04-30'], { until: '2026-03-31' }, ['until'], 1],
  ])('reports the conversions of %j that lie outside the dates %j', (days, dates, names, count) => {
    expect(dateSuspicions(days.map(converted), dates)).toEqual([{ kind: 'outside_dates', names, count }])
  })
})
