import { Badge } from '@/components/console/badge'
import { RelativeTime } from '@/components/console/time'
import { config } from '@/lib/config'
import { daysOfWeek, rateOf } from '@/lib/console/connect-rate'
import { pageUrl } from '@/lib/console/page-url'
import type { Problem } from '@/lib/console/problem'
import type { ReadResult } from '@/lib/console/service'
import type { PendingTaskRuns } from '@/lib/service'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import { countTaskRuns, type BoundedCount } from '@/lib/task-runs/stuck'
import { Change, FigureCard, Sparkline, type Days, type Figure, type FigureCardProps } from './figure'
import type { LatestConversions, OverviewReads, Waiting } from './read'

/**
 * The figures. React shows each one as soon as the server has read it. One that fails does not affect the others.
 *
 * @param today - in UTC, as in `2026-01-31`.
 */
export function Counts({ reads, today }: { reads: OverviewReads; today: string }) {
  const t = consoleTexts()
  const { days, waiting, taskRuns, balances, conversions } = reads
  const ofDays = (figureOf: (days: Days) => Figure) =>
    days.then((read) => (read ? figureOf(read) : unknownFigure(t('overview.counts.away'))))
  const cards: FigureCardProps[] = [
    { name: 'today', url: pageUrl('/console/connects', { day: today }), figure: ofDays(todayFigure) },
    { name: 'week', url: '/console/connects', figure: ofDays(weekFigure) },
    { name: 'rate', url: '/console/connects?outcome=refused', figure: ofDays(rateFigure) },
    { name: 'waiting', url: '/console/connects', figure: waiting.then(waitingFigure) },
    {
      name: 'stuck',
      url: '/console/task-runs?show=stuck',
      what: t('overview.counts.stuck.what'),
      figure: taskRuns.then((read) =>
        // The card beside it shows the problem.
        read.kind === 'read' ? stuckFigure(read.data) : unknownFigure(t('overview.counts.stuck.unknownText')),
      ),
    },
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
    {
      name: 'balances',
      url: '/console/balances',
      what: t('overview.counts.balances.what'),
      figure: balances.then((read) => orProblem(read, balancesFigure)),
    },
  ]
  return (
    <section aria-labelledby="counts">
      <h2 id="counts" className="sr-only">
        {t('overview.counts.title')}
      </h2>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {cards.map((card) => (
          <FigureCard key={card.name} {...card} />
        ))}
      </div>
    </section>
  )
}

function orProblem<Data>(read: ReadResult<Data>, figureOf: (data: Data) => Figure): Figure | Problem {
  return read.kind === 'read' ? figureOf(read.data) : read.problem
}

const unknownFigure = (text: string): Figure => ({ value: consoleTexts()('overview.counts.unknown'), text })

function todayFigure(days: Days): Figure {
  const yesterday = days.at(-2)?.confirmed ?? 0
  return {
    value: consoleFormats().count(days.at(-1)?.confirmed ?? 0),
    text: consoleTexts()('overview.counts.today.text', { yesterday }),
  }
}

/** Returns the days of the last week, today included, and of the week before, as far as there are any. */
const weeksOf = (days: Days) => [days.slice(-daysOfWeek), days.slice(-2 * daysOfWeek, -daysOfWeek)] as const

function weekFigure(days: Days): Figure {
  const t = consoleTexts()
  const { count, list } = consoleFormats()
  const [thisWeek, weekBefore] = weeksOf(days)
  const texts = thisWeek.map(({ day, confirmed }) => `${day}: ${count(confirmed)}`)
  const byDay = t('overview.counts.week.days', { days: list(texts) })
  return {
    value: count(rateOf(thisWeek).confirmed),
    aside: <Sparkline days={thisWeek} before={weekBefore} label={byDay} />,
    text: t('overview.counts.week.text', { before: rateOf(weekBefore).confirmed }),
  }
}

function rateFigure(days: Days): Figure {
  const t = consoleTexts()
  const { count, percent } = consoleFormats()
  const [thisWeek, weekBefore] = weeksOf(days)
  const { percent: now, total } = rateOf(thisWeek)
  const { percent: before } = rateOf(weekBefore)
  if (now === null) return { value: t('overview.counts.rate.none') }
  const change = before === null ? null : signed(now - before, count)
  return {
    value: percent(now),
    aside: change !== null && (
      <Change
        text={t('overview.counts.rate.change', { change })}
        label={t('overview.counts.rate.changeLabel', { change })}
      />
    ),
    text: t('overview.counts.rate.text', { total }),
  }
}

function waitingFigure({ webhooks, records, lost, callsLeft, callLimit }: Waiting): Figure {
  const t = consoleTexts()
  const { waiting, givenUp } = typeof webhooks === 'string' ? { waiting: 0, givenUp: 0 } : webhooks
  const needsAttention = lost > 0 || callsLeft === 0 || webhooks === 'unknown' || givenUp > 0
  const things = [
    webhooks === 'off' && t('overview.counts.waiting.webhooksOff'),
    webhooks === 'unknown' && t('overview.counts.waiting.webhooksUnknown'),
    typeof webhooks === 'object' && t('overview.counts.waiting.webhooks', { count: waiting + givenUp }),
    t('overview.counts.waiting.records', { count: records }),
    lost > 0 && t('overview.counts.waiting.lost', { count: lost }),
  ]
  return {
    value: consoleFormats().count(waiting + givenUp + records),
    aside: needsAttention && <Badge tone="warning">{t('overview.counts.waiting.attention')}</Badge>,
    text: (
      <>
        <p>{things.filter(Boolean).join(' · ')}</p>
        <p>{t('overview.counts.waiting.calls', { left: callsLeft, limit: callLimit })}</p>
      </>
    ),
    needsAttention,
  }
}

function stuckFigure(runs: PendingTaskRuns): Figure {
  const t = consoleTexts()
  const { stuckAfterMinutes: minutes } = config()
  const { stuck } = countTaskRuns(runs, minutes * 60)
  const needsAttention = stuck.count > 0
  return {
    value: boundedText(stuck),
    aside: (
      <Badge tone={needsAttention ? 'warning' : 'success'}>
        {needsAttention ? t('overview.counts.stuck.some') : t('overview.counts.stuck.none')}
      </Badge>
    ),
    text: t('overview.counts.stuck.text', { minutes }),
    needsAttention,
  }
}

const pendingFigure = ({ taskRuns, hasMore }: PendingTaskRuns): Figure => ({
  value: boundedText({ count: taskRuns.length, isAtLeast: hasMore }),
  text: consoleTexts()('overview.counts.pending.text'),
})

function boundedText({ count, isAtLeast }: BoundedCount): string {
  return isAtLeast ? consoleTexts()('overview.counts.atLeast', { count }) : consoleFormats().count(count)
}

/** Bolts and points of the latest conversion, compared with the previous one. */
function conversionFigure({ latest, before, total }: LatestConversions): Figure {
  const t = consoleTexts()
  const { amount } = consoleFormats()
  if (latest === 'unknown') return unknownFigure(t('overview.counts.conversion.unknownText'))
  if (latest === 'none') return { value: t('overview.counts.conversion.none') }
  return {
    value: (
      <>
        {amount(latest.total_bolts_distributed)}{' '}
        <span className="text-base font-medium">{t('overview.counts.conversion.bolts')}</span>
      </>
    ),
    aside: <AmountChange now={latest.total_bolts_distributed} before={before?.total_bolts_distributed} />,
    text: (
      <>
        <p>
          {t('overview.counts.conversion.points', { points: amount(latest.total_subnet_points_in_pool) })}{' '}
          <AmountChange now={latest.total_subnet_points_in_pool} before={before?.total_subnet_points_in_pool} />
        </p>
        <p>
          <RelativeTime time={latest.converted_at} className="relative z-10" /> ·{' '}
          {t('overview.counts.conversion.text', { total })}
        </p>
      </>
    ),
  }
}

/** The change from the amount before in percent, to one decimal. Empty without an amount to compare with. */
function AmountChange({ now, before = 0 }: { now: number; before: number | undefined }) {
  if (before === 0) return null
  const percent = Math.round(((now - before) / Math.abs(before)) * 1000) / 10
  const change = signed(percent, consoleFormats().percent)
  return <Change text={change} label={consoleTexts()('overview.counts.conversion.changeLabel', { change })} />
}

/** Formats a change with its sign, including the plus sign. */
const signed = (change: number, text: (change: number) => string) => `${change > 0 ? '+' : ''}${text(change)}`

const balancesFigure = ({ total }: { total: number }): Figure => ({
  value: consoleFormats().count(total),
  text: consoleTexts()('overview.counts.balances.text'),
})
