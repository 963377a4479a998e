import { differenceOf } from '@/lib/console/sums'
import { partsSum, type ConversionRow, type PartsSum } from './breakdown-totals'

/** A check of a conversion. */
export type ReconciliationCheck = 'total' | 'bolts' | 'shares' | 'points' | 'allocation'

/**
 * Reports whether the check must hold by the names of the fields, which the interface does not explain. The others are
 * only expectations. The interface does not state that shares make 100%, that each point of the pool belongs to a user,
 * or what gross means.
 */
export const isNecessary = (check: ReconciliationCheck): boolean => check === 'total' || check === 'bolts'

/**
 * The result of a check.
 *
 * - `exact`: the parts add up to the total exactly.
 * - `rounding`: the difference is within the rounding error of the parts.
 * - `wrong`: the difference is larger, in a check that must hold by the names of the fields.
 * - `remark`: the difference is larger, in a check that is only an expectation.
 * - `unknown`: the breakdown has unreadable entries, so its sum is unknown.
 * - `within`: the distributed bolts are fewer than the allocated ones (only for the allocation).
 * - `nothing`: there are no parts, which is correct.
 */
export type ReconciliationVerdict = 'exact' | 'rounding' | 'wrong' | 'remark' | 'unknown' | 'within' | 'nothing'

/** One check of a conversion. */
export interface ReconciliationLine {
  check: ReconciliationCheck
  /** The total in the conversion, the limit for the allocation, or 100 for the shares. */
  expected: number
  /** The sum of the parts. */
  found: number
  /** `found - expected`, as decimals. Negative if something is missing. */
  difference: number
  /** The largest difference that rounding can explain. */
  tolerance: number
  verdict: ReconciliationVerdict
}

/**
 * Checks whether the parts of a conversion add up ("Conversion record"):
 *
 * - the users' and the owner's bolts to the total;
 * - the bolts earned to the users' bolts;
 * - the shares to 100%;
 * - the points to the pool;
 * - and whether the total is within the gross allocation.
 *
 * Sums are of decimals. The interface does not state how the service rounds a part, so a sum may differ by one unit of the
 * last decimal place for each part. For example, 60 shares with four decimals may differ by 0.006. Whole numbers are
 * counts without rounding, except for shares, which are always quotients. The service may also have computed a total in
 * floating point, so the tolerance includes the error of the additions.
 */
export function reconcile({ breakdown, ...conversion }: ConversionRow): ReconciliationLine[] {
  const { total_bolts_distributed: total, user_bolts_distributed: users, owner_bolts_distributed: owner } = conversion
  const { bolts, shares, points, unreadable } = breakdown
  const ofBreakdown = [
    lineOf('bolts', users, bolts),
    // Without users, there are no shares. Another check finds missing bolts.
    lineOf('shares', shares.count === 0 ? 0 : 100, shares),
    lineOf('points', conversion.total_subnet_points_in_pool, points),
  ]
  return [
    lineOf('total', total, partsSum([users, owner])),
    ...ofBreakdown.map((line) => (unreadable > 0 ? { ...line, verdict: 'unknown' as const } : line)),
    lineOf('allocation', conversion.gross_bolts_allocation, partsSum([total])),
  ]
}

/** Counts the checks that did not succeed. */
export function countVerdicts(lines: readonly ReconciliationLine[]): Record<'wrong' | 'unknown' | 'remarks', number> {
  const count = (wanted: ReconciliationVerdict) => lines.filter(({ verdict }) => verdict === wanted).length
  return { wrong: count('wrong'), unknown: count('unknown'), remarks: count('remark') }
}

function lineOf(check: ReconciliationCheck, expected: number, parts: PartsSum): ReconciliationLine {
  const { sum: found, count } = parts
  const difference = differenceOf(found, expected)
  const floatingPointError = count * Number.EPSILON * Math.max(Math.abs(found), Math.abs(expected))
  const tolerance = roundingError(check, parts) + floatingPointError
  const line = { check, expected, found, difference, tolerance }
  if (difference === 0) return { ...line, verdict: count === 0 ? 'nothing' : 'exact' }
  if (check === 'allocation' && difference < 0) return { ...line, verdict: 'within' }
  if (Math.abs(difference) <= tolerance) return { ...line, verdict: 'rounding' }
  return { ...line, verdict: isNecessary(check) ? 'wrong' : 'remark' }
}

/** Returns the rounding error of the parts: one unit of the last decimal place for each. */
function roundingError(check: ReconciliationCheck, { count, maxPlaces }: PartsSum): number {
  // A total is compared with its limit as it is.
  if (check === 'allocation') return 0
  return maxPlaces === 0 && check !== 'shares' ? 0 : count / 10 ** maxPlaces
}
