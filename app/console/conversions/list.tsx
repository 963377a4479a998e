import type { Route } from 'next'
import { amountColumn } from '@/components/console/shared/amount-column'
import { Announcement } from '@/components/console/shared/announcement'
import { Badge } from '@/components/console/shared/badge'
import { DataTable, type Column } from '@/components/console/shared/data-table'
import { EmptyState } from '@/components/console/shared/empty-state'
import { Identifier } from '@/components/console/shared/identifier'
import { Pagination } from '@/components/console/shared/pagination'
import { ServiceProblem } from '@/components/console/shared/service-problem'
import { sortLinks } from '@/components/console/shared/sort-links'
import { Suspicions } from '@/components/console/shared/suspicions'
import { TextLink } from '@/components/console/shared/text-link'
import { RelativeTime, Time } from '@/components/console/shared/time'
import { WalkAge, WalkProgress, WalkRemarks } from '@/components/console/shared/walk-progress'
import { Link } from '@/components/ui/link'
import { firstPageUrl, pageUrl, type SearchParams } from '@/lib/console/shared/page-url'
import type { Sort } from '@/lib/console/shared/sort'
import { formatDay } from '@/lib/format'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import { isReadable, type ConversionFields, type Listed } from '@/lib/service'
import { conversionSorting, type ConversionKey } from './all'
import { BoltsChart } from './bolts-chart'
import type { ConversionRow } from './breakdown-totals'
import { conversionPageSizes, conversionUrl, rowsParameter, type ConversionDates } from './query'
import type { ConversionListing } from './read'
import { countVerdicts, reconcile } from './reconciliation'

const path: Route = '/console/conversions'

interface ListProps {
  listing: ConversionListing
  dates: ConversionDates
  sort: Sort<ConversionKey> | null
  searchParams: SearchParams
}

/** One page of the list, and a chart of its conversions below. */
export function ConversionList(props: ListProps) {
  const t = consoleTexts()
  const { listing, sort, searchParams } = props
  const order = sort
    ? t('shared.sorted', { column: t(`conversions.list.${sort.key}`), direction: sort.direction })
    : t('conversions.list.unsorted')
  return (
    <>
      <Announcement
        text={listing.kind === 'reading' ? t('shared.walk.label', { what: t('conversions.what') }) : order}
      />
      {listing.kind === 'reading' && <WalkProgress progress={listing} what={t('conversions.what')} />}
      {listing.kind === 'failed' && (
        <ServiceProblem
          problem={listing.problem}
          t={t}
          retryUrl={pageUrl(path, searchParams)}
          firstPageUrl={firstPageUrl(path, searchParams)}
        />
      )}
      {listing.kind === 'rows' && <Rows {...props} listing={listing} />}
    </>
  )
}

function Rows({
  listing: { rows, page, limit, total, suspicions, walk },
  dates,
  sort,
  searchParams,
}: ListProps & { listing: Extract<ConversionListing, { kind: 'rows' }> }) {
  const t = consoleTexts()
  if (rows.length === 0) return total === 0 ? <NoConversions dates={dates} /> : <Beyond searchParams={searchParams} />
  const listed = rows.map(({ row }) => row)
  const positions = new Map<object, number>(rows.map(({ row, position }) => [row, position]))
  const urlOf = (conversion: ConversionFields) =>
    conversionUrl(conversion.conversion_id, { at: positions.get(conversion), ...dates, listRows: limit })
  return (
    <>
      <Suspicions suspicions={suspicions} />
      {walk && <WalkRemarks rows={walk} />}
      <Pagination
        path={path}
        // This page can be smaller than requested, and the next pages must continue from its size.
        searchParams={{ ...searchParams, rows: rowsParameter(limit) }}
        page={page}
        limit={limit}
        total={total}
        sizes={conversionPageSizes}
      >
        {walk && <WalkAge readAt={walk.readAt} path={path} searchParams={searchParams} />}
      </Pagination>
      <DataTable
        caption={t('conversions.list.caption')}
        columns={columnsOf(listed, urlOf, sort, searchParams)}
        rows={listed}
        rowKey={(conversion) => conversion.conversion_id}
        isMarked={(conversion) => countVerdicts(reconcile(conversion), 'wrong') > 0}
        details={{
          label: ({ converted_at }) => t('conversions.list.details', { day: formatDay(converted_at) }),
          id: ({ conversion_id: id }) => `conversion-${id}`,
        }}
      />
      <details open className="rounded-skin border border-line bg-surface p-3 sm:p-4">
        <summary className="cursor-pointer">
          <h2 className="inline font-semibold">{t('conversions.chart.title')}</h2>
        </summary>
        <BoltsChart conversions={listed.filter(isReadable)} urlOf={urlOf} />
      </details>
    </>
  )
}

function columnsOf(
  rows: readonly Listed<ConversionRow>[],
  urlOf: (conversion: ConversionRow) => Route,
  sort: Sort<ConversionKey> | null,
  searchParams: SearchParams,
): Column<ConversionRow>[] {
  const t = consoleTexts()
  const formats = consoleFormats()
  const sortBy = sortLinks(conversionSorting, sort, { path, searchParams })
  const sorted = (key: ConversionKey) => ({ header: t(`conversions.list.${key}`), sort: sortBy(key) })
  const amount = (key: ConversionKey, value: (conversion: ConversionRow) => number) => ({
    ...amountColumn(t(`conversions.list.${key}`), rows, value, formats),
    sort: sortBy(key),
  })
  return [
    {
      ...sorted('converted_at'),
      isRowHeader: true,
      cell: (conversion) => (
        <TextLink href={urlOf(conversion)}>
          <RelativeTime time={conversion.converted_at} />
        </TextLink>
      ),
    },
    {
      ...sorted('period'),
      cell: ({ period_started_at, period_ended_at }) => (
        <span className="whitespace-nowrap tabular-nums">
          {t('conversions.list.periodText', { from: formatDay(period_started_at), until: formatDay(period_ended_at) })}
        </span>
      ),
    },
    amount('total', (conversion) => conversion.total_bolts_distributed),
    amount('users', (conversion) => conversion.user_bolts_distributed),
    amount('owner', (conversion) => conversion.owner_bolts_distributed),
    { ...sorted('check'), cell: (conversion) => <AddsUp conversion={conversion} /> },
    {
      ...sorted('entries'),
      isNumber: true,
      cell: ({ breakdown }) => formats.count(breakdown.entries),
    },
    {
      header: t('conversions.list.exactly'),
      isDetail: true,
      cell: ({ converted_at }) => <Time time={converted_at} />,
    },
    { ...amount('gross', (conversion) => conversion.gross_bolts_allocation), isDetail: true },
    { ...amount('pool', (conversion) => conversion.total_subnet_points_in_pool), isDetail: true },
    {
      header: t('conversions.list.id'),
      isDetail: true,
      cell: ({ conversion_id: id }) => <Identifier value={id} what={t('conversions.list.idToCopy')} isWhole />,
    },
  ]
}

function AddsUp({ conversion }: { conversion: ConversionRow }) {
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
