import type { Route } from 'next'
import { Suspense, type ReactNode } from 'react'
import { Badge } from '@/components/console/shared/badge'
import { Loading } from '@/components/console/shared/loading'
import { ServiceProblem } from '@/components/console/shared/service-problem'
import type { LatestConversion } from '@/lib/console/overview/latest-conversion'
import type { ReadResult } from '@/lib/console/shared/service'
import { countTaskRuns, type BoundedCount } from '@/lib/console/shared/stuck-task-runs'
import { formatAmount, formatCount, formatRelativeTime, formatTime } from '@/lib/format'
import { overviewMessages } from '@/lib/messages/console-overview'
import type { Balance, Page, PendingTaskRuns } from '@/lib/service'
import { CountCard, Figure } from './count-card'

const messages = overviewMessages.counts

interface CountsProps {
  /** These have started already, so that no card waits for another. */
  taskRuns: Promise<ReadResult<PendingTaskRuns>>
  users: Promise<ReadResult<Page<Balance>>>
  conversion: Promise<ReadResult<LatestConversion>>
  /** The threshold of stuck runs. */
  stuckAfterMinutes: number
}

/** The counts. Each is shown as soon as it has been read, and fails alone. */
export function Counts({ taskRuns, users, conversion, stuckAfterMinutes }: CountsProps) {
  const countRuns = (runs: PendingTaskRuns) => countTaskRuns(runs, stuckAfterMinutes * 60)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <Count texts={messages.pending} url="/console/task-runs" read={taskRuns}>
        {(runs) => <Figure value={boundedText(countRuns(runs).pending)}>{messages.pending.text}</Figure>}
      </Count>
      <Count
        texts={messages.stuck}
        url="/console/task-runs?show=stuck"
        read={taskRuns}
        needsAttention={(runs) => countRuns(runs).stuck.count > 0}
        // The card beside it shows the problem.
        problem={<Figure value={messages.stuck.unknown}>{messages.stuck.unknownText}</Figure>}
      >
        {(runs) => <Stuck stuck={countRuns(runs).stuck} minutes={stuckAfterMinutes} />}
      </Count>
      <Count texts={messages.users} url="/console/balances" read={users}>
        {({ total }) => <Figure value={formatCount(total)}>{messages.users.text}</Figure>}
      </Count>
      <Count texts={messages.conversion} url="/console/conversions" read={conversion}>
        {(conversions) => <Latest {...conversions} />}
      </Count>
    </div>
  )
}

interface CountProps<Data> {
  texts: { title: string; what: string; link: string }
  url: Route
  read: Promise<ReadResult<Data>>
  needsAttention?: (data: Data) => boolean
  /** Shown in place of the problem. */
  problem?: ReactNode
  children: (data: Data) => ReactNode
}

function Count<Data>(props: CountProps<Data>) {
  const { title, what, link } = props.texts
  return (
    <Suspense
      fallback={
        <CountCard title={title} link={{ url: props.url, text: link }} className="noscript:hidden">
          <Loading what={what} />
        </CountCard>
      }
    >
      <ReadCount {...props} />
    </Suspense>
  )
}

async function ReadCount<Data>({ texts, url, read, needsAttention, problem, children }: CountProps<Data>) {
  const result = await read
  return (
    <CountCard
      title={texts.title}
      link={{ url, text: texts.link }}
      needsAttention={result.ok && needsAttention?.(result.data) === true}
    >
      {result.ok ? children(result.data) : (problem ?? <ServiceProblem problem={result.problem} retryUrl="/console" />)}
    </CountCard>
  )
}

function Stuck({ stuck, minutes }: { stuck: BoundedCount; minutes: number }) {
  const { text, none, some } = messages.stuck
  return (
    <Figure value={boundedText(stuck)}>
      <p>{text(minutes)}</p>
      <p className="mt-2">
        <Badge tone={stuck.count > 0 ? 'warning' : 'success'}>{stuck.count > 0 ? some : none}</Badge>
      </p>
    </Figure>
  )
}

function Latest({ latest, total, isKnown }: LatestConversion) {
  const { text, none, unknown, unknownText } = messages.conversion
  if (!isKnown) return <Figure value={unknown}>{unknownText}</Figure>
  if (!latest) return <Figure value={none} />
  const { converted_at: time, total_bolts_distributed: bolts } = latest
  return (
    <Figure value={formatRelativeTime(time)}>
      <p>
        <time dateTime={time}>{formatTime(time)}</time>
      </p>
      <p>{text(formatAmount(bolts), total)}</p>
    </Figure>
  )
}

function boundedText({ count, isAtLeast }: BoundedCount): string {
  return isAtLeast ? messages.atLeast(count) : formatCount(count)
}
