import type { Route } from 'next'
import Link from 'next/link'
import { balanceColumns } from '@/components/console/balance-columns'
import { DataTable } from '@/components/console/data-table'
import { EmptyState } from '@/components/console/empty-state'
import { Pagination } from '@/components/console/pagination'
import { ServiceProblem } from '@/components/console/service-problem'
import { Button } from '@/components/ui/button'
import { addressWith, type PageSearch } from '@/lib/console/address'
import { balanceRows } from '@/lib/console/balance-bounds'
import type { ReadResult } from '@/lib/console/service'
import { balanceMessages } from '@/lib/messages/console-balances'
import type { Balance, Page } from '@/lib/service'

const messages = balanceMessages.list
const path: Route = '/console/balances'

/** A page of the balances, in the order of the service. */
export function BalanceList({ result, search }: { result: ReadResult<Page<Balance>>; search: PageSearch }) {
  if (!result.ok) return <ServiceProblem problem={result.problem} retryAddress={addressWith(path, search)} />
  const { items, page, limit, total } = result.data
  if (total === 0) {
    return (
      <EmptyState title={messages.emptyTitle}>
        <p>{messages.emptyText}</p>
      </EmptyState>
    )
  }
  return (
    <>
      {items.length > 0 ? (
        <DataTable
          caption={messages.caption}
          columns={balanceColumns}
          rows={items}
          // One user may stand there twice, which is for whoever looks at it to see.
          rowKey={(_, index) => index}
        />
      ) : (
        <EmptyState title={messages.beyondTitle}>
          <Link href={addressWith(path, search, { page: undefined })}>{messages.firstPage}</Link>
        </EmptyState>
      )}
      <Pagination path={path} search={search} page={page} limit={limit} total={total} />
      <PageSize search={search} limit={limit} />
    </>
  )
}

/** Any other number of rows that the interface allows. */
function PageSize({ search, limit }: { search: PageSearch; limit: number }) {
  const { find } = search
  return (
    <form action={path} className="flex flex-wrap items-center gap-3 text-sm">
      {typeof find === 'string' && <input type="hidden" name="find" value={find} />}
      <label htmlFor="rows" className="text-muted">
        {messages.sizeLabel}
      </label>
      <input
        // Another page may bring another number.
        key={limit}
        id="rows"
        name="rows"
        type="number"
        required
        min={balanceRows.least}
        max={balanceRows.most}
        defaultValue={limit}
        // Back brings the page's own number, not the one that was typed on it.
        autoComplete="off"
        className="min-h-11 w-24 rounded-skin border border-control-line bg-surface px-3 tabular-nums"
      />
      <Button type="submit">{messages.sizeButton}</Button>
    </form>
  )
}
