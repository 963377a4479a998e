import { differenceOf, sumOf } from '@/lib/console/sums'
import { decimalText } from '@/lib/format'
import type { Conversion, Listed } from '@/lib/service'

export type ConversionRow = ReturnType<typeof reconcile>

export interface ConversionCheck {
  name: 'total' | 'bolts' | 'shares' | 'points' | 'allocation'
  expected: number
  found: number
  /** `found - expected`, as decimals. Negative if something is missing. */
  difference: number
  verdict: CheckVerdict
}

/** `wrong`: it must hold, and does not. `remark`: it is only expected to. `unknown`: entries are unreadable. */
type CheckVerdict = 'holds' | 'wrong' | 'remark' | 'unknown'

/**
 * Checks whether the parts of a conversion add up ("Conversion record"). The service may round each part, so a sum may
 * differ by one unit of the last decimal place for each part. Whole numbers are not rounded, except shares. The
 * tolerance includes the error of floating-point additions.
 */
export function reconcile({ user_breakdown: entries, unreadableEntries, ...fields }: Listed<Conversion>) {
  const { total_bolts_distributed: total, user_bolts_distributed: users, owner_bolts_distributed: owner } = fields
  const all = (field: 'bolts_earned' | 'share_percentage' | 'subnet_points') => entries.map((entry) => entry[field])
  const ofBreakdown = [
    check('bolts', users, all('bolts_earned')),
    // Without users, there are no shares. Another check finds missing bolts.
    check('shares', entries.length === 0 ? 0 : 100, all('share_percentage')),
    check('points', fields.total_subnet_points_in_pool, all('subnet_points')),
  ]
  return {
    ...fields,
    entries: entries.length + unreadableEntries,
    unreadableEntries,
    checks: [
      check('total', total, [users, owner]),
      ...ofBreakdown.map((each) => (unreadableEntries > 0 ? { ...each, verdict: 'unknown' as const } : each)),
      check('allocation', fields.gross_bolts_allocation, [total]),
    ],
  }
}

export function countFailures({ checks }: ConversionRow): Record<'wrong' | 'unknown' | 'remarks', number> {
  const count = (wanted: CheckVerdict) => checks.filter(({ verdict }) => verdict === wanted).length
  return { wrong: count('wrong'), unknown: count('unknown'), remarks: count('remark') }
}

/** The interface does not say that shares make 100%, that users have all points of the pool, or what gross means. */
const necessary: readonly ConversionCheck['name'][] = ['total', 'bolts']

function check(name: ConversionCheck['name'], expected: number, parts: readonly number[]): ConversionCheck {
  const found = sumOf(parts)
  const difference = differenceOf(found, expected)
  const floatingPointError = parts.length * Number.EPSILON * Math.max(Math.abs(found), Math.abs(expected))
  const places = maxPlaces(parts)
  const roundingError = places === 0 && name !== 'shares' ? 0 : parts.length / 10 ** places
  // The limit of the allocation applies to the total as it is, and less may be distributed.
  const tolerance = (name === 'allocation' ? 0 : roundingError) + floatingPointError
  const excess = name === 'allocation' ? difference : Math.abs(difference)
  const failure = necessary.includes(name) ? 'wrong' : 'remark'
  return { name, expected, found, difference, verdict: excess <= tolerance ? 'holds' : failure }
}

function maxPlaces(amounts: readonly number[]): number {
  let most = 0
  for (const amount of amounts) {
    // Most amounts need no text to show that they have no more decimals than the ones before.
    const unit = 10 ** most
    if (Math.round(amount * unit) / unit === amount) continue
    most = Math.max(most, decimalText(amount).split('.')[1]?.length ?? 0)
  }
  return most
}
