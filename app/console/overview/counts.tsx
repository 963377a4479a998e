import type { Route } from 'next'
import { Suspense, type ReactNode } from 'react'
import { Late, Loading } from '@/components/console/async-content'
import { RelativeTime } from '@/components/console/time'
import { Link } from '@/components/ui/link'
import { daysOfWeek, rateOf } from '@/lib/console/connect-rate'
import { oneUrl, pageUrl } from '@/lib/console/page-url'
import type { ReadResult } from '@/lib/console/service'
import type { BoundedCount } from '@/lib/jobs/stuck'
import type { ConnectDay } from '@/lib/records'
import type { PendingTaskRuns } from '@/lib/service'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import type { FigureReads, LatestConversion } from './overview-data'
import { stuckIn } from './work'

/** @param days - null while the store is unavailable; undefined leaves their figures out. */
export function Counts({ taskRuns, conversion, days }: FigureReads & { days: Days | null | undefined }) {
  const t = consoleTexts()
  const pending = { name: 'pending', url: '/console/task-runs' } as const
  const latest = { name: 'conversion', url: '/console/conversions' } as const
  return (
    <section aria-labelledby="counts">
      <h2 id="counts" className="sr-only">
        {t('overview.counts.title')}
      </h2>
      <div className="grid grid-cols-2 gap-px overflow-hidden rounded-skin border border-line bg-line xl:auto-cols-fr xl:grid-flow-col xl:grid-cols-none">
        {days !== undefined &&
          Object.entries({ week: weekFigure, rate: rateFigure }).map(([name, figureOf]) => (
            <Card
              key={name}
              name={name as CardProps['name']}
              url="/console/connects"
              figure={days ? figureOf(days) : unknownFigure(t('overview.counts.away'))}
            />
          ))}
        <Suspense fallback={<Card {...pending} />}>
          <Late read={taskRuns}>{(read) => <Card {...pending} figure={orProblem(read, pendingFigure)} />}</Late>
        </Suspense>
        <Suspense fallback={<Card {...latest} />}>
          <Late read={conversion}>{(read) => <Card {...latest} figure={orProblem(read, conversionFigure)} />}</Late>
        </Suspense>
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
const weekBefore = (days: Days) => days.slice(-2 * daysOfWeek, -daysOfWeek)

const pressesUrl = (days: Days, outcome: 'confirmed' | 'refused') =>
  pageUrl('/console/connects', { outcome, day: `${days.at(0)?.day}..${days.at(-1)?.day}` })

function weekFigure(days: Days): Figure {
  const thisWeek = weekOf(days)
  const today = thisWeek.at(-1)?.confirmed ?? 0
  const before = rateOf(weekBefore(days)).confirmed
  return {
    value: consoleFormats().count(rateOf(thisWeek).confirmed),
    text: consoleTexts()('overview.counts.week.text', { today, before }),
    url: pressesUrl(thisWeek, 'confirmed'),
  }
}

function rateFigure(days: Days): Figure {
  const t = consoleTexts()
  const { percent } = rateOf(weekOf(days))
  if (percent === null) return { value: t('overview.counts.rate.none') }
  const { percent: before } = rateOf(weekBefore(days))
  const points = percent - (before ?? percent)
  const change = points > 0 ? 'up' : points < 0 ? 'down' : 'none'
  return {
    value: consoleFormats().percent(percent),
    text: t('overview.counts.rate.text', { change, points: Math.abs(points) }),
    url: pressesUrl(weekOf(days), 'refused'),
  }
}

function pendingFigure(runs: PendingTaskRuns): Figure {
  const t = consoleTexts()
  const atLeast = ({ count, isAtLeast }: BoundedCount) =>
    isAtLeast ? t('overview.counts.atLeast', { count }) : consoleFormats().count(count)
  const stuck = stuckIn(runs)
  const text = t('overview.counts.pending.stuck', { stuck: atLeast(stuck), ago: stuck.since })
  return {
    value: atLeast({ count: runs.taskRuns.length, isAtLeast: runs.hasMore }),
    text: stuck.count > 0 ? <span className="text-warning">{text}</span> : t('overview.counts.pending.text'),
  }
}

function conversionFigure({ latest, at }: LatestConversion): Figure {
  const t = consoleTexts()
  if (latest === 'unknown') return unknownFigure(t('overview.counts.conversion.unknownText'))
  if (latest === 'none') return { value: t('overview.counts.conversion.none') }
  return {
    value: consoleFormats().count(latest.total_bolts_distributed),
    text: (
      <>
        {t('overview.counts.conversion.bolts')} · <RelativeTime time={latest.converted_at} className="relative z-10" />
      </>
    ),
    url: oneUrl('conversions', latest.conversion_id, { at }),
  }
}

interface Figure {
  value: ReactNode
  text?: ReactNode
  url?: Route
}

interface CardProps {
  name: 'week' | 'rate' | 'pending' | 'conversion'
  url: Route
  /** Undefined while it is late. */
  figure?: Figure
}

function Card({ name, figure, url }: CardProps) {
  const t = consoleTexts()
  return (
    <article className="group relative grid content-start gap-1 bg-surface px-4 py-3 hover:bg-page">
      <h3 className="text-sm font-medium text-muted">
        <Link
          href={figure?.url ?? url}
          className="text-inherit no-underline after:absolute after:inset-0 hover:text-accent"
        >
          {t(`overview.counts.${name}.title`)}
        </Link>
      </h3>
      {figure ? (
        <p className="text-2xl font-semibold tracking-tight wrap-anywhere tabular-nums">{figure.value}</p>
      ) : (
        <Loading what={t('overview.counts.late')} lines={1} />
      )}
      {figure?.text && <p className="text-sm text-balance text-muted">{figure.text}</p>}
    </article>
  )
}

type Days = readonly ConnectDay[]
