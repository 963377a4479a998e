import { reconcile, type ConversionRow } from '@/app/console/conversions/reconciliation'
import type { Conversion } from '@/lib/service'
import { breakdownEntry } from '@/lib/service/test-support'

/** Returns a conversion of one week with the right sums. The first week of 2026 has number 1. */
export function weekly(week: number, change: Partial<Conversion> = {}): ConversionRow {
  const day = (days: number) => new Date(Date.UTC(2025, 11, 29 + 7 * (week - 1) + days)).toISOString()
  const entry = (bolts_earned: number) => breakdownEntry({ subnet_points: 15, share_percentage: 50, bolts_earned })
  return reconcile({
    position: week,
    conversion_id: `conversion-${week}`,
    period_started_at: day(0),
    period_ended_at: day(7),
    converted_at: day(7.25),
    total_subnet_points_in_pool: 30,
    gross_bolts_allocation: 12.5,
    total_bolts_distributed: 12.5,
    user_bolts_distributed: 10.5,
    owner_bolts_distributed: 2,
    user_breakdown: [entry(4.25), entry(6.25)],
    unreadableEntries: 0,
    ...change,
  })
}
