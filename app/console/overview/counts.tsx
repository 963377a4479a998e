import type { Route } from 'next'
import { Suspense, type ReactNode } from 'react'
import { Late, Loading } from '@/components/console/async-content'
import { RelativeTime } from '@/components/console/time'
import { Link } from '@/components/ui/link'
import { daysOfWeek, rateOf } from '@/lib/console/connect-rate'
import { oneUrl, pageUrl } from '@/lib/console/page-url'
import type { ReadResult } from '@/lib/console/service'
import type { ConnectDay } from '@/lib/records'
import type { PendingTaskRuns } from '@/lib/service'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import type { LatestConversion, OverviewReads } from './overview-data'

export function Counts({ reads: { days, taskRuns, conversion } }: { reads: Omit<OverviewReads, 'work'> }) {
  const t = consoleTexts()
  const ofDays = (figureOf: (days: Days) => Figure) =>
    days.then((read) => (read ? figureOf(read) : unknownFigure(t('overview.counts.away'))))
  const cards: (CardProps & { read: Promise<Figure> })[] = [
    { name: 'week', url: '/console/connects', read: ofDays(weekFigure) },
    { name: 'refused', url: '/console/connects', read: ofDays(refusedFigure) },
    {
      name: 'pending',
      url: '/console/task-runs',
      what: t('overview.counts.pending.what'),
      read: taskRuns.then((read) => orProblem(read, pendingFigure)),
    },
    {
      name: 'conversion',
      url: '/console/conversions',
      what: t('overview.counts.conversion.what'),
      read: conversion.then((read) => orProblem(read, conversionFigure)),
    },
  ]
  return (
    <section aria-labelledby="counts">
      <h2 id="counts" className="sr-only">
        {t('overview.counts.title')}
      </h2>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {cards.map(({ read, ...card }) => (
          <Suspense key={card.name} fallback={<Card {...card} />}>
            <Late read={read}>{(figure) => <Card {...card} figure={figure} />}</Late>
          </Suspense>
        ))}
      </div>
    </section>
  )
}

function orProblem<Data>(read: ReadResult<Data>, figureOf: (data: Data) => Figure): Figure {
  if (read.kind === 'read') return figureOf(read.data)
  return unknownFigure(consoleTexts()(`problems.${read.problem.kind}.title`))
}

const unknownFigure = (text: string): Figure => ({ value: consoleTexts()('overview.counts.unknown'), text })

const weekOf = (days: Days) => days.slice(-daysOfWeek)

const pressesUrl = (days: Days, outcome: 'confirmed' | 'refused') =>
  pageUrl('/console/connects', { outcome, day: `${days.at(0)?.day}..${days.at(-1)?.day}` })

function weekFigure(days: Days): Figure {
  const t = consoleTexts()
  const { count, list } = consoleFormats()
  const [thisWeek, weekBefore] = [weekOf(days), days.slice(-2 * daysOfWeek, -daysOfWeek)]
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
  const { confirmed, total, percent: rate } = rateOf(weekOf(days))
  return {
    value: count(total - confirmed),
    text:
      rate === null
        ? t('overview.counts.refused.none')
        : t('overview.counts.refused.text', { percent: percent(rate), total }),
    url: pressesUrl(weekOf(days), 'refused'),
  }
}

function pendingFigure({ taskRuns: { length: count }, hasMore }: PendingTaskRuns): Figure {
  const t = consoleTexts()
  return {
    value: hasMore ? t('overview.counts.atLeast', { count }) : consoleFormats().count(count),
    text: t('overview.counts.pending.text'),
  }
}

function conversionFigure({ latest, at }: LatestConversion): Figure {
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
    text: <RelativeTime time={latest.converted_at} className="relative z-10" />,
    url: oneUrl('conversions', latest.conversion_id, { at }),
  }
}

interface Figure {
  value: ReactNode
  aside?: ReactNode
  text?: ReactNode
  url?: Route
}

interface CardProps {
  name: 'week' | 'refused' | 'pending' | 'conversion'
  url: Route
  what?: string
}

function Card({ name, what, figure, url }: CardProps & { figure?: Figure }) {
  const t = consoleTexts()
  const loading = what === undefined ? <p role="status">{t('controls.loading')}</p> : <Loading what={what} lines={1} />
  return (
    <article className="relative grid content-start gap-1 rounded-skin border border-line bg-surface px-4 py-3 hover:border-accent">
      <h3 className="text-sm font-medium text-muted">
        <Link
          href={figure?.url ?? url}
          className="text-inherit no-underline after:absolute after:inset-0 after:rounded-skin"
        >
          {t(`overview.counts.${name}.title`)}
        </Link>
      </h3>
      {figure ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="text-2xl font-semibold tracking-tight wrap-anywhere tabular-nums">{figure.value}</p>
          {figure.aside}
        </div>
      ) : (
        loading
      )}
      {figure?.text && <p className="text-sm text-muted">{figure.text}</p>}
    </article>
  )
}

type Days = readonly ConnectDay[]

const width = 112
const height = 32
const margin = 3

/** @param label - the figures, shown under the pointer. Screen readers get only them. */
function Sparkline({ days, before, label }: { days: Days; before: Days; label: string }) {
  const highest = Math.max(1, ...[...days, ...before].map(({ confirmed }) => confirmed))
  const pointsOf = (days: Days) =>
    days.map(({ confirmed }, index) => [
      Math.round(margin + (index / Math.max(days.length - 1, 1)) * (width - 2 * margin)),
      Math.round(height - margin - (confirmed / highest) * (height - 2 * margin)),
    ])
  const [x, y] = pointsOf(days).at(-1) ?? []
  return (
    <>
      <span title={label} className="relative z-10 ms-auto">
        <svg aria-hidden="true" width={width} height={height} className="fill-none rtl:-scale-x-100">
          <polyline points={pointsOf(before).join(' ')} strokeDasharray="2 3" className="stroke-muted" />
          <polyline points={pointsOf(days).join(' ')} strokeWidth="2" className="stroke-accent" />
          <circle cx={x} cy={y} r="3" className="fill-accent" />
        </svg>
      </span>
      <span className="sr-only">{label}</span>
    </>
  )
}
