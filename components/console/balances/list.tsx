import type { Route } from 'next'
import { Announcement } from '@/components/console/shared/announcement'
import { DataTable } from '@/components/console/shared/data-table'
import { EmptyState } from '@/components/console/shared/empty-state'
import { FindSummary } from '@/components/console/shared/find-row'
import { Note } from '@/components/console/shared/note'
import { Pagination } from '@/components/console/shared/pagination'
import { ServiceProblem } from '@/components/console/shared/service-problem'
import { sortedText, sortLinks } from '@/components/console/shared/sort-links'
import { TextLink } from '@/components/console/shared/text-link'
import { WalkAge, WalkProgress, WalkRemarks } from '@/components/console/shared/walk-progress'
import { balanceSorting, type BalanceSelection } from '@/lib/console/balances/all'
import type { BalancePage, BalanceRead } from '@/lib/console/balances/read'
import { firstPageUrl, pageUrl, type SearchParams } from '@/lib/console/shared/page-url'
import { isUnreadable, serviceText, type Listed } from '@/lib/service'
import { consoleTexts } from '@/lib/skin/texts'
import { balanceColumns, type BalanceRow } from './columns'

const path: Route = '/console/balances'

interface BalanceListProps<Read> {
  read: Read
  query: BalanceSelection
  searchParams: SearchParams
}

/** One page of the balances, or the progress of the walk over all of them. */
export function BalanceList({ read, query, searchParams }: BalanceListProps<BalanceRead>) {
  const t = consoleTexts()
  const what = t('balances.what')
  switch (read.kind) {
    case 'reading':
      return (
        <>
          <WalkProgress progress={read} what={what} />
          <Announcement key={query.find} isNews text={t('shared.walk.label', { what })} />
        </>
      )
    case 'failed':
      return (
        <ServiceProblem
          problem={read.problem}
          t={t}
          retryUrl={pageUrl(path, searchParams)}
          firstPageUrl={firstPageUrl(path, searchParams)}
        />
      )
    case 'page':
      return <Rows read={read} query={query} searchParams={searchParams} />
  }
}

function Rows({ read, query, searchParams }: BalanceListProps<BalancePage>) {
  const t = consoleTexts()
  const { rows: numbered, page, limit, total, walk } = read
  const { find, sort } = query
  const summary = walk && find !== '' ? t('balancesSearch.whole', { hits: total, searched: walk.rows.length }) : null
  const age = walk && <WalkAge readAt={walk.readAt} path={path} searchParams={searchParams} />
  const rows = numbered.map(({ row, position }): Listed<BalanceRow> => (isUnreadable(row) ? row : { ...row, position }))
  const columns = balanceColumns(rows, limit, sortLinks(balanceSorting, sort, { path, searchParams }))
  const announced = [summary ?? t('balances.list.count', { total }), sortedText(columns, t)].filter(Boolean).join(' ')
  return (
    <>
      {walk && <WalkRemarks rows={walk} />}
      {summary !== null && walk && walk.unreadable > 0 && (
        <Note>{t('balancesSearch.unreadable', { count: walk.unreadable })}</Note>
      )}
      {total === 0 ? (
        <EmptyState title={summary ?? t('balances.list.emptyTitle')}>
          <p>{summary === null ? t('balances.list.emptyText') : t('balancesSearch.notFound')}</p>
          {age}
        </EmptyState>
      ) : (
        <>
          {summary !== null && <FindSummary>{summary}</FindSummary>}
          <Pagination path={path} searchParams={searchParams} page={page} limit={limit} total={total}>
            {age}
          </Pagination>
          {rows.length > 0 ? (
            <DataTable
              caption={summary === null ? t('balances.list.caption') : t('balancesSearch.caption')}
              columns={columns}
              rows={rows}
              // The service may list a user twice, and the table must show both rows.
              rowKey={({ position }) => position}
              details={{
                label: ({ user_id: user }) => t('balances.list.details', { user: serviceText(user) ?? '' }),
                id: ({ position }) => `balance-${position}`,
              }}
            />
          ) : (
            <EmptyState title={t('balances.list.beyondTitle')}>
              <TextLink href={pageUrl(path, searchParams, { page: undefined })}>
                {t('balances.list.firstPage')}
              </TextLink>
            </EmptyState>
          )}
        </>
      )}
      {/* After the pagination, so that this announcement replaces the pagination's for another list. */}
      <Announcement key={find} isNews={walk !== null} text={announced} />
    </>
  )
}
