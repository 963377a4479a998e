import type { Route } from 'next'
import { Suspense, type ReactNode } from 'react'
import { Badge } from '@/components/console/shared/badge'
import { Loading } from '@/components/console/shared/loading'
import { ServiceProblem } from '@/components/console/shared/service-problem'
import type { LatestConversion } from '@/lib/console/overview/latest-conversion'
import type { ReadResult } from '@/lib/console/shared/service'
import { countTaskRuns, type BoundedCount } from '@/lib/task-runs/stuck'
import { formatTime } from '@/lib/format'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import type { Balance, Page, PendingTaskRuns } from '@/lib/service'
import { CountCard, Figure } from './count-card'

interface CountsProps {
  /** These have started already, so that no card waits for another. */
  taskRuns: Promise<ReadResult<PendingTaskRuns>>
  balances: Promise<ReadResult<Page<Balance>>>
  conversion: Promise<ReadResult<LatestConversion>>
  /** The threshold of stuck runs. */
  stuckAfterMinutes: number
}

/** The counts. Each is shown as soon as it has been read, and fails alone. */
export function Counts({ taskRuns, balances, conversion, stuckAfterMinutes }: CountsProps) {
  const t = consoleTexts()
  const countRuns = (runs: PendingTaskRuns) => countTaskRuns(runs, stuckAfterMinutes * 60)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <Count name="pending" url="/console/task-runs" read={taskRuns}>
        {(runs) => <Figure value={boundedText(countRuns(runs).pending)}>{t('overview.counts.pending.text')}</Figure>}
      </Count>
      <Count
        name="stuck"
        url="/console/task-runs?show=stuck"
        read={taskRuns}
        needsAttention={(runs) => countRuns(runs).stuck.count > 0}
        // The card beside it shows the problem.
        problem={<Figure value={t('overview.counts.stuck.unknown')}>{t('overview.counts.stuck.unknownText')}</Figure>}
      >
        {(runs) => <Stuck stuck={countRuns(runs).stuck} minutes={stuckAfterMinutes} />}
      </Count>
      <Count name="balances" url="/console/balances" read={balances}>
        {({ total }) => <Figure value={consoleFormats().count(total)}>{t('overview.counts.balances.text')}</Figure>}
      </Count>
      <Count name="conversion" url="/console/conversions" read={conversion}>
        {(conversions) => <Latest {...conversions} />}
      </Count>
    </div>
  )
}

interface CountProps<Data> {
  name: 'pending' | 'stuck' | 'balances' | 'conversion'
  url: Route
  read: Promise<ReadResult<Data>>
  needsAttention?: (data: Data) => boolean
  /** Shown in place of the problem. */
  problem?: ReactNode
  children: (data: Data) => ReactNode
}

function Count<Data>(props: CountProps<Data>) {
  const t = consoleTexts()
  const { name, url } = props
  return (
    <Suspense
      fallback={
        <CountCard
          title={t(`overview.counts.${name}.title`)}
          link={{ url, text: t(`overview.counts.${name}.link`) }}
          className="noscript:hidden"
        >
          <Loading what={t(`overview.counts.${name}.what`)} />
        </CountCard>
      }
    >
      <ReadCount {...props} />
    </Suspense>
  )
}

async function ReadCount<Data>({ name, url, read, needsAttention, problem, children }: CountProps<Data>) {
  const t = consoleTexts()
  const result = await read
  return (
    <CountCard
      title={t(`overview.counts.${name}.title`)}
      link={{ url, text: t(`overview.counts.${name}.link`) }}
      needsAttention={result.ok && needsAttention?.(result.data) === true}
    >
      {result.ok
        ? children(result.data)
        : (problem ?? <ServiceProblem t={t} problem={result.problem} retryUrl="/console" />)}
    </CountCard>
  )
}

function Stuck({ stuck, minutes }: { stuck: BoundedCount; minutes: number }) {
  const t = consoleTexts()
  return (
    <Figure value={boundedText(stuck)}>
      <p>{t('overview.counts.stuck.text', { minutes })}</p>
      <p className="mt-2">
        <Badge tone={stuck.count > 0 ? 'warning' : 'success'}>
          {stuck.count > 0 ? t('overview.counts.stuck.some') : t('overview.counts.stuck.none')}
        </Badge>
      </p>
    </Figure>
  )
}

function Latest({ latest, total, isKnown }: LatestConversion) {
  const t = consoleTexts()
  const { amount, relativeTime } = consoleFormats()
  if (!isKnown)
    return (
      <Figure value={t('overview.counts.conversion.unknown')}>{t('overview.counts.conversion.unknownText')}</Figure>
    )
  if (!latest) return <Figure value={t('overview.counts.conversion.none')} />
  const { converted_at: time, total_bolts_distributed: bolts } = latest
  return (
    <Figure value={relativeTime(time)}>
      <p>
        <time dateTime={time}>{formatTime(time)}</time>
      </p>
      <p>
        {t('overview.counts.conversion.text', { bolts: amount(bolts), total })}{' '}
        {total > 1 && t('overview.counts.conversion.order')}
      </p>
    </Figure>
  )
}

function boundedText({ count, isAtLeast }: BoundedCount): string {
  return isAtLeast ? consoleTexts()('overview.counts.atLeast', { count }) : consoleFormats().count(count)
}
