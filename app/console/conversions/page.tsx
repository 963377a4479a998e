import { Badge } from '@/components/console/badge'
import { EmptyState } from '@/components/console/notices'
import { TextLink } from '@/components/console/links'
import { RelativeTime } from '@/components/console/time'
import { listPage } from '@/components/console/list-page'
import { Link } from '@/components/ui/link'
import type { ListQuery } from '@/lib/console/query'
import type { ListPage } from '@/lib/console/read'
import { conversionPath, pageUrl } from '@/lib/console/page-url'
import { formatDay } from '@/lib/format'
import { isReadable, type ConversionFields } from '@/lib/service'
import { consoleTexts } from '@/lib/skin/texts'
import { BoltsChart } from './bolts-chart'
import { ConversionFilter } from './filter'
import { conversions } from './list'
import type { DateFilter } from './query'
import { countFailures, type ConversionRow } from './reconciliation'

/** Shows the history of conversions within the dates of the query. */
const { Page, generateMetadata } = listPage(conversions, {
  title({ filter: { from, until, problems } }) {
    return [consoleTexts()('layout.pages.conversions'), ...(problems ? [] : [from, until])].filter(Boolean).join(' ')
  },
  hasError: ({ problems }) => problems !== null,
  intro: () => `${consoleTexts()('conversions.filter.info')} ${consoleTexts()('shared.subnetBolts')}`,
  filters: (query, searchParams) => <ConversionFilter query={query} searchParams={searchParams} />,
  notAsked: ({ problems }) => problems && <EmptyState title={consoleTexts()('conversions.filter.notAsked')} />,
  exports: ({ from, until, problems }) => (problems ? undefined : { from, until }),
  moreExports: ({ from, until }) => [
    {
      name: consoleTexts()('conversions.allBreakdowns'),
      url: pageUrl('/console/conversions/breakdowns/export', { from, until }),
    },
  ],
  empty: ({ filter: { from, until } }) => (from || until) && <NoneInDates />,
  isMarked: (conversion) => countFailures(conversion).wrong > 0,
  detailsId: ({ conversion_id: id }) => `conversion-${id}`,
  cells(page, query) {
    const urlOf = urlsOf(page, query)
    return {
      converted_at: (conversion) => (
        <TextLink href={urlOf(conversion)}>
          <RelativeTime time={conversion.converted_at} />
        </TextLink>
      ),
      period: ({ period_started_at, period_ended_at }) => (
        <span className="whitespace-nowrap tabular-nums">
          {consoleTexts()('conversions.period', {
            from: formatDay(period_started_at),
            until: formatDay(period_ended_at),
          })}
        </span>
      ),
      check: verdictOf,
    }
  },
  below: (page, query) =>
    page.rows.length > 0 && (
      <details open className="rounded-skin border border-line bg-surface p-3 sm:p-4">
        <summary className="cursor-pointer">
          <h2 className="inline font-semibold">{consoleTexts()('conversions.chart.title')}</h2>
        </summary>
        <BoltsChart conversions={page.rows.map(({ row }) => row).filter(isReadable)} urlOf={urlsOf(page, query)} />
      </details>
    ),
})

export { generateMetadata }
export default Page

/** Returns the URLs of the conversions of a page, each with its position in the list. */
function urlsOf({ rows, limit }: ListPage<ConversionRow>, { filter }: ListQuery<DateFilter>) {
  const positions = new Map<object, number>(rows.map(({ row, position }) => [row, position]))
  const { from, until } = filter
  return (conversion: ConversionFields) =>
    pageUrl(
      conversionPath(conversion.conversion_id),
      {},
      { at: positions.get(conversion), from, until, listRows: limit },
    )
}

function verdictOf(conversion: ConversionRow) {
  const t = consoleTexts()
  const { wrong, unknown, remarks } = countFailures(conversion)
  if (wrong) return <Badge tone="warning">{t('conversions.verdicts.doesNot', { count: wrong })}</Badge>
  if (unknown) return <Badge>{t('conversions.verdicts.unknown')}</Badge>
  return (
    <Badge tone="success">
      {remarks ? t('conversions.verdicts.addsUpWithRemarks', { count: remarks }) : t('conversions.verdicts.addsUp')}
    </Badge>
  )
}

function NoneInDates() {
  const t = consoleTexts()
  return (
    <EmptyState title={t('conversions.noneInDates.title')}>
      <p>{t('conversions.noneInDates.text')}</p>
      <Link href={conversions.path}>{t('conversions.filter.clear')}</Link>
    </EmptyState>
  )
}
