import type { Route } from 'next'
import { Section } from '@/components/console/shared/console-page'
import { Detail, Details } from '@/components/console/shared/details'
import { EmptyState } from '@/components/console/shared/empty-state'
import { ExportLinks } from '@/components/console/shared/export-links'
import { Identifier } from '@/components/console/shared/identifier'
import { ServiceProblem } from '@/components/console/shared/service-problem'
import { Time } from '@/components/console/shared/time'
import { Link } from '@/components/ui/link'
import type { BreakdownDetails } from '@/lib/console/conversions/details'
import type { ConversionFound } from '@/lib/console/conversions/find'
import { listPositionParams } from '@/lib/console/conversions/query'
import { reconcile } from '@/lib/console/conversions/reconciliation'
import { conversionPath, pageUrl, type SearchParams } from '@/lib/console/shared/page-url'
import type { ReadResult } from '@/lib/console/shared/service'
import { decimalsOf } from '@/lib/format'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import type { Conversion, DecimalText } from '@/lib/service'
import { BreakdownTable } from './breakdown-table'
import { Reconciliation } from './reconciliation'

/**
 * A conversion's totals, reconciliation and breakdown; or why it cannot be shown.
 *
 * @param id - the ID in the URL.
 * @param searchParams - the query of the page.
 */
export function ConversionDetails({
  result,
  id,
  searchParams,
}: {
  result: ReadResult<ConversionFound<BreakdownDetails>>
  id: string
  searchParams: SearchParams
}) {
  const t = consoleTexts()
  if (!result.ok) {
    return <ServiceProblem problem={result.problem} t={t} retryUrl={pageUrl(conversionPath(id), searchParams)} />
  }
  const found = result.data
  if (found.kind === 'missing') return <Missing {...found} />
  const { conversion, listPosition } = found
  const path = conversionPath(conversion.conversion_id)
  return (
    <>
      <Section title={t('conversions.one.totals.title')}>
        <Totals conversion={conversion} />
      </Section>
      <Reconciliation lines={reconcile(conversion)} />
      <section aria-labelledby="breakdown" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <h2 id="breakdown" className="text-lg font-semibold">
            {t('conversions.breakdown.title')}
          </h2>
          <ExportLinks path={`${path}/export` as Route} searchParams={listPositionParams(listPosition)} />
        </div>
        <BreakdownTable
          breakdown={conversion.breakdown}
          path={path}
          // With its current list position, so that the next page finds the conversion at once.
          searchParams={{ ...searchParams, ...listPositionParams(listPosition) }}
        />
      </section>
    </>
  )
}

function Totals({ conversion }: { conversion: Conversion<unknown> }) {
  const t = consoleTexts()
  const { period_started_at: from, period_ended_at: until } = conversion
  const bolts = {
    gross: conversion.gross_bolts_allocation,
    total: conversion.total_bolts_distributed,
    users: conversion.user_bolts_distributed,
    owner: conversion.owner_bolts_distributed,
  }
  const decimals = decimalsOf(Object.values(bolts))
  return (
    <Details>
      <Detail name={t('conversions.one.totals.id')}>
        <Identifier value={conversion.conversion_id} what={t('conversions.list.idToCopy')} isWhole />
      </Detail>
      <Detail name={t('conversions.one.totals.convertedAt')}>
        <Time time={conversion.converted_at} />
      </Detail>
      <Detail name={t('conversions.one.totals.period')}>
        <Time time={from} /> {t('conversions.one.totals.periodTo')} <Time time={until} />
      </Detail>
      <Detail name={t('conversions.one.totals.pool')}>
        <Amount value={conversion.total_subnet_points_in_pool} decimals={decimals} />
      </Detail>
      {(['gross', 'total', 'users', 'owner'] as const).map((name) => (
        <Detail key={name} name={t(`conversions.one.totals.${name}`)}>
          <Amount value={bolts[name]} decimals={decimals} />
        </Detail>
      ))}
    </Details>
  )
}

/** All amounts end at the same place, one below the other. */
function Amount({ value, decimals }: { value: DecimalText; decimals: number }) {
  return (
    <span className="inline-block min-w-[18ch] text-end tabular-nums">{consoleFormats().amount(value, decimals)}</span>
  )
}

function Missing({ searched, isWhole, unreadable }: Record<'searched' | 'unreadable', number> & { isWhole: boolean }) {
  const t = consoleTexts()
  return (
    <EmptyState title={t('conversions.one.missing.title')}>
      <p>{t(isWhole ? 'conversions.one.missing.whole' : 'conversions.one.missing.part', { searched })}</p>
      {unreadable > 0 && <p>{t('conversions.one.missing.unreadable', { count: unreadable })}</p>}
      <Link href="/console/conversions">{t('conversions.one.back')}</Link>
    </EmptyState>
  )
}
