import type { Route } from 'next'
import { Section } from '@/components/console/shared/console-page'
import { Detail, Details } from '@/components/console/shared/details'
import { EmptyState } from '@/components/console/shared/empty-state'
import { ExportLinks } from '@/components/console/shared/export-links'
import { Identifier } from '@/components/console/shared/identifier'
import { ServiceProblem } from '@/components/console/shared/service-problem'
import { Link } from '@/components/ui/link'
import type { BreakdownDetails } from '@/lib/console/conversions/details'
import type { ConversionFound } from '@/lib/console/conversions/find'
import { conversionPath, listPositionParams } from '@/lib/console/conversions/query'
import { reconcile } from '@/lib/console/conversions/reconciliation'
import { pageUrl, type SearchParams } from '@/lib/console/shared/page-url'
import type { ReadResult } from '@/lib/console/shared/service'
import { formatAmount, formatTime } from '@/lib/format'
import { conversionMessages } from '@/lib/messages/console-conversions'
import type { Conversion } from '@/lib/service'
import { BreakdownTable } from './breakdown-table'
import { Reconciliation } from './reconciliation'

const { one: messages, breakdown } = conversionMessages

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
  if (!result.ok) {
    return <ServiceProblem problem={result.problem} retryUrl={pageUrl(conversionPath(id), searchParams)} />
  }
  const found = result.data
  if (found.kind === 'missing') return <Missing {...found} />
  const { conversion, listPosition } = found
  const path = conversionPath(conversion.conversion_id)
  return (
    <>
      <Section title={messages.totals.title}>
        <Totals conversion={conversion} />
      </Section>
      <Reconciliation lines={reconcile(conversion)} />
      <section aria-labelledby="breakdown" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <h2 id="breakdown" className="text-lg font-semibold">
            {breakdown.title}
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
  const texts = messages.totals
  const { period_started_at: from, period_ended_at: until } = conversion
  return (
    <Details>
      <Detail name={texts.id}>
        <Identifier value={conversion.conversion_id} what={conversionMessages.list.idToCopy} isWhole />
      </Detail>
      <Detail name={texts.convertedAt}>
        <Time time={conversion.converted_at} />
      </Detail>
      <Detail name={texts.period}>
        <Time time={from} /> {texts.periodTo} <Time time={until} />
      </Detail>
      <Detail name={texts.pool}>{formatAmount(conversion.total_subnet_points_in_pool)}</Detail>
      <Detail name={texts.gross}>{formatAmount(conversion.gross_bolts_allocation)}</Detail>
      <Detail name={texts.total}>{formatAmount(conversion.total_bolts_distributed)}</Detail>
      <Detail name={texts.users}>{formatAmount(conversion.user_bolts_distributed)}</Detail>
      <Detail name={texts.owner}>{formatAmount(conversion.owner_bolts_distributed)}</Detail>
    </Details>
  )
}

function Time({ time }: { time: string }) {
  return (
    <time dateTime={time} className="whitespace-nowrap tabular-nums">
      {formatTime(time)}
    </time>
  )
}

function Missing({ searched, isWhole, unreadable }: Record<'searched' | 'unreadable', number> & { isWhole: boolean }) {
  const { title, whole, part, ...texts } = messages.missing
  return (
    <EmptyState title={title}>
      <p>{isWhole ? whole(searched) : part(searched)}</p>
      {unreadable > 0 && <p>{texts.unreadable(unreadable)}</p>}
      <Link href="/console/conversions">{messages.back}</Link>
    </EmptyState>
  )
}
