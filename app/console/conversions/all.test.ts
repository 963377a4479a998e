import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configure } from '@/lib/config/test-support'
import type { Listed } from '@/lib/service'
import { breakdownEntry, conversion as conversionWith } from '@/lib/service/test-support'
import { forgetSingletons } from '@/lib/test-support'
import { readAllConversions, selectConversions, type ConversionKey } from './all'
import { withTotals, type ConversionRow } from './breakdown-totals'
import { conversionRecord, entryRecord, serveConversions } from '@/lib/console/shared/test-service'

describe('selectConversions', () => {
  const conversion = (converted_at: string, amount: number, entries: number) =>
    withTotals(
      conversionWith({
        converted_at,
        total_subnet_points_in_pool: amount,
        gross_bolts_allocation: amount,
        total_bolts_distributed: amount,
        user_bolts_distributed: amount,
        owner_bolts_distributed: amount,
        user_breakdown: Array(entries).fill(breakdownEntry({ subnet_points: 0, share_percentage: 0, bolts_earned: 0 })),
      }),
    )
  const rows: Listed<ConversionRow>[] = [
    conversion('2026-01-19T01:00:00Z', 10, 9),
    { unreadable: '{"conversion_id":1}', path: 'conversion_id' },
    conversion('2026-01-05T01:00:00Z', 9.5, 50),
    conversion('2026-01-12T01:00:00Z', 10, 10),
  ]
  const positionsBy = (key: ConversionKey, direction: 'ascending' | 'descending') =>
    selectConversions(rows, { sort: { key, direction }, page: 1, limit: 20 }).rows.map(({ position }) => position)

  it('sorts by the time, each amount and the number of entries', () => {
    expect(positionsBy('converted_at', 'ascending')).toEqual([3, 4, 1, 2])
    for (const key of ['total', 'users', 'owner', 'gross', 'pool'] as const) {
      expect(positionsBy(key, 'ascending'), key).toEqual([3, 1, 4, 2])
    }
    expect(positionsBy('entries', 'descending')).toEqual([3, 4, 1, 2])
  })

  it('sorts by the verdicts of the reconciliation', () => {
    const better = { ...conversion('2026-01-26T01:00:00Z', 10, 1), owner_bolts_distributed: 0 }
    const sort = { key: 'check', direction: 'descending' } as const
    const { rows: sorted } = selectConversions([better, ...rows], { sort, page: 1, limit: 20 })
    expect(sorted.map(({ position }) => position)).toEqual([2, 4, 5, 1, 3])
  })
})

describe('readAllConversions', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    configure()
    forgetSingletons(/^kept walks/)
  })
  afterEach(() => void vi.useRealTimers())

  const january = (day: number) => ({ from: `2026-01-${String(day).padStart(2, '0')}`, until: undefined })

  it('keeps only the totals of a breakdown', async () => {
    serveConversions(() => [conversionRecord(1, [entryRecord(1), entryRecord(2)])])
    const kept = await readAllConversions({ from: undefined, until: undefined })
    const [row] = kept.kind === 'read' ? kept.rows : []
    if (!row || 'unreadable' in row) throw new Error('There is no readable conversion.')
    expect(Object.keys(row.breakdown)).toEqual(['entries', 'unreadable', 'bolts', 'shares', 'points'])
    expect(row.breakdown.bolts).toEqual({ sum: 3.5, count: 2, maxPlaces: 2 })
    expect(row).not.toHaveProperty('user_breakdown')
  })

  it('reads the conversions of the dates and keeps eight periods', async () => {
    const queries = serveConversions(() => [conversionRecord(1)])
    for (let day = 1; day <= 8; day += 1) await readAllConversions(january(day))
    await readAllConversions(january(1))
    expect(queries.map((query) => new URLSearchParams(query).get('from'))).toEqual(
      Array.from({ length: 8 }, (_, index) => january(index + 1).from),
    )
    await readAllConversions(january(9))
    await readAllConversions(january(1))
    expect(queries).toHaveLength(9)
    await readAllConversions(january(2))
    expect(queries).toHaveLength(10)
  })

  it('distinguishes a period that begins on a date from a period that ends on it', async () => {
    const queries = serveConversions(() => [conversionRecord(1)])
    await readAllConversions({ from: '2026-02-01', until: undefined })
    await readAllConversions({ from: undefined, until: '2026-02-01' })
    expect(queries).toEqual(['from=2026-02-01&page=1&limit=20', 'until=2026-02-01&page=1&limit=20'])
  })
})
