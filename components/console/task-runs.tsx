import Link from 'next/link'
import { AutoRefresh } from '@/components/console/auto-refresh'
import { EmptyState } from '@/components/console/empty-state'
import { StuckThreshold } from '@/components/console/stuck-threshold'
import { TaskRunFilter } from '@/components/console/task-run-filter'
import { TaskRunLegend, TaskRunTable } from '@/components/console/task-run-table'
import { addressWith } from '@/lib/console/address'
import type { ReadResult } from '@/lib/console/service'
import { taskRunSearch, type TaskRunQuery } from '@/lib/console/task-run-query'
import { countTaskRuns, isStuck, type BoundedCount } from '@/lib/console/task-runs'
import { formatCount } from '@/lib/format'
import { taskRunMessages } from '@/lib/messages/console-task-runs'
import type { PendingTaskRuns } from '@/lib/service'

const path = '/console/task-runs'

interface TaskRunsProps {
  query: TaskRunQuery
  result: ReadResult<PendingTaskRuns>
  /** ISO 8601. */
  readAt: string
}

/** The pending list, as it has been read, or why it has not. */
export function TaskRuns({ query, result, readAt }: TaskRunsProps) {
  return (
    <AutoRefresh path={path} search={taskRunSearch(query)} readAt={readAt} problem={result.ok ? null : result.problem}>
      {result.ok && <List query={query} list={result.data} />}
    </AutoRefresh>
  )
}

function List({ query, list }: { query: TaskRunQuery; list: PendingTaskRuns }) {
  const { isStuckOnly, minutes } = query
  const stuckAfterSeconds = minutes * 60
  const counts = countTaskRuns(list, stuckAfterSeconds)
  const shown = isStuckOnly ? list.taskRuns.filter((run) => isStuck(run, stuckAfterSeconds)) : list.taskRuns
  const { filter, table } = taskRunMessages
  const addressOf = (isStuckOnly: boolean) => addressWith(path, taskRunSearch({ minutes, isStuckOnly }))
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <TaskRunFilter
          choices={[
            { name: filter.all, count: countText(counts.pending), address: addressOf(false), isCurrent: !isStuckOnly },
            { name: filter.stuck, count: countText(counts.stuck), address: addressOf(true), isCurrent: isStuckOnly },
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
        <Nothing pending={list.taskRuns.length} minutes={minutes} />
      )}
    </>
  )
}

function countText({ count, isAtLeast }: BoundedCount): string {
  return isAtLeast ? taskRunMessages.filter.atLeast(count) : formatCount(count)
}

/** Not an alert: it is there at every refresh, and calls for no haste. */
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

function Nothing({ pending, minutes }: { pending: number; minutes: number }) {
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
        <Link href={addressWith(path, taskRunSearch({ minutes, isStuckOnly: false }))} prefetch={false}>
          {noneStuck.showAll}
        </Link>
      </p>
    </EmptyState>
  )
}
