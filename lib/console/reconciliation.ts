import type { Conversion } from '@/lib/service'
import { decimalOf, difference, numberOf, sumOf, type Decimal } from './decimal'

/** What is checked of a conversion, in the order in which it is shown. */
export const reconciliationChecks = ['total', 'bolts', 'shares', 'points', 'allocation'] as const
export type ReconciliationCheck = (typeof reconciliationChecks)[number]

/**
 * What a check came to.
 *
 * - `exact`: the decimals are the same.
 * - `rounding`: they differ by no more than the rounding of the parts explains.
 * - `wrong`: they differ by more.
 * - `within`: of the allocation alone: no more was distributed than there was.
 * - `nothing`: there are no parts to add up, and there need be none.
 */
export type ReconciliationVerdict = 'exact' | 'rounding' | 'wrong' | 'within' | 'nothing'

/** One check of a conversion: what the parts should add up to, and what they do. */
export interface ReconciliationLine {
  check: ReconciliationCheck
  /** What the conversion gives as the total (or its limit); 100 for the shares. */
  expected: number
  /** What its parts add up to. */
  found: number
  /** Found less expected, exactly: below 0 where something is missing. */
  difference: number
  /** How much of a difference the rounding of the parts explains. */
  allowance: number
  verdict: ReconciliationVerdict
}

/**
 * Checks whether the parts of a conversion add up ("Conversion record"): the users' bolts and the owner's
 * to the total; the bolts earned to the users' part; the shares to 100 %; the points to the pool; and
 * whether the total stays within the gross allocation.
 *
 * Sums are of decimals, exactly. The interface says nothing of how a part is rounded, so each may have
 * been rounded or cut at its last decimal place, and a sum may differ by one unit of that place a part:
 * 60 shares of four decimals by 0.006. Parts without decimals are counted, and have no such excuse; but
 * for shares, which are quotients whatever they look like. Beyond that, a total that was added up in
 * floating point may differ by the noise of as many additions.
 */
export function reconcile(conversion: Conversion): ReconciliationLine[] {
  const { user_breakdown: users } = conversion
  const parts = [conversion.user_bolts_distributed, conversion.owner_bolts_distributed]
  return [
    sumLine('total', conversion.total_bolts_distributed, parts),
    sumLine(
      'bolts',
      conversion.user_bolts_distributed,
      users.map((entry) => entry.bolts_earned),
    ),
    sharesLine(users.map((entry) => entry.share_percentage)),
    sumLine(
      'points',
      conversion.total_subnet_points_in_pool,
      users.map((entry) => entry.subnet_points),
    ),
    allocationLine(conversion),
  ]
}

/** How many of the checks found something wrong. */
export function countWrong(lines: readonly ReconciliationLine[]): number {
  return lines.filter(({ verdict }) => verdict === 'wrong').length
}

function sumLine(check: ReconciliationCheck, expected: number, parts: readonly number[]): ReconciliationLine {
  const line = compare(check, expected, parts, roundingOf(parts))
  return parts.length === 0 && line.verdict === 'exact' ? { ...line, verdict: 'nothing' } : line
}

function sharesLine(shares: readonly number[]): ReconciliationLine {
  const line = compare('shares', 100, shares, roundingOf(shares, { evenWholeNumbers: true }))
  // Nobody took part: there is nothing that could be 100 %. Whether bolts went missing is another line's to tell.
  return shares.length === 0 ? { ...line, expected: 0, difference: 0, verdict: 'nothing' } : line
}

function allocationLine({ gross_bolts_allocation, total_bolts_distributed }: Conversion): ReconciliationLine {
  const line = compare('allocation', gross_bolts_allocation, [total_bolts_distributed], 0)
  return line.difference < 0 ? { ...line, verdict: 'within' } : line
}

function compare(
  check: ReconciliationCheck,
  expected: number,
  parts: readonly number[],
  rounding: number,
): ReconciliationLine {
  const sum = sumOf(parts)
  const found = numberOf(sum)
  const exact = difference(sum, decimalOf(expected))
  const allowance = rounding + noiseOf(parts.length, Math.max(Math.abs(found), Math.abs(expected)))
  return { check, expected, found, difference: numberOf(exact), allowance, verdict: verdictOf(exact, allowance) }
}

function verdictOf(exact: Decimal, allowance: number): ReconciliationVerdict {
  if (exact.units === 0n) return 'exact'
  return Math.abs(numberOf(exact)) <= allowance ? 'rounding' : 'wrong'
}

/** One unit of the last decimal place, for each part. */
function roundingOf(parts: readonly number[], { evenWholeNumbers = false } = {}): number {
  const places = parts.reduce((most, part) => Math.max(most, decimalOf(part).places), 0)
  return places === 0 && !evenWholeNumbers ? 0 : parts.length / 10 ** places
}

/** What adding so many doubles up to that magnitude may be off by. */
function noiseOf(parts: number, magnitude: number): number {
  return parts * Number.EPSILON * magnitude
}
