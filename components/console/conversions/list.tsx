import type { Route } from 'next'
import { Badge } from '@/components/console/shared/badge'
import { Section } from '@/components/console/shared/console-page'
import { DataTable, type Column } from '@/components/console/shared/data-table'
import { EmptyState } from '@/components/console/shared/empty-state'
import { Identifier } from '@/components/console/shared/identifier'
import { Pagination } from '@/components/console/shared/pagination'
import { ServiceProblem } from '@/components/console/shared/service-problem'
import { Suspicions } from '@/components/console/shared/suspicions'
import { TextLink } from '@/components/console/shared/text-link'
import { Link } from '@/components/ui/link'
import {
  conversionUrl,
  conversionPageSizes,
  rowsParameter,
  type ConversionDates,
} from '@/lib/console/conversions/query'
import type { BreakdownTotals } from '@/lib/console/conversions/breakdown-totals'
import { countVerdicts, reconcile } from '@/lib/console/conversions/reconciliation'
import { pageUrl, type SearchParams } from '@/lib/console/shared/page-url'
import type { ReadResult } from '@/lib/console/shared/service'
import { formatAmount, formatCount, formatDay, formatTime } from '@/lib/format'
import { conversionMessages } from '@/lib/messages/console-conversions'
import { isReadable, type Conversion, type DecimalText, type Page } from '@/lib/service'
import { BoltsChart } from './bolts-chart'

type Row = Conversion<BreakdownTotals>

const messages = conversionMessages.list
const path: Route = '/console/conversions'

/** One page of the list: a chart of its conversions, and a table with the same figures. */
export function ConversionList({
  result,
  dates,
  searchParams,
}: {
  result: ReadResult<Page<Row>>
  dates: ConversionDates
  searchParams: SearchParams
}) {
  if (!result.ok) return <ServiceProblem problem={result.problem} retryUrl={pageUrl(path, searchParams)} />

  const { items, page, limit, total, suspicions } = result.data
  const positions = new Map(
    items.map((item, index) => [isReadable(item) ? item.conversion_id : '', (page - 1) * limit + index + 1]),
  )
  const urlOf = ({ conversion_id: id }: Pick<Row, 'conversion_id'>) =>
    conversionUrl(id, { at: positions.get(id), ...dates, listRows: limit })
  const pages = (
    <Pagination
      path={path}
      // The size of this page can be smaller than the requested one, and the next pages must go on from it.
      searchParams={{ ...searchParams, rows: rowsParameter(limit) }}
      page={page}
      limit={limit}
      total={total}
      sizes={conversionPageSizes}
    />
  )

  if (items.length === 0) return total === 0 ? <NoConversions dates={dates} /> : <Beyond searchParams={searchParams} />
  return (
    <>
      <Suspicions suspicions={suspicions} />
      <Section title={conversionMessages.chart.title}>
        <BoltsChart conversions={items.filter(isReadable)} urlOf={urlOf} />
      </Section>
      <DataTable
        caption={messages.caption}
        columns={columnsWith(urlOf)}
        rows={items}
        rowKey={(conversion) => conversion.conversion_id}
      />
      {pages}
    </>
  )
}

function columnsWith(urlOf: (conversion: Row) => Route): Column<Row>[] {
  return [
    {
      header: messages.convertedAt,
      isRowHeader: true,
      cell: (conversion) => (
        <TextLink href={urlOf(conversion)}>
          <time dateTime={conversion.converted_at} className="whitespace-nowrap">
            {formatTime(conversion.converted_at)}
          </time>
        </TextLink>
      ),
    },
    {
      header: messages.period,
      cell: ({ period_started_at, period_ended_at }) => (
        <span className="whitespace-nowrap tabular-nums">
          {messages.periodText(formatDay(period_started_at), formatDay(period_ended_at))}
        </span>
      ),
    },
    amount(messages.total, (conversion) => conversion.total_bolts_distributed),
    amount(messages.users, (conversion) => conversion.user_bolts_distributed),
    amount(messages.owner, (conversion) => conversion.owner_bolts_distributed),
    { header: messages.adds, cell: (conversion) => <AddsUp conversion={conversion} /> },
    amount(messages.gross, (conversion) => conversion.gross_bolts_allocation),
    amount(messages.pool, (conversion) => conversion.total_subnet_points_in_pool),
    { header: messages.people, isNumber: true, cell: ({ breakdown }) => formatCount(breakdown.entries) },
    {
      header: messages.id,
      cell: ({ conversion_id }) => <Identifier value={conversion_id} what={messages.idToCopy} />,
    },
  ]
}

function amount(header: string, value: (conversion: Row) => DecimalText): Column<Row> {
  return { header, isNumber: true, cell: (conversion) => formatAmount(value(conversion)) }
}

function AddsUp({ conversion }: { conversion: Row }) {
  const lines = reconcile(conversion)
  const [wrong, unknown, remarks] = (['wrong', 'unknown', 'remark'] as const).map((each) => countVerdicts(lines, each))
  if (wrong) return <Badge tone="warning">{messages.doesNot(wrong)}</Badge>
  if (unknown) return <Badge>{messages.unknown}</Badge>
  return <Badge tone="success">{remarks ? messages.addsUpWithRemarks(remarks) : messages.addsUp}</Badge>
}

function NoConversions({ dates }: { dates: ConversionDates }) {
  const { title, filteredTitle, filteredText } = conversionMessages.empty
  const isFiltered = dates.from !== undefined || dates.until !== undefined
  return (
    <EmptyState title={isFiltered ? filteredTitle : title}>
      {isFiltered && <p>{filteredText}</p>}
      {isFiltered && <Link href={path}>{conversionMessages.filter.clear}</Link>}
    </EmptyState>
  )
}

function Beyond({ searchParams }: { searchParams: SearchParams }) {
  return (
    <EmptyState title={conversionMessages.empty.beyondTitle}>
      <Link href={pageUrl(path, searchParams, { page: undefined })}>{conversionMessages.empty.firstPage}</Link>
    </EmptyState>
  )
}
