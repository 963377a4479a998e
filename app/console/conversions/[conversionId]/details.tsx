import { AsyncContent } from '@/components/console/async-content'
import { Details } from '@/components/console/details'
import { EmptyState, ServiceProblem } from '@/components/console/notices'
import { Identifier } from '@/components/console/identifier'
import { Time } from '@/components/console/time'
import { Link } from '@/components/ui/link'
import { reconcile } from '@/app/console/conversions/reconciliation'
import { conversionPath, pageUrl, type SearchParams } from '@/lib/console/page-url'
import type { ReadResult } from '@/lib/console/service'
import { consoleTexts } from '@/lib/skin/texts'
import { Breakdown } from './breakdown'
import { readNeighbours, type ConversionFound, type MissingConversion } from './read'
import { Reconciliation } from './reconciliation'
import { Totals } from './totals'

/** A conversion's totals, reconciliation and breakdown, or the problem that prevents showing it. */
export function ConversionDetails({
  result,
  id,
  searchParams,
}: {
  result: ReadResult<ConversionFound>
  id: string
  searchParams: SearchParams
}) {
  const t = consoleTexts()
  if (result.kind === 'failed') {
    return <ServiceProblem problem={result.problem} retryUrl={pageUrl(conversionPath(id), searchParams)} />
  }
  const found = result.data
  if (found.kind === 'missing') return <Missing {...found} />
  const { conversion, listPosition } = found
  const { at, from, until } = listPosition
  const path = conversionPath(conversion.conversion_id)
  // Includes the current list position, so that the next page finds the conversion directly.
  const current = { ...searchParams, at: String(at), from, until }
  const totals = { conversion, searchParams: current }
  return (
    <>
      <div className="grid gap-3 rounded-skin border border-line bg-surface p-3 lg:grid-cols-2 lg:gap-x-8">
        <AsyncContent
          read={readNeighbours(conversion, listPosition)}
          what={t('conversions.one.change.what')}
          fallback={<Totals {...totals} neighbours={null} />}
          path={path}
          searchParams={current}
        >
          {(neighbours) => <Totals {...totals} neighbours={neighbours} />}
        </AsyncContent>
        <div className="grid content-start gap-3">
          <Details
            fields={{
              [t('conversions.one.totals.convertedAt')]: <Time time={conversion.converted_at} />,
              [t('conversions.one.totals.period')]: (
                <>
                  <Time time={conversion.period_started_at} /> {t('conversions.one.totals.periodTo')}{' '}
                  <Time time={conversion.period_ended_at} />
                </>
              ),
              [t('conversions.columns.conversion_id')]: (
                <Identifier value={conversion.conversion_id} what={t('conversions.ids.conversion_id')} isWhole />
              ),
            }}
          />
          <Reconciliation conversion={reconcile(conversion)} />
        </div>
      </div>
      <Breakdown conversion={conversion} searchParams={current} />
    </>
  )
}

function Missing({ searched, isWhole, unreadable }: MissingConversion) {
  const t = consoleTexts()
  return (
    <EmptyState title={t('conversions.one.missing.title')}>
      <p>{t(isWhole ? 'conversions.one.missing.whole' : 'conversions.one.missing.part', { searched })}</p>
      {unreadable > 0 && <p>{t('conversions.one.missing.unreadable', { count: unreadable })}</p>}
      <Link href="/console/conversions">{t('conversions.one.back')}</Link>
    </EmptyState>
  )
}
