import type { Route } from 'next'
import { Announcement } from '@/components/console/shared/announcement'
import { DataTable } from '@/components/console/shared/data-table'
import { EmptyState } from '@/components/console/shared/empty-state'
import { FindSummary } from '@/components/console/shared/find-row'
import { Identifier } from '@/components/console/shared/identifier'
import { LinkOut } from '@/components/console/shared/link-out'
import { Pagination } from '@/components/console/shared/pagination'
import { resourceTable } from '@/components/console/shared/resource-columns'
import { ServiceProblem } from '@/components/console/shared/service-problem'
import { sortedText, sortLinks } from '@/components/console/shared/sort-links'
import { resourceSorting } from '@/lib/console/resources/sort'
import { walletLinkOut } from '@/lib/console/shared/links-out'
import { pageSizes, readPageQuery } from '@/lib/console/shared/page-query'
import { pageUrl, type SearchParams } from '@/lib/console/shared/page-url'
import type { Problem } from '@/lib/console/shared/problem'
import { resourceValue } from '@/lib/console/shared/resource-sort'
import type { ReadResult } from '@/lib/console/shared/service'
import { consoleTexts } from '@/lib/skin/texts'
import type { Listed, Resource } from '@/lib/service'

const path: Route = '/console/resources'

interface ResourcesProps {
  walletAddress: string
  /** The query of the page, with the sort, the page number and the page size. */
  searchParams: SearchParams
  result: ReadResult<Listed<Resource>[]>
}

/** The resources of the account of a wallet address, or the reason why there are none. */
export function Resources({ walletAddress, searchParams, result }: ResourcesProps) {
  if (!result.ok) return <Failure walletAddress={walletAddress} problem={result.problem} />
  const t = consoleTexts()
  const total = result.data.length
  const { page, limit } = readPageQuery(searchParams)
  const sort = resourceSorting.readSort(searchParams, null)
  const { columns, details } = resourceTable(sortLinks(resourceSorting, sort, { path, searchParams }))
  const rows = resourceSorting.sortRows(result.data, sort, resourceValue)
  const announced = [t('resources.announced', { count: total }), sortedText(columns, t)].filter(Boolean).join('. ')
  return (
    <>
      {total === 0 ? (
        <EmptyState title={t('resources.none.title')}>
          <p>{t('resources.none.text')}</p>
        </EmptyState>
      ) : (
        <>
          <FindSummary>
            {/* Names the wallet, because these rows stay while the server looks up another one. */}
            {t('resources.found', { count: total })}{' '}
            <Identifier value={walletAddress} what={t('resources.walletAddress')} />{' '}
            <LinkOut url={walletLinkOut(walletAddress)} />
          </FindSummary>
          {/* The service returns all resources at once. Only a long list needs pages. */}
          {total > pageSizes[0] && (
            <Pagination path={path} searchParams={searchParams} page={page} limit={limit} total={total} />
          )}
          <DataTable
            caption={t('resources.caption')}
            columns={columns}
            details={details}
            rows={rows.slice((page - 1) * limit, page * limit)}
            rowKey={({ id }) => id}
          />
        </>
      )}
      <Announcement key={walletAddress} isNews text={announced} />
    </>
  )
}

/** The problem, with a link to try again, except for an unknown wallet, whose address the user must correct. */
function Failure({ walletAddress, problem }: { walletAddress: string; problem: Problem }) {
  return (
    <ServiceProblem
      t={consoleTexts()}
      problem={problem}
      {...(problem.kind === 'wallet_not_found' ? {} : { retryUrl: pageUrl(path, { address: walletAddress }) })}
    />
  )
}
