import type { Route } from 'next'
import Link from 'next/link'
import { BreakdownTable } from '@/components/console/breakdown-table'
import { Section } from '@/components/console/console-page'
import { Detail, Details } from '@/components/console/details'
import { EmptyState } from '@/components/console/empty-state'
import { ExportLinks } from '@/components/console/export-links'
import { Identifier } from '@/components/console/identifier'
import { Reconciliation } from '@/components/console/reconciliation'
import { ServiceProblem } from '@/components/console/service-problem'
import { addressWith, type PageSearch } from '@/lib/console/address'
import { conversionPath, placeSearch } from '@/lib/console/conversion-query'
import type { ConversionFound } from '@/lib/console/find-conversion'
import { reconcile } from '@/lib/console/reconciliation'
import type { ReadResult } from '@/lib/console/service'
import { formatAmount, formatTime } from '@/lib/format'
import { conversionMessages } from '@/lib/messages/console-conversions'
import type { Conversion } from '@/lib/service'

const { one: messages, breakdown } = conversionMessages

/**
 * A conversion with its totals, its reconciliation and its breakdown; or why there is none to show.
 *
 * @param id - the one that is asked for.
 * @param search - the query of its page.
 */
export function ConversionDetails({
  result,
  id,
  search,
}: {
  result: ReadResult<ConversionFound>
  id: string
  search: PageSearch
}) {
  if (!result.ok) {
    return <ServiceProblem problem={result.problem} retryAddress={addressWith(conversionPath(id), search)} />
  }
  const found = result.data
  if (found.kind === 'missing') return <Missing searched={found.searched} isWhole={found.isWhole} />
  const { conversion, place } = found
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
          <ExportLinks path={`${path}/export` as Route} search={placeSearch(place)} />
        </div>
        <BreakdownTable
          entries={conversion.user_breakdown}
          path={path}
          // Where it was found by now, so that the next page of it is found there at once.
          search={{ ...search, ...placeSearch(place) }}
        />
      </section>
    </>
  )
}

function Totals({ conversion }: { conversion: Conversion }) {
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

function Missing({ searched, isWhole }: { searched: number; isWhole: boolean }) {
  const { title, whole, part } = messages.missing
  return (
    <EmptyState title={title}>
      <p>{isWhole ? whole(searched) : part(searched)}</p>
      <Link href="/console/conversions">{messages.back}</Link>
    </EmptyState>
  )
}
