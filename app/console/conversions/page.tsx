import type { Route } from 'next'
import { Badge } from '@/components/console/badge'
import { StackedBars } from '@/components/console/chart'
import { Section } from '@/components/console/console-page'
import { EmptyState, Note } from '@/components/console/notices'
import { TextLink } from '@/components/console/links'
import { Time } from '@/components/console/time'
import { listPage } from '@/components/console/list'
import { Link } from '@/components/ui/link'
import { oneUrl, pageUrl } from '@/lib/console/page-url'
import { decimalsOf } from '@/lib/format'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import { ConversionFilter } from './filter'
import { conversions } from './list'
import type { DateFilter } from './query'
import { countFailures, type ConversionRow } from './reconciliation'

const { Page, generateMetadata } = listPage(conversions, {
  title({ filter: { from, until, problems } }) {
    return [consoleTexts()('layout.pages.conversions'), ...(problems ? [] : [from, until])].filter(Boolean).join(' ')
  },
  hasError: ({ problems }) => problems !== null,
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
  cells: {
    converted_at: (conversion, dates, limit) => (
      <TextLink href={urlOf(conversion, dates, limit)}>
        <Time time={conversion.converted_at} isDay />
      </TextLink>
    ),
    period: ({ period_started_at, period_ended_at }) => (
      <span className="whitespace-nowrap">
        <Time time={period_started_at} isDay /> – <Time time={period_ended_at} isDay />
      </span>
    ),
    check(conversion, dates, limit) {
      const { wrong, unknown } = countFailures(conversion)
      // Empty if it adds up, so that the others stand out.
      if (wrong + unknown === 0) return <></>
      return (
        <TextLink href={`${urlOf(conversion, dates, limit)}#reconciliation` as Route}>
          <Badge tone={wrong ? 'warning' : 'neutral'}>
            {consoleTexts()(`conversions.verdicts.${wrong ? 'doesNot' : 'unknown'}`, { count: wrong })}
          </Badge>
        </TextLink>
      )
    },
  },
  above: ({ rows, all = rows, limit }, { filter }) =>
    rows.length > 0 && <Latest conversions={all} urlOf={(conversion) => urlOf(conversion, filter, limit)} />,
  below: () => <p className="footnote">{consoleTexts()('shared.subnetBolts')}</p>,
})

export { Page as default, generateMetadata }

const urlOf = ({ conversion_id, position: at }: ConversionRow, { from, until }: DateFilter, limit?: number) =>
  oneUrl('conversions', conversion_id, { at, from, until, listRows: limit })

/** Half a year of weeks. */
const charted = 26

export function Latest({
  conversions,
  urlOf,
}: {
  conversions: readonly ConversionRow[]
  urlOf: (conversion: ConversionRow) => Route
}) {
  const t = consoleTexts()
  const { amount } = consoleFormats()
  const wrong = conversions.filter((conversion) => countFailures(conversion).wrong > 0)
  const latest = conversions.toSorted((a, b) => Date.parse(a.converted_at) - Date.parse(b.converted_at)).slice(-charted)
  return (
    <>
      {wrong.length > 0 && (
        <Note>
          <span>{t('conversions.verdicts.note', { count: wrong.length })}</span>
          {wrong.map((conversion) => (
            <TextLink key={conversion.conversion_id} href={urlOf(conversion)}>
              <Time time={conversion.converted_at} isDay />
            </TextLink>
          ))}
        </Note>
      )}
      <Section title={t('conversions.chart.title', { count: latest.length })}>
        <StackedBars
          name={t('conversions.columns.converted_at')}
          series={[t('conversions.chart.series.users'), t('conversions.chart.series.owner')]}
          bars={latest.map((conversion) => {
            const { user_bolts_distributed: users, owner_bolts_distributed: owner } = conversion
            const decimals = decimalsOf([users, owner])
            const { wrong: mismatches } = countFailures(conversion)
            const figures = { users: amount(users, decimals), owner: amount(owner, decimals), mismatches }
            return {
              key: conversion.conversion_id,
              label: <Time time={conversion.converted_at} isDay />,
              figures: t('conversions.chart.bar', figures),
              parts: [users, owner],
              isMarked: mismatches > 0,
            }
          })}
        />
      </Section>
    </>
  )
}
