import { countFailures, type ConversionRow } from '@/app/console/conversions/reconciliation'
import { fieldColumns } from '@/lib/console/csv'
import { sumOf } from '@/lib/console/sums'
import type { ConversionFields } from '@/lib/service'

/** Two conversions whose periods do not follow one another. */
export interface PeriodBreak {
  kind: 'gap' | 'overlap'
  before: ConversionFields
  after: ConversionFields
}

export const monthColumns = fieldColumns([
  'month',
  'conversions',
  'total_bolts',
  'user_bolts',
  'owner_bolts',
  'pool_points',
  'gaps',
  'overlaps',
  'wrong',
  'remarked',
])

/** The interface does not say whether a period includes its last moment, so it may end at 23:59:59. */
const maxDistanceMs = 1000

/**
 * Finds gaps and overlaps between periods, sorted by their start. It compares each period with the earlier period that
 * ended last, because a long period can contain a short one.
 */
export function periodBreaks(conversions: readonly ConversionFields[]): PeriodBreak[] {
  const breaks: PeriodBreak[] = []
  let before: ConversionFields | undefined
  for (const after of conversions.toSorted((a, b) => startOf(a) - startOf(b))) {
    const distanceMs = before ? startOf(after) - endOf(before) : 0
    if (before && Math.abs(distanceMs) > maxDistanceMs)
      breaks.push({ kind: distanceMs > 0 ? 'gap' : 'overlap', before, after })
    if (!before || endOf(after) > endOf(before)) before = after
  }
  return breaks
}

/**
 * Adds conversions up by the month of `converted_at` in UTC. A gap or overlap counts in the month of the later
 * conversion. A conversion with a wrong check does not count as remarked.
 */
export function monthsOf(conversions: readonly ConversionRow[], breaks: readonly PeriodBreak[]) {
  const months = new Set(conversions.map(monthOf))
  return [...months].sort().map((month) => {
    const here = conversions.filter((each) => monthOf(each) === month)
    const sum = (amountOf: (conversion: ConversionFields) => number) => sumOf(here.map(amountOf))
    const count = (wanted: PeriodBreak['kind']) =>
      breaks.filter(({ kind, after }) => kind === wanted && monthOf(after) === month).length
    const right = here.filter((each) => countFailures(each).wrong === 0)
    return {
      month,
      conversions: here.length,
      total_bolts: sum((each) => each.total_bolts_distributed),
      user_bolts: sum((each) => each.user_bolts_distributed),
      owner_bolts: sum((each) => each.owner_bolts_distributed),
      pool_points: sum((each) => each.total_subnet_points_in_pool),
      gaps: count('gap'),
      overlaps: count('overlap'),
      wrong: here.length - right.length,
      remarked: right.filter((each) => countFailures(each).remarks > 0).length,
    }
  })
}

const startOf = ({ period_started_at }: ConversionFields) => Date.parse(period_started_at)
const endOf = ({ period_ended_at }: ConversionFields) => Date.parse(period_ended_at)
const monthOf = ({ converted_at }: ConversionFields) => new Date(converted_at).toISOString().slice(0, 'yyyy-mm'.length)
