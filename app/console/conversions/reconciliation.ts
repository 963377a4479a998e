import { differenceOf } from '@/lib/console/sums'
import { partsSum, type ConversionRow, type PartsSum } from './breakdown-totals'

/** The checks of a conversion, in display order. */
export const reconciliationChecks = ['total', 'bolts', 'shares', 'points', 'allocation'] as const
export type ReconciliationCheck = (typeof reconciliationChecks)[number]

/**
 * The checks that must hold by the names of the fields, which the interface does not explain. The others are only
 * expectations. The interface does not state that shares make 100%, that each point of the pool belongs to a user, or
 * what gross means.
 */
const necessaryChecks: readonly ReconciliationCheck[] = ['total', 'bolts']

/** Reports whether the check must hold by the names of the fields. */
export function isNecessary(check: ReconciliationCheck): boolean {
  return necessaryChecks.includes(check)
}

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
export function reconcile(conversion: ConversionRow): ReconciliationLine[] {
  const { user_bolts_distributed, owner_bolts_distributed, breakdown } = conversion
  const ofBreakdown = (line: ReconciliationLine): ReconciliationLine =>
    breakdown.unreadable > 0 ? { ...line, verdict: 'unknown' } : line
  return [
    sumLine('total', conversion.total_bolts_distributed, partsSum([user_bolts_distributed, owner_bolts_distributed])),
    ofBreakdown(sumLine('bolts', user_bolts_distributed, breakdown.bolts)),
    ofBreakdown(sharesLine(breakdown.shares)),
    ofBreakdown(sumLine('points', conversion.total_subnet_points_in_pool, breakdown.points)),
    allocationLine(conversion),
  ]
}

/** Counts the checks with this verdict. */
export function countVerdicts(lines: readonly ReconciliationLine[], wanted: ReconciliationVerdict): number {
  return lines.filter(({ verdict }) => verdict === wanted).length
}

function sumLine(check: ReconciliationCheck, expected: number, parts: PartsSum): ReconciliationLine {
  const line = compare(check, expected, parts, roundingError(parts))
  return parts.count === 0 && line.verdict === 'exact' ? { ...line, verdict: 'nothing' } : line
}

function sharesLine(shares: PartsSum): ReconciliationLine {
  const line = compare('shares', 100, shares, roundingError(shares, { includesWholeNumbers: true }))
  // Without users, there are no shares. Another check finds missing bolts.
  return shares.count === 0 ? { ...line, expected: 0, difference: 0, verdict: 'nothing' } : line
}

function allocationLine({
  gross_bolts_allocation,
  total_bolts_distributed,
}: Pick<ConversionRow, 'gross_bolts_allocation' | 'total_bolts_distributed'>): ReconciliationLine {
  const line = compare('allocation', gross_bolts_allocation, partsSum([total_bolts_distributed]), 0)
  return line.difference < 0 ? { ...line, verdict: 'within' } : line
}

function compare(check: ReconciliationCheck, expected: number, parts: PartsSum, rounding: number): ReconciliationLine {
  const { sum: found } = parts
  const difference = differenceOf(found, expected)
  const magnitude = Math.max(Math.abs(found), Math.abs(expected))
  const tolerance = rounding + floatingPointError(parts.count, magnitude)
  return {
    check,
    expected,
    found,
    difference,
    tolerance,
    verdict: verdictOf(check, difference, tolerance),
  }
}

function verdictOf(check: ReconciliationCheck, difference: number, tolerance: number): ReconciliationVerdict {
  if (difference === 0) return 'exact'
  if (Math.abs(difference) <= tolerance) return 'rounding'
  return isNecessary(check) ? 'wrong' : 'remark'
}

/** Returns the rounding error of the parts: one unit of the last decimal place for each. */
function roundingError({ count, maxPlaces }: PartsSum, { includesWholeNumbers = false } = {}): number {
  return maxPlaces === 0 && !includesWholeNumbers ? 0 : count / 10 ** maxPlaces
}

/** Returns the largest error of a sum of floating-point numbers. */
function floatingPointError(parts: number, magnitude: number): number {
  return parts * Number.EPSILON * magnitude
}
