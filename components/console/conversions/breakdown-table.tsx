import type { Route } from 'next'
import { amountColumn, percentColumn } from '@/components/console/shared/amount-column'
import { DataTable, type Column } from '@/components/console/shared/data-table'
import { EmptyState } from '@/components/console/shared/empty-state'
import { Identifier } from '@/components/console/shared/identifier'
import { Pagination } from '@/components/console/shared/pagination'
import { Link } from '@/components/ui/link'
import {
  breakdownKeys,
  nextSort,
  readBreakdownSearch,
  readSort,
  type BreakdownKey,
} from '@/lib/console/conversions/breakdown'
import type { BreakdownDetails } from '@/lib/console/conversions/details'
import { readPageQuery } from '@/lib/console/shared/page-query'
import { pageUrl, userPath, type SearchParams } from '@/lib/console/shared/page-url'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import type { Listed, UserBreakdownEntry } from '@/lib/service'
import { BreakdownSearch } from './breakdown-search'

function cellsOf(rows: readonly Listed<UserBreakdownEntry>[]): Record<BreakdownKey, Column<UserBreakdownEntry>> {
  const t = consoleTexts()
  const formats = consoleFormats()
  const header = (key: BreakdownKey) => t(`conversions.breakdown.columns.${key}`)
  return {
    wallet_address: {
      header: header('wallet_address'),
      cell: ({ wallet_address }) => (
        <Identifier value={wallet_address} what={t('conversions.breakdown.walletToCopy')} />
      ),
    },
    user_id: {
      header: header('user_id'),
      isRowHeader: true,
      cell: ({ user_id: id }) => (
        <Identifier value={id} what={t('conversions.breakdown.userToCopy')} href={userPath(id)} />
      ),
    },
    subnet_points: amountColumn(header('subnet_points'), rows, ({ subnet_points }) => subnet_points, formats),
    share_percentage: percentColumn(
      header('share_percentage'),
      rows,
      ({ share_percentage }) => share_percentage,
      formats,
    ),
    bolts_earned: amountColumn(header('bolts_earned'), rows, ({ bolts_earned }) => bolts_earned, formats),
  }
}

/**
 * What each user put in and received, sorted as the query says.
 *
 * @param path - the page with this table.
 * @param searchParams - the query of the page.
 */
export function BreakdownTable({
  breakdown: { entries, matches, rows },
  path,
  searchParams,
}: {
  breakdown: Pick<BreakdownDetails, 'entries' | 'matches' | 'rows'>
  path: Route
  searchParams: SearchParams
}) {
  const t = consoleTexts()
  if (entries === 0) return <EmptyState title={t('conversions.breakdown.empty')} />
  const find = readBreakdownSearch(searchParams)
  const current = readSort(searchParams)
  const { page, limit } = readPageQuery(searchParams)
  const listed = rows.map(({ entry }) => entry)
  const cells = cellsOf(listed)
  const columns = breakdownKeys.map((key): Column<UserBreakdownEntry> => {
    const { key: sort, direction: order } = nextSort(current, key)
    return {
      ...cells[key],
      sort: {
        url: pageUrl(path, searchParams, { sort, order, page: undefined }),
        direction: key === current.key ? current.direction : undefined,
      },
    }
  })
  return (
    <>
      <BreakdownSearch path={path} searchParams={searchParams} find={find} />
      {find !== '' && <p className="font-semibold">{t('conversions.breakdown.search.found', { matches, entries })}</p>}
      {rows.length > 0 ? (
        <DataTable
          caption={t('conversions.breakdown.caption')}
          columns={columns}
          rows={listed}
          // By position, since the service may list a user twice, and both rows should show.
          rowKey={(_, index) => index}
        />
      ) : matches === 0 ? null : (
        <EmptyState title={t('conversions.empty.beyondTitle')}>
          <Link href={pageUrl(path, searchParams, { page: undefined })}>{t('conversions.empty.firstPage')}</Link>
        </EmptyState>
      )}
      <Pagination path={path} searchParams={searchParams} page={page} limit={limit} total={matches} />
    </>
  )
}
