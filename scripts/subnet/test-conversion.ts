import { sumBreakdown, type BreakdownTotals } from '@/lib/console/conversions/breakdown-totals'
import type { Conversion, DecimalText } from '@/lib/service'

/** Returns a conversion of one week with the right sums. The first week of 2026 has number 1. */
export function weekly(week: number, change: Partial<Conversion<BreakdownTotals>> = {}): Conversion<BreakdownTotals> {
  const day = (days: number) => new Date(Date.UTC(2025, 11, 29 + 7 * (week - 1) + days)).toISOString()
  return {
    conversion_id: `conversion-${week}`,
    period_started_at: day(0),
    period_ended_at: day(7),
    converted_at: day(7.25),
    total_subnet_points_in_pool: '30',
    gross_bolts_allocation: '12.5',
    total_bolts_distributed: '12.5',
    user_bolts_distributed: '10.5',
    owner_bolts_distributed: '2',
    breakdown: breakdownOf(['4.25', '6.25']),
    ...change,
  }
}

/** Returns the sums of a breakdown with these bolts. The shares make 100 %, and the points 30. */
export function breakdownOf(bolts: readonly DecimalText[]): BreakdownTotals {
  const reader = sumBreakdown()
  const entries = bolts.map((bolts_earned, user) => ({
    wallet_address: `wallet-${user}`,
    user_id: `user-${user}`,
    subnet_points: `${30 / bolts.length}` as const,
    share_percentage: `${100 / bolts.length}` as const,
    bolts_earned,
  }))
  void reader.add(entries, {})
  return reader.result()
}
