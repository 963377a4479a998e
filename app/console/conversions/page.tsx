import type { Route } from 'next'
import { Badge } from '@/components/console/badge'
import { EmptyState } from '@/components/console/notices'
import { TextLink } from '@/components/console/links'
import { Time } from '@/components/console/time'
import { listPage } from '@/components/console/list'
import { Link } from '@/components/ui/link'
import { oneUrl, pageUrl } from '@/lib/console/page-url'
import { formatDay } from '@/lib/format'
import { consoleTexts } from '@/lib/skin/texts'
import { BoltsChart } from './bolts-chart'
import { ConversionFilter } from './filter'
import { conversions } from './list'
import type { DateFilter } from './query'
import { countFailures, type ConversionRow } from './reconciliation'

const { Page, generateMetadata } = listPage(conversions, {
  title({ filter: { from, until, problems } }) {
    return [consoleTexts()('layout.pages.conversions'), ...(problems ? [] : [from, until])].filter(Boolean).join(' ')
  },
  hasError: ({ problems }) => problems !== null,
  intro: () => consoleTexts()('shared.subnetBolts'),
  filters: (query, searchParams) => <ConversionFilter query={query} searchParams={searchParams} />,
  refused: () => <EmptyState title={consoleTexts()('conversions.filter.notAsked')} />,
  exports: ({ from, until }) => ({ from, until }),
  moreExports: ({ from, until }) => [
    {
      name: consoleTexts()('conversions.allBreakdowns'),
      url: pageUrl('/console/conversions/breakdowns/export', { from, until }),
    },
  ],
  empty: ({ filter: { from, until } }) =>
    (from || until) && (
      <EmptyState title={consoleTexts()('conversions.noneInDates.title')}>
        <p>{consoleTexts()('conversions.noneInDates.text')}</p>
        <Link href={conversions.path}>{consoleTexts()('conversions.filter.clear')}</Link>
      </EmptyState>
    ),
  isMarked: (conversion) => countFailures(conversion).wrong > 0,
  detailsId: ({ conversion_id: id }) => `conversion-${id}`,
  cells: {
    converted_at: (conversion, dates, limit) => (
      <TextLink href={urlOf(conversion, dates, limit)}>
        <Time time={conversion.converted_at} isDay />
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
    check: (conversion, dates, limit) => (
      <Verdict conversion={conversion} url={`${urlOf(conversion, dates, limit)}#reconciliation` as Route} />
    ),
  },
  below: ({ rows, limit }, { filter }) =>
    rows.length > 0 && (
      <details open className="rounded-skin border border-line bg-surface p-3 sm:p-4">
        <summary className="cursor-pointer">
          <h2 className="inline font-semibold">{consoleTexts()('conversions.chart.title')}</h2>
        </summary>
        <BoltsChart conversions={rows.map((row) => ({ ...row, url: urlOf(row, filter, limit) }))} />
      </details>
    ),
})

export { generateMetadata }
export default Page

const urlOf = ({ conversion_id, position: at }: ConversionRow, { from, until }: DateFilter, limit?: number) =>
  oneUrl('conversions', conversion_id, { at, from, until, listRows: limit })

function Verdict({ conversion, url }: { conversion: ConversionRow; url: Route }) {
  const t = consoleTexts()
  const { wrong, unknown } = countFailures(conversion)
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      <Badge tone={wrong ? 'warning' : unknown ? 'neutral' : 'success'}>
        {t(`conversions.verdicts.${wrong ? 'doesNot' : unknown ? 'unknown' : 'addsUp'}`, { count: wrong })}
      </Badge>
      {wrong + unknown > 0 && <TextLink href={url}>{t('conversions.verdicts.see')}</TextLink>}
    </span>
  )
}
