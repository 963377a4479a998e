import type { Route } from 'next'
import Link from 'next/link'
import { DataTable, type Column } from '@/components/console/data-table'
import { EmptyState } from '@/components/console/empty-state'
import { Identifier } from '@/components/console/identifier'
import { Pagination } from '@/components/console/pagination'
import { addressWith, type PageSearch } from '@/lib/console/address'
import { breakdownKeys, nextSort, readSort, sortBreakdown, type BreakdownKey } from '@/lib/console/breakdown'
import { readPageQuery } from '@/lib/console/page-query'
import { formatAmount, formatPercent } from '@/lib/format'
import { conversionMessages } from '@/lib/messages/console-conversions'
import type { UserBreakdownEntry } from '@/lib/service'

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

/**
 * Who put in and got how much, sorted as the address says.
 *
 * @param path - the page that it is on, and `search` its query.
 */
export function BreakdownTable({
  entries,
  path,
  search,
}: {
  entries: readonly UserBreakdownEntry[]
  path: Route
  search: PageSearch
}) {
  if (entries.length === 0) return <EmptyState title={messages.empty} />
  const current = readSort(search)
  const { page, limit } = readPageQuery(search)
  const rows = sortBreakdown(entries, current).slice((page - 1) * limit, page * limit)
  const columns = breakdownKeys.map((key): Column<UserBreakdownEntry> => {
    const { key: sort, direction: order } = nextSort(current, key)
    return {
      ...cells[key],
      header: messages.columns[key],
      sort: {
        address: addressWith(path, search, { sort, order, page: undefined }),
        direction: key === current.key ? current.direction : undefined,
      },
    }
  })
  return (
    <>
      {rows.length > 0 ? (
        <DataTable
          caption={messages.caption}
          columns={columns}
          rows={rows}
          // One user may stand there twice, which is for whoever looks at it to see.
          rowKey={(_, index) => index}
        />
      ) : (
        <EmptyState title={conversionMessages.empty.beyondTitle}>
          <Link href={addressWith(path, search, { page: undefined })}>{conversionMessages.empty.firstPage}</Link>
        </EmptyState>
      )}
      <Pagination path={path} search={search} page={page} limit={limit} total={entries.length} />
    </>
  )
}
