import type { Route } from 'next'
import { Announcement } from '@/components/console/announcement'
import { Flag } from '@/components/console/badge'
import { DataTable, type Column } from '@/components/console/data-table'
import { EmptyState } from '@/components/console/empty-state'
import { ExportLinks } from '@/components/console/export-links'
import { Identifier } from '@/components/console/identifier'
import { Pagination } from '@/components/console/pagination'
import { ServiceProblem } from '@/components/console/service-problem'
import { addressWith, type PageSearch } from '@/lib/console/address'
import { pageSizes, readPageQuery } from '@/lib/console/page-query'
import type { Problem } from '@/lib/console/problem'
import type { ReadResult } from '@/lib/console/service'
import { resourceMessages } from '@/lib/messages/console-resources'
import type { Resource } from '@/lib/service'
import { serviceText } from '@/lib/service-text'

const path: Route = '/console/resources'
const { table: texts, found, announced, none, unnamed, walletAddress } = resourceMessages

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
  address: string
  /** The page's query: which of the rows are shown. */
  search: PageSearch
  result: ReadResult<Resource[]>
}

/** The resources of the account behind an address, or why there are none to show. */
export function Resources({ address, search, result }: ResourcesProps) {
  if (!result.ok) return <Failure address={address} problem={result.problem} />
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
  const { page, limit } = readPageQuery(search)
  const total = resources.length
  return (
    <>
      <Announcement text={announced(total)} />
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <p>
          {found(total)} <Identifier value={address} what={walletAddress} />
        </p>
        <ExportLinks path="/console/resources/export" search={{ address }} />
      </div>
      <DataTable
        caption={texts.caption}
        columns={columns}
        rows={resources.slice((page - 1) * limit, page * limit)}
        rowKey={({ id }) => id}
      />
      {/* The service gives all at once; so many are too many for a browser, and a few need no pages. */}
      {total > pageSizes[0] && <Pagination path={path} search={search} page={page} limit={limit} total={total} />}
    </>
  )
}

/** An unknown wallet is asked for once more by typing it; whatever else failed by the same address. */
function Failure({ address, problem }: { address: string; problem: Problem }) {
  return (
    <ServiceProblem
      problem={problem}
      {...(problem.kind === 'wallet_not_found' ? {} : { retryAddress: addressWith(path, { address }) })}
    />
  )
}
