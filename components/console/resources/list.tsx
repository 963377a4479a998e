import type { Route } from 'next'
import { Announcement } from '@/components/console/shared/announcement'
import { DataTable } from '@/components/console/shared/data-table'
import { EmptyState } from '@/components/console/shared/empty-state'
import { ExportLinks } from '@/components/console/shared/export-links'
import { Identifier } from '@/components/console/shared/identifier'
import { Pagination } from '@/components/console/shared/pagination'
import { resourceColumns } from '@/components/console/shared/resource-columns'
import { ServiceProblem } from '@/components/console/shared/service-problem'
import { pageSizes, readPageQuery } from '@/lib/console/shared/page-query'
import { pageUrl, type SearchParams } from '@/lib/console/shared/page-url'
import type { Problem } from '@/lib/console/shared/problem'
import type { ReadResult } from '@/lib/console/shared/service'
import { consoleTexts } from '@/lib/skin/texts'
import type { Listed, Resource } from '@/lib/service'

const path: Route = '/console/resources'

interface ResourcesProps {
  walletAddress: string
  /** The query of the page, with the page number and the page size. */
  searchParams: SearchParams
  result: ReadResult<Listed<Resource>[]>
}

/** The resources of the account behind a wallet address, or why there are none to show. */
export function Resources({ walletAddress, searchParams, result }: ResourcesProps) {
  if (!result.ok) return <Failure walletAddress={walletAddress} problem={result.problem} />
  const t = consoleTexts()
  const resources = result.data
  if (resources.length === 0) {
    return (
      <>
        <Announcement text={t('resources.announced', { count: 0 })} />
        <EmptyState title={t('resources.none.title')}>
          <p>{t('resources.none.text')}</p>
        </EmptyState>
      </>
    )
  }
  const { page, limit } = readPageQuery(searchParams)
  const total = resources.length
  return (
    <>
      <Announcement text={t('resources.announced', { count: total })} />
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <p>
          {t('resources.found', { count: total })}{' '}
          <Identifier value={walletAddress} what={t('resources.walletAddress')} />
        </p>
        <ExportLinks path="/console/resources/export" searchParams={{ address: walletAddress }} />
      </div>
      <DataTable
        caption={t('resources.caption')}
        columns={resourceColumns()}
        rows={resources.slice((page - 1) * limit, page * limit)}
        rowKey={({ id }) => id}
      />
      {/* The service returns all at once. Only many of them are split into pages. */}
      {total > pageSizes[0] && (
        <Pagination path={path} searchParams={searchParams} page={page} limit={limit} total={total} />
      )}
    </>
  )
}

/** Has a link that tries again, except for an unknown wallet: there the address has to be corrected. */
function Failure({ walletAddress, problem }: { walletAddress: string; problem: Problem }) {
  return (
    <ServiceProblem
      t={consoleTexts()}
      problem={problem}
      {...(problem.kind === 'wallet_not_found' ? {} : { retryUrl: pageUrl(path, { address: walletAddress }) })}
    />
  )
}
