import type { Route } from 'next'
import { Announcement } from '@/components/console/shared/announcement'
import { Flag } from '@/components/console/shared/flag'
import { DataTable, type Column } from '@/components/console/shared/data-table'
import { EmptyState } from '@/components/console/shared/empty-state'
import { ExportLinks } from '@/components/console/shared/export-links'
import { Identifier } from '@/components/console/shared/identifier'
import { Pagination } from '@/components/console/shared/pagination'
import { ServiceProblem } from '@/components/console/shared/service-problem'
import { pageSizes, readPageQuery } from '@/lib/console/shared/page-query'
import { pageUrl, type SearchParams } from '@/lib/console/shared/page-url'
import type { Problem } from '@/lib/console/shared/problem'
import type { ReadResult } from '@/lib/console/shared/service'
import { resourceMessages } from '@/lib/messages/console-resources'
import type { Listed, Resource } from '@/lib/service'
import { serviceText } from '@/lib/service-text'

const path: Route = '/console/resources'
const { table: texts, found, announced, none, unnamed, walletAddress: walletAddressLabel } = resourceMessages

const columns: readonly Column<Resource>[] = [
  {
    header: texts.name,
    cell: ({ name }) => <span className="inline-block min-w-36">{serviceText(name) ?? unnamed}</span>,
    isRowHeader: true,
  },
  { header: texts.type, cell: ({ resource_type: type }) => serviceText(type) },
  { header: texts.subtype, cell: ({ resource_subtype: subtype }) => serviceText(subtype) },
  { header: texts.active, cell: ({ active }) => <Flag isSet={active} /> },
  { header: texts.pda, cell: ({ resource_pda: pda }) => <Identifier value={pda} what={texts.resourcePda} /> },
  { header: texts.id, cell: ({ id }) => <Identifier value={id} what={texts.resourceId} /> },
]

interface ResourcesProps {
  walletAddress: string
  /** The query of the page, with the page number and the page size. */
  searchParams: SearchParams
  result: ReadResult<Listed<Resource>[]>
}

/** The resources of the account behind a wallet address, or why there are none to show. */
export function Resources({ walletAddress, searchParams, result }: ResourcesProps) {
  if (!result.ok) return <Failure walletAddress={walletAddress} problem={result.problem} />
  const resources = result.data
  if (resources.length === 0) {
    return (
      <>
        <Announcement text={announced(0)} />
        <EmptyState title={none.title}>
          <p>{none.text}</p>
        </EmptyState>
      </>
    )
  }
  const { page, limit } = readPageQuery(searchParams)
  const total = resources.length
  return (
    <>
      <Announcement text={announced(total)} />
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <p>
          {found(total)} <Identifier value={walletAddress} what={walletAddressLabel} />
        </p>
        <ExportLinks path="/console/resources/export" searchParams={{ address: walletAddress }} />
      </div>
      <DataTable
        caption={texts.caption}
        columns={columns}
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
      problem={problem}
      {...(problem.kind === 'wallet_not_found' ? {} : { retryUrl: pageUrl(path, { address: walletAddress }) })}
    />
  )
}
