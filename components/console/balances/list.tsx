import type { Route } from 'next'
import { DataTable } from '@/components/console/shared/data-table'
import { EmptyState } from '@/components/console/shared/empty-state'
import { Pagination } from '@/components/console/shared/pagination'
import { ServiceProblem } from '@/components/console/shared/service-problem'
import { Suspicions } from '@/components/console/shared/suspicions'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { pageSize } from '@/lib/console/shared/page-query'
import { pageUrl, type SearchParams } from '@/lib/console/shared/page-url'
import type { ReadResult } from '@/lib/console/shared/service'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import type { Balance, Page } from '@/lib/service'
import { balanceColumns } from './columns'

const path: Route = '/console/balances'

/** One page of the balances, in the service's order. */
export function BalanceList({
  result,
  searchParams,
}: {
  result: ReadResult<Page<Balance>>
  searchParams: SearchParams
}) {
  const t = consoleTexts()
  if (!result.ok) return <ServiceProblem problem={result.problem} t={t} retryUrl={pageUrl(path, searchParams)} />
  const { items, page, limit, total, suspicions } = result.data
  if (total === 0) {
    return (
      <EmptyState title={t('balances.list.emptyTitle')}>
        <p>{t('balances.list.emptyText')}</p>
      </EmptyState>
    )
  }
  return (
    <>
      <Suspicions suspicions={suspicions} />
      {items.length > 0 ? (
        <DataTable
          caption={t('balances.list.caption')}
          columns={balanceColumns(items, t, consoleFormats())}
          rows={items}
          // By position, since the service may list a user twice, and both rows should show.
          rowKey={(_, index) => index}
        />
      ) : (
        <EmptyState title={t('balances.list.beyondTitle')}>
          <Link href={pageUrl(path, searchParams, { page: undefined })}>{t('balances.list.firstPage')}</Link>
        </EmptyState>
      )}
      <Pagination path={path} searchParams={searchParams} page={page} limit={limit} total={total} />
      <PageSize searchParams={searchParams} limit={limit} />
    </>
  )
}

/** Sets any page size that the interface allows. */
function PageSize({ searchParams, limit }: { searchParams: SearchParams; limit: number }) {
  const t = consoleTexts()
  const { find } = searchParams
  return (
    <form action={path} className="flex flex-wrap items-center gap-3 text-sm">
      {typeof find === 'string' && <input type="hidden" name="find" value={find} />}
      <label htmlFor="rows" className="text-muted">
        {t('balances.list.sizeLabel', { min: pageSize.min, max: pageSize.max })}
      </label>
      <input
        // Another page may have another size.
        key={limit}
        id="rows"
        name="rows"
        type="number"
        required
        min={pageSize.min}
        max={pageSize.max}
        defaultValue={limit}
        // On Back, the browser would otherwise restore what was typed.
        autoComplete="off"
        className="min-h-11 w-24 rounded-skin border border-control-line bg-surface px-3 tabular-nums"
      />
      <Button type="submit">{t('balances.list.sizeButton')}</Button>
    </form>
  )
}
