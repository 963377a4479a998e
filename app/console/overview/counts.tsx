import { daysOfWeek, rateOf } from '@/lib/console/connect-rate'
import { conversionPath, pageUrl } from '@/lib/console/page-url'
import type { ReadResult } from '@/lib/console/service'
import type { PendingTaskRuns } from '@/lib/service'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import { PercentChange, signed } from '@/components/console/percent-change'
import { RelativeTime } from '@/components/console/time'
import { FigureCard, Sparkline, type Days, type Figure, type FigureCardProps } from './figure'
import type { LatestConversions, OverviewReads } from './read'

/**
 * The figures, each with a link to the records that it counts. React shows each one as soon as the server has read it.
 * One that fails does not affect the others.
 */
export function Counts({ reads: { days, taskRuns, conversions } }: { reads: Omit<OverviewReads, 'work'> }) {
  const t = consoleTexts()
  const ofDays = (figureOf: (days: Days) => Figure) =>
    days.then((read) => (read ? figureOf(read) : unknownFigure(t('overview.counts.away'))))
  const cards: FigureCardProps[] = [
    { name: 'week', url: '/console/connects', figure: ofDays(weekFigure) },
    { name: 'refused', url: '/console/connects', figure: ofDays(refusedFigure) },
    {
      name: 'pending',
      url: '/console/task-runs',
      what: t('overview.counts.pending.what'),
      figure: taskRuns.then((read) => orProblem(read, pendingFigure)),
    },
    {
      name: 'conversion',
      url: '/console/conversions',
      what: t('overview.counts.conversion.what'),
      figure: conversions.then((read) => orProblem(read, conversionFigure)),
    },
  ]
  return (
    <section aria-labelledby="counts">
      <h2 id="counts" className="sr-only">
        {t('overview.counts.title')}
      </h2>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {cards.map((card) => (
          <FigureCard key={card.name} {...card} />
        ))}
      </div>
    </section>
  )
}

/** The page behind the figure explains a problem, so the card only names it. */
function orProblem<Data>(read: ReadResult<Data>, figureOf: (data: Data) => Figure): Figure {
  if (read.kind === 'read') return figureOf(read.data)
  return unknownFigure(consoleTexts()(`problems.${read.problem.kind}.title`))
}

const unknownFigure = (text: string): Figure => ({ value: consoleTexts()('overview.counts.unknown'), text })

/** Returns the days of the last week, today included, and of the week before, as far as there are any. */
const weeksOf = (days: Days) => [days.slice(-daysOfWeek), days.slice(-2 * daysOfWeek, -daysOfWeek)] as const

const pressesUrl = (days: Days, outcome: 'confirmed' | 'refused') =>
  pageUrl('/console/connects', { outcome, day: `${days.at(0)?.day}..${days.at(-1)?.day}` })

function weekFigure(days: Days): Figure {
  const t = consoleTexts()
  const { count, list } = consoleFormats()
  const [thisWeek, weekBefore] = weeksOf(days)
  const byDay = thisWeek.map(({ day, confirmed }) => `${day}: ${count(confirmed)}`)
  return {
    value: count(rateOf(thisWeek).confirmed),
    aside: (
      <Sparkline days={thisWeek} before={weekBefore} label={t('overview.counts.week.days', { days: list(byDay) })} />
    ),
    text: t('overview.counts.week.text', {
      today: thisWeek.at(-1)?.confirmed ?? 0,
      before: rateOf(weekBefore).confirmed,
    }),
    url: pressesUrl(thisWeek, 'confirmed'),
  }
}

function refusedFigure(days: Days): Figure {
  const t = consoleTexts()
  const { count, percent } = consoleFormats()
  const [thisWeek, weekBefore] = weeksOf(days)
  const { confirmed, total, percent: now } = rateOf(thisWeek)
  const { percent: before } = rateOf(weekBefore)
  const figure = { value: count(total - confirmed), url: pressesUrl(thisWeek, 'refused') }
  if (now === null) return { ...figure, text: t('overview.counts.refused.none') }
  const change = before === null ? 'none' : signed(now - before, count)
  return { ...figure, text: t('overview.counts.refused.text', { percent: percent(now), total, change }) }
}

function pendingFigure({ taskRuns: { length: count }, hasMore }: PendingTaskRuns): Figure {
  const t = consoleTexts()
  return {
    value: hasMore ? t('overview.counts.atLeast', { count }) : consoleFormats().count(count),
    text: t('overview.counts.pending.text'),
  }
}

function conversionFigure({ latest, before, at }: LatestConversions): Figure {
  const t = consoleTexts()
  const { amount } = consoleFormats()
  if (latest === 'unknown') return unknownFigure(t('overview.counts.conversion.unknownText'))
  if (latest === 'none') return { value: t('overview.counts.conversion.none') }
  const bolts = latest.total_bolts_distributed
  const boltsBefore = before?.total_bolts_distributed ?? 0
  return {
    value: (
      <>
        {amount(bolts)} <span className="text-base font-medium">{t('overview.counts.conversion.bolts')}</span>
      </>
    ),
    text: (
      <>
        {boltsBefore !== 0 && (
          <span>
            <PercentChange now={bolts} before={boltsBefore} /> {t('overview.counts.conversion.change')}&nbsp;·{' '}
          </span>
        )}
        <RelativeTime time={latest.converted_at} className="relative z-10" />
      </>
    ),
    url: pageUrl(conversionPath(latest.conversion_id), { at: String(at) }),
  }
}
