import { columnsOf, defineList } from '@/lib/console/list'
import { listConversions, walkConversions } from '@/lib/service'
import { rowsOf, walkWithTotals, type ConversionRow } from './breakdown-totals'
import { conversionSizes, readDateFilter, type ConversionDates, type DateFilter } from './query'
import { countVerdicts, reconcile, reconciliationChecks, type ReconciliationVerdict } from './reconciliation'

const { id, amount, count, rank, time } = columnsOf<ConversionRow>()

const datesOf = (filter: DateFilter): Partial<ConversionDates> => (filter.ok ? filter.dates : {})

/** The history of conversions ("List conversions"), each with the sums of its breakdown instead of the entries. */
export const conversions = defineList<ConversionRow, DateFilter>({
  name: 'conversions',
  path: '/console/conversions',
  source: {
    kind: 'paged',
    async page(access, { page, limit, ...filter }, options) {
      const read = await listConversions(access, { ...datesOf(filter), page, limit }, options)
      return { ...read, items: rowsOf(read.items) }
    },
    walk: (access, filter, options) => walkWithTotals(walkConversions(access, datesOf(filter), options)),
  },
  filter: readDateFilter,
  refusal: ({ ok }) => (ok ? null : 'conversions.export.wrongDates'),
  columns: {
    converted_at: time({ isRowHeader: true }),
    period: time({ value: ({ period_started_at }) => period_started_at, isRepeated: false }),
    total: amount({ value: ({ total_bolts_distributed }) => total_bolts_distributed }),
    users: amount({ value: ({ user_bolts_distributed }) => user_bolts_distributed }),
    owner: amount({ value: ({ owner_bolts_distributed }) => owner_bolts_distributed }),
    check: rank({ value: doubtOf }),
    entries: count({ value: ({ breakdown }) => breakdown.entries }),
    gross: amount({ value: ({ gross_bolts_allocation }) => gross_bolts_allocation, isDetail: true, isSortable: true }),
    pool: amount({
      value: ({ total_subnet_points_in_pool }) => total_subnet_points_in_pool,
      isDetail: true,
      isSortable: true,
    }),
    conversion_id: id({ isDetail: true }),
    user_breakdown_entries: count({ value: ({ breakdown }) => breakdown.entries, isInFileOnly: true }),
  },
  file: [
    'conversion_id',
    'converted_at',
    'period_started_at',
    'period_ended_at',
    'total_subnet_points_in_pool',
    'gross_bolts_allocation',
    'total_bolts_distributed',
    'user_bolts_distributed',
    'owner_bolts_distributed',
    'user_breakdown_entries',
  ],
  sizes: conversionSizes,
})

/**
 * Returns a larger number if more checks failed. One wrong check outweighs all unknown ones, and one unknown check
 * outweighs all remarks.
 */
function doubtOf(conversion: ConversionRow): number {
  const lines = reconcile(conversion)
  const countOf = (verdict: ReconciliationVerdict) => countVerdicts(lines, verdict)
  const { length } = reconciliationChecks
  return (countOf('wrong') * (length + 1) + countOf('unknown')) * (length + 1) + countOf('remark')
}
