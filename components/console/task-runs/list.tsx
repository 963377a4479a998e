import Link from 'next/link'
import { EmptyState } from '@/components/console/shared/empty-state'
import { pageUrl } from '@/lib/console/shared/page-url'
import type { ReadResult } from '@/lib/console/shared/service'
import { countTaskRuns, isStuck, type BoundedCount } from '@/lib/console/shared/stuck-task-runs'
import { taskRunParams, type TaskRunQuery } from '@/lib/console/task-runs/query'
import { formatCount } from '@/lib/format'
import { taskRunMessages } from '@/lib/messages/console-task-runs'
import { isReadable, type PendingTaskRuns } from '@/lib/service'
import { AutoRefresh } from './auto-refresh'
import { TaskRunFilter } from './filter'
import { StuckThreshold } from './stuck-threshold'
import { TaskRunLegend, TaskRunTable } from './table'

const path = '/console/task-runs'

interface TaskRunsProps {
  query: TaskRunQuery
  result: ReadResult<PendingTaskRuns>
  /** ISO 8601. */
  readAt: string
}

/** The pending list, or why it could not be read. */
export function TaskRuns({ query, result, readAt }: TaskRunsProps) {
  return (
    <AutoRefresh
      path={path}
      searchParams={taskRunParams(query)}
      readAt={readAt}
      problem={result.ok ? null : result.problem}
    >
      {result.ok && <List query={query} list={result.data} />}
    </AutoRefresh>
  )
}

function List({ query, list }: { query: TaskRunQuery; list: PendingTaskRuns }) {
  const { isStuckOnly, minutes } = query
  const stuckAfterSeconds = minutes * 60
  const counts = countTaskRuns(list, stuckAfterSeconds)
  const shown = isStuckOnly
    ? list.taskRuns.filter((run) => isReadable(run) && isStuck(run, stuckAfterSeconds))
    : list.taskRuns
  const { filter, table } = taskRunMessages
  const urlOf = (isStuckOnly: boolean) => pageUrl(path, taskRunParams({ minutes, isStuckOnly }))
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <TaskRunFilter
          choices={[
            { name: filter.all, count: countText(counts.pending), url: urlOf(false), isCurrent: !isStuckOnly },
            { name: filter.stuck, count: countText(counts.stuck), url: urlOf(true), isCurrent: isStuckOnly },
          ]}
        />
        <StuckThreshold query={query} />
      </div>
      {list.hasMore && <More limit={list.limit} isAllStuck={counts.stuck.isAtLeast} />}
      {shown.length > 0 ? (
        <>
          <TaskRunTable
            caption={isStuckOnly ? table.stuckCaption : table.caption}
            taskRuns={shown}
            stuckAfterSeconds={stuckAfterSeconds}
          />
          <TaskRunLegend />
        </>
      ) : (
        <NoRuns pending={list.taskRuns.length} minutes={minutes} />
      )}
    </>
  )
}

function countText({ count, isAtLeast }: BoundedCount): string {
  return isAtLeast ? taskRunMessages.filter.atLeast(count) : formatCount(count)
}

/** Not an alert: it shows after every refresh, and is not urgent. */
function More({ limit, isAllStuck }: { limit: number; isAllStuck: boolean }) {
  const { title, text, allStuck } = taskRunMessages.more
  return (
    <div className="rounded-skin border border-l-4 border-warning bg-warning-surface p-4">
      <p className="font-semibold text-warning">{title}</p>
      <p>
        {text(limit)} {isAllStuck && allStuck}
      </p>
    </div>
  )
}

function NoRuns({ pending, minutes }: { pending: number; minutes: number }) {
  const { none, noneStuck } = taskRunMessages
  if (pending === 0) {
    return (
      <EmptyState title={none.title}>
        <p>{none.text}</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState title={noneStuck.title}>
      <p>{noneStuck.text(pending, minutes)}</p>
      <p>
        <Link href={pageUrl(path, taskRunParams({ minutes, isStuckOnly: false }))} prefetch={false}>
          {noneStuck.showAll}
        </Link>
      </p>
    </EmptyState>
  )
}
