import type { Route } from 'next'
import { amountColumn } from '@/components/console/shared/amount-column'
import { Badge } from '@/components/console/shared/badge'
import { Section } from '@/components/console/shared/console-page'
import { DataTable, type Column } from '@/components/console/shared/data-table'
import { EmptyState } from '@/components/console/shared/empty-state'
import { Identifier } from '@/components/console/shared/identifier'
import { Pagination } from '@/components/console/shared/pagination'
import { ServiceProblem } from '@/components/console/shared/service-problem'
import { Suspicions } from '@/components/console/shared/suspicions'
import { TextLink } from '@/components/console/shared/text-link'
import { Time } from '@/components/console/shared/time'
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
import { formatDay } from '@/lib/format'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import { isReadable, type Conversion, type DecimalText, type Listed, type Page } from '@/lib/service'
import { BoltsChart } from './bolts-chart'

type Row = Conversion<BreakdownTotals>

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
  const t = consoleTexts()
  if (!result.ok) return <ServiceProblem problem={result.problem} t={t} retryUrl={pageUrl(path, searchParams)} />

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
      <Section title={t('conversions.chart.title')}>
        <BoltsChart conversions={items.filter(isReadable)} urlOf={urlOf} />
      </Section>
      <DataTable
        caption={t('conversions.list.caption')}
        columns={columnsOf(items, urlOf)}
        rows={items}
        rowKey={(conversion) => conversion.conversion_id}
      />
      {pages}
    </>
  )
}

function columnsOf(rows: readonly Listed<Row>[], urlOf: (conversion: Row) => Route): Column<Row>[] {
  const t = consoleTexts()
  const formats = consoleFormats()
  const amount = (header: string, value: (conversion: Row) => DecimalText) => amountColumn(header, rows, value, formats)
  return [
    {
      header: t('conversions.list.convertedAt'),
      isRowHeader: true,
      cell: (conversion) => (
        <TextLink href={urlOf(conversion)}>
          <Time time={conversion.converted_at} />
        </TextLink>
      ),
    },
    {
      header: t('conversions.list.period'),
      cell: ({ period_started_at, period_ended_at }) => (
        <span className="whitespace-nowrap tabular-nums">
          {t('conversions.list.periodText', { from: formatDay(period_started_at), until: formatDay(period_ended_at) })}
        </span>
      ),
    },
    amount(t('conversions.list.total'), (conversion) => conversion.total_bolts_distributed),
    amount(t('conversions.list.users'), (conversion) => conversion.user_bolts_distributed),
    amount(t('conversions.list.owner'), (conversion) => conversion.owner_bolts_distributed),
    { header: t('conversions.list.adds'), cell: (conversion) => <AddsUp conversion={conversion} /> },
    amount(t('conversions.list.gross'), (conversion) => conversion.gross_bolts_allocation),
    amount(t('conversions.list.pool'), (conversion) => conversion.total_subnet_points_in_pool),
    {
      header: t('conversions.list.entries'),
      isNumber: true,
      cell: ({ breakdown }) => formats.count(breakdown.entries),
    },
    {
      header: t('conversions.list.id'),
      cell: (conversion) => (
        <Identifier value={conversion.conversion_id} what={t('conversions.list.idToCopy')} href={urlOf(conversion)} />
      ),
    },
  ]
}

function AddsUp({ conversion }: { conversion: Row }) {
  const t = consoleTexts()
  const lines = reconcile(conversion)
  const [wrong, unknown, remarks] = (['wrong', 'unknown', 'remark'] as const).map((each) => countVerdicts(lines, each))
  if (wrong) return <Badge tone="warning">{t('conversions.list.doesNot', { count: wrong })}</Badge>
  if (unknown) return <Badge>{t('conversions.list.unknown')}</Badge>
  return (
    <Badge tone="success">
      {remarks ? t('conversions.list.addsUpWithRemarks', { count: remarks }) : t('conversions.list.addsUp')}
    </Badge>
  )
}

function NoConversions({ dates }: { dates: ConversionDates }) {
  const t = consoleTexts()
  const isFiltered = dates.from !== undefined || dates.until !== undefined
  return (
    <EmptyState title={t(isFiltered ? 'conversions.empty.filteredTitle' : 'conversions.empty.title')}>
      <p>{t(isFiltered ? 'conversions.empty.filteredText' : 'conversions.empty.text')}</p>
      {isFiltered && <Link href={path}>{t('conversions.filter.clear')}</Link>}
    </EmptyState>
  )
}

function Beyond({ searchParams }: { searchParams: SearchParams }) {
  const t = consoleTexts()
  return (
    <EmptyState title={t('conversions.empty.beyondTitle')}>
      <Link href={pageUrl(path, searchParams, { page: undefined })}>{t('conversions.empty.firstPage')}</Link>
    </EmptyState>
  )
}
