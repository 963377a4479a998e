import { describe, expect, it } from 'vitest'
import { dateSuspicions, pageSuspicions, type Dates } from './suspicions'
import { conversion } from './test-support'

describe('pageSuspicions', () => {
  const pageOf = (page: number, limit: number, total: number, records: number) => ({ page, limit, total, records })

  it('reports nothing for a full, a last or an empty page, or one beyond the end', () => {
    for (const page of [pageOf(1, 50, 500, 50), pageOf(10, 50, 460, 10), pageOf(1, 50, 0, 0), pageOf(11, 50, 500, 0)]) {
      expect(pageSuspicions(50, page)).toEqual([])
    }
    expect(pageSuspicions(undefined, pageOf(1, 20, 500, 20))).toEqual([])
  })

  it('reports another size than requested', () => {
    for (const page of [pageOf(1, 100, 500, 100), pageOf(1, 20, 500, 20), pageOf(1, 50, 60, 60)]) {
      const suspicion = { kind: 'other_page_size', names: ['limit'], requested: 50, given: page.records }
      expect(pageSuspicions(50, page)).toEqual([suspicion])
    }
  })

  it('reports a page with too few records', () => {
    for (const [page, expected] of [
      [pageOf(1, 200, 500, 100), 200],
      [pageOf(3, 200, 500, 0), 100],
      [pageOf(3, 200, 500, 99), 100],
    ] as const) {
      const suspicion = { kind: 'short_page', names: ['limit'], expected, given: page.records }
      expect(pageSuspicions(200, page)).toEqual([suspicion])
    }
  })
})

describe('dateSuspicions', () => {
  /** A conversion of the week that ends on this day. */
  const converted = (day: string) =>
    conversion({
      converted_at: `${day}T00:10:00.000Z`,
      period_started_at: new Date(Date.parse(day) - 7 * 86_400_000).toISOString(),
      period_ended_at: `${day}T00:00:00.000Z`,
    })
  const march = { from: '2026-03-01', until: '2026-03-31' }

  it('reports nothing for conversions within the dates, in any time zone, or of a period within them', () => {
    for (const day of ['2026-03-16', '2026-03-31', '2026-04-01', '2026-02-28', '2026-04-05']) {
      expect(dateSuspicions([converted(day)], march), day).toEqual([])
    }
    expect(dateSuspicions([converted('2020-01-01')], {})).toEqual([])
  })

  it('reports the conversions that lie outside the dates', () => {
    const lists: [string[], Dates, ('from' | 'until')[], number][] = [
      [['2026-02-01'], march, ['from'], 1],
      [['2026-04-30'], march, ['until'], 1],
      [['2026-02-01', '2026-03-16', '2026-04-30'], march, ['from', 'until'], 2],
      [['2026-02-01', '2026-04-30'], { from: '2026-03-01' }, ['from'], 1],
      [['2026-02-01', '2026-04-30'], { until: '2026-03-31' }, ['until'], 1],
    ]
    for (const [days, dates, names, count] of lists) {
      expect(dateSuspicions(days.map(converted), dates)).toEqual([{ kind: 'outside_dates', names, count }])
    }
  })
})
