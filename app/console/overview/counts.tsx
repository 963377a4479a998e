import { daysOfWeek } from '@/lib/console/connect-rate'
import type { Route } from 'next'
import { Suspense, type ReactNode } from 'react'
import { Badge } from '@/components/console/badge'
import { Loading } from '@/components/console/async-content'
import { ServiceProblem } from '@/components/console/notices'
import { RelativeTime } from '@/components/console/time'
import { pageUrl } from '@/lib/console/page-url'
import type { ReadResult } from '@/lib/console/service'
import { countTaskRuns, type BoundedCount } from '@/lib/task-runs/stuck'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import type { PendingTaskRuns } from '@/lib/service'
import { Change, CountCard, Figure, Sparkline } from './figure'
import { percentChange, type LatestConversion, type OverviewConnects, type OverviewReads, type Waiting } from './read'

/**
 * The figures. React shows each one as soon as the server has read it. One that fails does not affect the others.
 *
 * @param today - in UTC, as in `2026-01-31`.
 */
export function Counts({
  reads,
  today,
  stuckAfterMinutes,
}: {
  reads: OverviewReads
  today: string
  stuckAfterMinutes: number
}) {
  const t = consoleTexts()
  const { count } = consoleFormats()
  const { connects, waiting, taskRuns, balances, conversion } = reads
  const countRuns = (runs: PendingTaskRuns) => countTaskRuns(runs, stuckAfterMinutes * 60)
  return (
    <section aria-labelledby="counts">
      <h2 id="counts" className="sr-only">
        {t('overview.counts.title')}
      </h2>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Count name="today" url={pageUrl('/console/connects', { day: today })} read={connects}>
          {orUnavailable(({ days }) => (
            <Figure value={count(days.at(-1)?.confirmed ?? 0)}>
              {t('overview.counts.today.text', { yesterday: days.at(-2)?.confirmed ?? 0 })}
            </Figure>
          ))}
        </Count>
        <Count name="week" url="/console/connects" read={connects}>
          {orUnavailable((figures) => (
            <Week {...figures} />
          ))}
        </Count>
        <Count name="rate" url="/console/connects?outcome=refused" read={connects}>
          {orUnavailable((figures) => (
            <Rate {...figures} />
          ))}
        </Count>
        <Count name="waiting" url="/console/connects" read={waiting} needsAttention={isUrgent}>
          {(now) => <WhatWaits {...now} />}
        </Count>
        <Count
          name="stuck"
          url="/console/task-runs?show=stuck"
          read={taskRuns}
          what={t('overview.counts.stuck.what')}
          needsAttention={(runs) => runs.ok && countRuns(runs.data).stuck.count > 0}
        >
          {(runs) =>
            runs.ok ? (
              <Stuck stuck={countRuns(runs.data).stuck} minutes={stuckAfterMinutes} />
            ) : (
              // The card beside it shows the problem.
              <Unknown text={t('overview.counts.stuck.unknownText')} />
            )
          }
        </Count>
        <Count name="pending" url="/console/task-runs" read={taskRuns} what={t('overview.counts.pending.what')}>
          {orProblem((runs) => (
            <Figure value={boundedText(countRuns(runs).pending)}>{t('overview.counts.pending.text')}</Figure>
          ))}
        </Count>
        <Count
          name="conversion"
          url="/console/conversions"
          read={conversion}
          what={t('overview.counts.conversion.what')}
        >
          {orProblem((conversions) => (
            <Latest {...conversions} />
          ))}
        </Count>
        <Count name="balances" url="/console/balances" read={balances} what={t('overview.counts.balances.what')}>
          {orProblem(({ total }) => (
            <Figure value={count(total)}>{t('overview.counts.balances.text')}</Figure>
          ))}
        </Count>
      </div>
    </section>
  )
}

interface CountProps<Data> {
  name: 'today' | 'week' | 'rate' | 'waiting' | 'stuck' | 'pending' | 'conversion' | 'balances'
  url: Route
  read: Promise<Data>
  /** The name of the data that the figure reads from the service. Undefined if it needs no call. */
  what?: string
  needsAttention?: (data: Data) => boolean
  children: (data: Data) => ReactNode
}

function Count<Data>(props: CountProps<Data>) {
  const { what } = props
  return (
    <Suspense
      fallback={
        <CountCard {...cardOf(props)} className="noscript:hidden">
          {what === undefined ? (
            <p role="status">{consoleTexts()('controls.loading')}</p>
          ) : (
            <Loading what={what} lines={1} />
          )}
        </CountCard>
      }
    >
      <ReadCount {...props} />
    </Suspense>
  )
}

async function ReadCount<Data>(props: CountProps<Data>) {
  const { read, needsAttention, children } = props
  const data = await read
  return (
    <CountCard {...cardOf(props)} needsAttention={needsAttention?.(data) === true}>
      {children(data)}
    </CountCard>
  )
}

function cardOf({ name, url }: Pick<CountProps<unknown>, 'name' | 'url'>) {
  const t = consoleTexts()
  return { title: t(`overview.counts.${name}.title`), link: { url, text: t(`overview.counts.${name}.link`) } }
}

/** Returns a function that shows figures of connects, or that they are unavailable. */
function orUnavailable(show: (figures: OverviewConnects) => ReactNode) {
  return (figures: OverviewConnects | null) =>
    figures ? show(figures) : <Unknown text={consoleTexts()('overview.counts.away')} />
}

/** Returns a function that shows the service's data, or the problem. */
function orProblem<Data>(show: (data: Data) => ReactNode) {
  return (result: ReadResult<Data>) =>
    result.ok ? (
      show(result.data)
    ) : (
      // Above the link that covers the card, because the problem has its own link.
      <div className="relative z-10">
        <ServiceProblem problem={result.problem} retryUrl="/console" />
      </div>
    )
}

function Unknown({ text }: { text: string }) {
  return <Figure value={consoleTexts()('overview.counts.unknown')}>{text}</Figure>
}

/** Two weeks, day by day: the last week and the week before. */
function Week({ thisWeek, weekBefore, days }: OverviewConnects) {
  const t = consoleTexts()
  const { count, list } = consoleFormats()
  const texts = days.slice(-daysOfWeek).map(({ day, confirmed }) => `${day}: ${count(confirmed)}`)
  const byDay = t('overview.counts.week.days', { days: list(texts) })
  const counts = days.map(({ confirmed }) => confirmed)
  return (
    <Figure
      value={count(thisWeek.confirmed)}
      aside={
        <>
          <Sparkline counts={counts.slice(-daysOfWeek)} before={counts.slice(0, -daysOfWeek)} title={byDay} />
          <span className="sr-only">{byDay}</span>
        </>
      }
    >
      {t('overview.counts.week.text', { before: weekBefore.confirmed })}
    </Figure>
  )
}

function Rate({ thisWeek, weekBefore }: OverviewConnects) {
  const t = consoleTexts()
  const { count, percent } = consoleFormats()
  if (thisWeek.percent === null) return <Figure value={t('overview.counts.rate.none')} />
  const change = weekBefore.percent === null ? null : signed(thisWeek.percent - weekBefore.percent, count)
  return (
    <Figure
      value={percent(thisWeek.percent)}
      aside={
        change !== null && (
          <Change
            text={t('overview.counts.rate.change', { change })}
            label={t('overview.counts.rate.changeLabel', { change })}
          />
        )
      }
    >
      {t('overview.counts.rate.text', { total: thisWeek.total })}
    </Figure>
  )
}

function isUrgent({ webhooks, lost, callsLeft }: Waiting): boolean {
  return lost > 0 || callsLeft === 0 || webhooks === 'unknown' || (webhooks !== 'off' && webhooks.givenUp > 0)
}

function WhatWaits(now: Waiting) {
  const t = consoleTexts()
  const { webhooks, records, lost, callsLeft, callLimit } = now
  const undelivered = typeof webhooks === 'string' ? 0 : webhooks.waiting + webhooks.givenUp
  const things = [
    webhooks === 'off' && t('overview.counts.waiting.webhooksOff'),
    webhooks === 'unknown' && t('overview.counts.waiting.webhooksUnknown'),
    typeof webhooks === 'object' && t('overview.counts.waiting.webhooks', { count: undelivered }),
    t('overview.counts.waiting.records', { count: records }),
    lost > 0 && t('overview.counts.waiting.lost', { count: lost }),
  ]
  return (
    <Figure
      value={consoleFormats().count(undelivered + records)}
      aside={isUrgent(now) && <Badge tone="warning">{t('overview.counts.waiting.attention')}</Badge>}
    >
      <p>{things.filter(Boolean).join(' · ')}</p>
      <p>{t('overview.counts.waiting.calls', { left: callsLeft, limit: callLimit })}</p>
    </Figure>
  )
}

function Stuck({ stuck, minutes }: { stuck: BoundedCount; minutes: number }) {
  const t = consoleTexts()
  return (
    <Figure
      value={boundedText(stuck)}
      aside={
        <Badge tone={stuck.count > 0 ? 'warning' : 'success'}>
          {stuck.count > 0 ? t('overview.counts.stuck.some') : t('overview.counts.stuck.none')}
        </Badge>
      }
    >
      {t('overview.counts.stuck.text', { minutes })}
    </Figure>
  )
}

/** Bolts and points of the latest conversion, compared with the previous one. */
function Latest({ latest, before, total, isKnown }: LatestConversion) {
  const t = consoleTexts()
  const { amount } = consoleFormats()
  if (!isKnown) return <Unknown text={t('overview.counts.conversion.unknownText')} />
  if (!latest) return <Figure value={t('overview.counts.conversion.none')} />
  return (
    <Figure
      value={
        <>
          {amount(latest.total_bolts_distributed)}{' '}
          <span className="text-base font-medium">{t('overview.counts.conversion.bolts')}</span>
        </>
      }
      aside={<AmountChange now={latest.total_bolts_distributed} before={before?.total_bolts_distributed} />}
    >
      <p>
        {t('overview.counts.conversion.points', { points: amount(latest.total_subnet_points_in_pool) })}{' '}
        <AmountChange now={latest.total_subnet_points_in_pool} before={before?.total_subnet_points_in_pool} />
      </p>
      <p>
        <RelativeTime time={latest.converted_at} className="relative z-10" /> ·{' '}
        {t('overview.counts.conversion.text', { total })}
      </p>
    </Figure>
  )
}

function AmountChange({ now, before }: { now: number; before: number | undefined }) {
  const { percent } = consoleFormats()
  const change = before === undefined ? null : percentChange(now, before)
  if (change === null) return null
  const text = signed(change, percent)
  return <Change text={text} label={consoleTexts()('overview.counts.conversion.changeLabel', { change: text })} />
}

/** Formats a change with its sign, including the plus sign. */
const signed = (change: number, text: (change: number) => string) => `${change > 0 ? '+' : ''}${text(change)}`

function boundedText({ count, isAtLeast }: BoundedCount): string {
  return isAtLeast ? consoleTexts()('overview.counts.atLeast', { count }) : consoleFormats().count(count)
}
