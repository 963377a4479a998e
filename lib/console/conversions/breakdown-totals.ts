import type { BreakdownCount, BreakdownReader } from '@/lib/service'
import { DecimalSum } from './decimal'

/** The sums of a breakdown's entries. */
export interface BreakdownTotals extends BreakdownCount {
  bolts: DecimalSum
  /** In percent. */
  shares: DecimalSum
  points: DecimalSum
}

/** Adds up a breakdown without keeping its entries. */
export function sumBreakdown(): BreakdownReader<BreakdownTotals> {
  const totals: BreakdownTotals = {
    entries: 0,
    unreadable: 0,
    bolts: new DecimalSum(),
    shares: new DecimalSum(),
    points: new DecimalSum(),
  }
  return {
    add(entries) {
      totals.entries += entries.length
      for (const entry of entries) {
        if ('unreadable' in entry) totals.unreadable += 1
        else {
          totals.bolts.add(entry.bolts_earned)
          totals.shares.add(entry.share_percentage)
          totals.points.add(entry.subnet_points)
        }
      }
    },
    result: () => totals,
  }
}
