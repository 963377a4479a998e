import type { Route } from 'next'
import Link from 'next/link'
import { Badge } from '@/components/console/badge'
import { BoltsChart } from '@/components/console/bolts-chart'
import { Section } from '@/components/console/console-page'
import { DataTable, type Column } from '@/components/console/data-table'
import { EmptyState } from '@/components/console/empty-state'
import { Identifier } from '@/components/console/identifier'
import { Pagination } from '@/components/console/pagination'
import { ServiceProblem } from '@/components/console/service-problem'
import { addressWith, type PageSearch } from '@/lib/console/address'
import { conversionAddress, conversionPageSizes, type ConversionDates } from '@/lib/console/conversion-query'
import { countWrong, reconcile } from '@/lib/console/reconciliation'
import type { ReadResult } from '@/lib/console/service'
import { formatAmount, formatCount, formatDay, formatTime } from '@/lib/format'
import { conversionMessages } from '@/lib/messages/console-conversions'
import type { Conversion, Page } from '@/lib/service'

const messages = conversionMessages.list
const path: Route = '/console/conversions'

/** A page of the list: the chart of its conversions, and the table with the same figures. */
export function ConversionList({
  result,
  dates,
  search,
}: {
  result: ReadResult<Page<Conversion>>
  dates: ConversionDates
  search: PageSearch
}) {
  if (!result.ok) return <ServiceProblem problem={result.problem} retryAddress={addressWith(path, search)} />

  const { items, page, limit, total } = result.data
  const positions = new Map(items.map((conversion, index) => [conversion, (page - 1) * limit + index + 1]))
  const addressOf = (conversion: Conversion) =>
    conversionAddress(conversion.conversion_id, { at: positions.get(conversion), ...dates, listRows: limit })
  const pages = (
    <Pagination path={path} search={search} page={page} limit={limit} total={total} sizes={conversionPageSizes} />
  )

  if (items.length === 0) return total === 0 ? <NoConversions dates={dates} /> : <Beyond search={search} />
  return (
    <>
      <Section title={conversionMessages.chart.title}>
        <BoltsChart conversions={items} addressOf={addressOf} />
      </Section>
      <DataTable
        caption={messages.caption}
        columns={columnsWith(addressOf)}
        rows={items}
        rowKey={(conversion) => conversion.conversion_id}
      />
      {pages}
    </>
  )
}

function columnsWith(addressOf: (conversion: Conversion) => Route): Column<Conversion>[] {
  return [
    {
      header: messages.convertedAt,
      isRowHeader: true,
      cell: (conversion) => (
        <Link
          href={addressOf(conversion)}
          prefetch={false}
          className="inline-flex min-h-6 items-center whitespace-nowrap text-accent underline underline-offset-2 hover:text-accent-strong"
        >
          <time dateTime={conversion.converted_at}>{formatTime(conversion.converted_at)}</time>
        </Link>
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
    { header: messages.people, isNumber: true, cell: ({ user_breakdown }) => formatCount(user_breakdown.length) },
    {
      header: messages.id,
      cell: ({ conversion_id }) => <Identifier value={conversion_id} what={messages.idToCopy} />,
    },
  ]
}

function amount(header: string, value: (conversion: Conversion) => number): Column<Conversion> {
  return { header, isNumber: true, cell: (conversion) => formatAmount(value(conversion)) }
}

function AddsUp({ conversion }: { conversion: Conversion }) {
  const lines = reconcile(conversion)
  const wrong = countWrong(lines)
  return wrong === 0 ? (
    <Badge tone="success">{messages.addsUp}</Badge>
  ) : (
    <Badge tone="warning">{messages.doesNot(wrong, lines.length)}</Badge>
  )
}

function NoConversions({ dates }: { dates: ConversionDates }) {
  const { title, text, filteredTitle, filteredText } = conversionMessages.empty
  const isFiltered = dates.from !== undefined || dates.until !== undefined
  return (
    <EmptyState title={isFiltered ? filteredTitle : title}>
      <p>{isFiltered ? filteredText : text}</p>
      {isFiltered && <Link href={path}>{conversionMessages.filter.clear}</Link>}
    </EmptyState>
  )
}

function Beyond({ search }: { search: PageSearch }) {
  return (
    <EmptyState title={conversionMessages.empty.beyondTitle}>
      <Link href={addressWith(path, search, { page: undefined })}>{conversionMessages.empty.firstPage}</Link>
    </EmptyState>
  )
}
