import 'server-only'
import { keptWalk, type KeptReadOptions, type KeptRows } from '@/lib/console/shared/kept-walk'
import { sortingOf, type PageSelection, type SelectedPage, type SortValue } from '@/lib/console/shared/sort'
import { outsideRequests } from '@/lib/request/context'
import { walkConversions, type Listed } from '@/lib/service'
import { walkWithTotals, type ConversionRow } from './breakdown-totals'
import type { ConversionDates } from './query'
import { countVerdicts, reconcile, reconciliationChecks, type ReconciliationVerdict } from './reconciliation'

/** The maximum number of periods whose rows the app keeps. */
const maxPeriods = 8

export const conversionSorting = sortingOf({
  converted_at: 'time',
  period: 'time',
  total: 'number',
  users: 'number',
  owner: 'number',
  check: 'number',
  entries: 'number',
  gross: 'number',
  pool: 'number',
})
export type ConversionKey = (typeof conversionSorting.keys)[number]

/**
 * Returns all conversions of the dates, or the progress of the walk over them. The app keeps the conversions for five
 * minutes, with only the totals of each breakdown.
 */
export function readAllConversions(
  { from, until }: ConversionDates,
  options?: KeptReadOptions,
): Promise<KeptRows<ConversionRow>> {
  return outsideRequests(() =>
    keptWalk<ConversionRow>(
      'conversions',
      (access, callOptions) => walkWithTotals(walkConversions(access, { from, until }, callOptions)),
      { choice: JSON.stringify([from, until]), maxChoices: maxPeriods },
    ).read(options),
  )
}

/** Selects one page of the conversions. */
export function selectConversions(
  rows: readonly Listed<ConversionRow>[],
  selection: PageSelection<ConversionKey>,
): SelectedPage<ConversionRow> {
  return conversionSorting.selectPage(rows, selection, { valueOf })
}

function valueOf(conversion: ConversionRow, key: ConversionKey): SortValue {
  switch (key) {
    case 'converted_at':
      return conversion.converted_at
    case 'period':
      return conversion.period_started_at
    case 'total':
      return conversion.total_bolts_distributed
    case 'users':
      return conversion.user_bolts_distributed
    case 'owner':
      return conversion.owner_bolts_distributed
    case 'gross':
      return conversion.gross_bolts_allocation
    case 'pool':
      return conversion.total_subnet_points_in_pool
    case 'check':
      return doubtOf(conversion)
    case 'entries':
      return conversion.breakdown.entries
  }
}

/**
 * Returns a larger number if more checks failed. One wrong check outweighs all unknown ones, and one unknown check
 * outweighs all remarks.
 */
function doubtOf(conversion: ConversionRow): number {
  const lines = reconcile(conversion)
  const count = (verdict: ReconciliationVerdict) => countVerdicts(lines, verdict)
  const { length } = reconciliationChecks
  return (count('wrong') * (length + 1) + count('unknown')) * (length + 1) + count('remark')
}
