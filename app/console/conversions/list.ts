import { columnsOf, defineList } from '@/lib/console/list'
import { changeWalk } from '@/lib/console/select'
import { listConversions, mapData, walkConversions } from '@/lib/service'
import { conversionSizes, readDateFilter, type DateFilter } from './query'
import { countFailures, reconcile, type ConversionRow } from './reconciliation'

const { id, amount, count, rank, time } = columnsOf<ConversionRow>()

export const conversions = defineList<ConversionRow, DateFilter>({
  name: 'conversions',
  path: '/console/conversions',
  source: {
    kind: 'paged',
    page: async (access, query, options) =>
      mapData(await listConversions(access, query, options), (page) => ({ ...page, items: page.items.map(reconcile) })),
    walk: (access, filter, options) => changeWalk(walkConversions(access, filter, options), reconcile),
  },
  filter: readDateFilter,
  refusal: ({ problems }) => problems && 'conversions.export.wrongDates',
  columns: {
    converted_at: time({ isRowHeader: true }),
    period: rank({ value: ({ period_started_at }) => Date.parse(period_started_at), card: 'open' }),
    total: amount({ value: ({ total_bolts_distributed }) => total_bolts_distributed, card: 'end' }),
    users: amount({ value: ({ user_bolts_distributed }) => user_bolts_distributed }),
    owner: amount({ value: ({ owner_bolts_distributed }) => owner_bolts_distributed, card: 'open' }),
    check: rank({ value: doubtOf }),
    entries: count({ card: 'open' }),
    gross: amount({ value: ({ gross_bolts_allocation }) => gross_bolts_allocation, isDetail: true, isSortable: true }),
    pool: amount({
      value: ({ total_subnet_points_in_pool }) => total_subnet_points_in_pool,
      isDetail: true,
      isSortable: true,
    }),
    conversion_id: id({ isDetail: true }),
    user_breakdown_entries: count({ value: ({ entries }) => entries, isInFileOnly: true }),
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

/** One wrong check outweighs all unknown ones, of which there are three. */
function doubtOf(conversion: ConversionRow): number {
  const { wrong, unknown } = countFailures(conversion)
  return 10 * wrong + unknown
}
