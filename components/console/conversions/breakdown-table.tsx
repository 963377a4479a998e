import type { Route } from 'next'
import { DataTable, type Column } from '@/components/console/shared/data-table'
import { EmptyState } from '@/components/console/shared/empty-state'
import { Identifier } from '@/components/console/shared/identifier'
import { UserLinks } from '@/components/console/shared/user-links'
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
import { pageUrl, type SearchParams } from '@/lib/console/shared/page-url'
import { formatAmount, formatPercent } from '@/lib/format'
import { conversionMessages } from '@/lib/messages/console-conversions'
import type { UserBreakdownEntry } from '@/lib/service'
import { BreakdownSearch } from './breakdown-search'

const messages = conversionMessages.breakdown

const cells: Record<BreakdownKey, Omit<Column<UserBreakdownEntry>, 'header' | 'sort'>> = {
  wallet_address: {
    isRowHeader: true,
    cell: ({ wallet_address }) => <Identifier value={wallet_address} what={messages.walletToCopy} />,
  },
  user_id: { cell: ({ user_id }) => <Identifier value={user_id} what={messages.userToCopy} /> },
  subnet_points: { isNumber: true, cell: ({ subnet_points }) => formatAmount(subnet_points) },
  share_percentage: { isNumber: true, cell: ({ share_percentage }) => formatPercent(share_percentage) },
  bolts_earned: { isNumber: true, cell: ({ bolts_earned }) => formatAmount(bolts_earned) },
}

const moreColumn: Column<UserBreakdownEntry> = {
  header: messages.more,
  cell: (entry) => <UserLinks {...entry} />,
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
  breakdown: BreakdownDetails
  path: Route
  searchParams: SearchParams
}) {
  if (entries === 0) return <EmptyState title={messages.empty} />
  const find = readBreakdownSearch(searchParams)
  const current = readSort(searchParams)
  const { page, limit } = readPageQuery(searchParams)
  const columns = breakdownKeys.map((key): Column<UserBreakdownEntry> => {
    const { key: sort, direction: order } = nextSort(current, key)
    return {
      ...cells[key],
      header: messages.columns[key],
      sort: {
        url: pageUrl(path, searchParams, { sort, order, page: undefined }),
        direction: key === current.key ? current.direction : undefined,
      },
    }
  })
  return (
    <>
      <BreakdownSearch path={path} searchParams={searchParams} find={find} />
      {find !== '' && <p className="font-semibold">{messages.search.found(matches, entries)}</p>}
      {rows.length > 0 ? (
        <DataTable
          caption={messages.caption}
          columns={[...columns, moreColumn]}
          rows={rows.map(({ entry }) => entry)}
          // By position, since the service may list a user twice, and both rows should show.
          rowKey={(_, index) => index}
        />
      ) : matches === 0 ? null : (
        <EmptyState title={conversionMessages.empty.beyondTitle}>
          <Link href={pageUrl(path, searchParams, { page: undefined })}>{conversionMessages.empty.firstPage}</Link>
        </EmptyState>
      )}
      <Pagination path={path} searchParams={searchParams} page={page} limit={limit} total={matches} />
    </>
  )
}
