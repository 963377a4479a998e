import Link from 'next/link'
import { EmptyState } from '@/components/console/shared/empty-state'
import { pageUrl } from '@/lib/console/shared/page-url'
import type { ReadResult } from '@/lib/console/shared/service'
import { countTaskRuns, type BoundedCount } from '@/lib/console/shared/stuck-task-runs'
import { countFiltered, filterTaskRuns, taskRunFilters, type TaskRunFilter } from '@/lib/console/task-runs/filters'
import { taskRunParams, type TaskRunQuery } from '@/lib/console/task-runs/query'
import { formatCount } from '@/lib/format'
import { taskRunMessages } from '@/lib/messages/console-task-runs'
import type { PendingTaskRuns } from '@/lib/service'
import { AutoRefresh } from './auto-refresh'
import { TaskRunFilters } from './filter'
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
  const { show, minutes } = query
  const stuckAfterSeconds = minutes * 60
  const counts = countTaskRuns(list, stuckAfterSeconds)
  const shown = filterTaskRuns(list.taskRuns, show, stuckAfterSeconds)
  const { filter, table } = taskRunMessages
  const countOf = (filter: TaskRunFilter) => {
    if (filter === 'all') return counts.pending
    return filter === 'stuck' ? counts.stuck : countFiltered(list, filter)
  }
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <TaskRunFilters
          choices={taskRunFilters.map((each) => ({
            name: filter.names[each],
            count: countText(countOf(each)),
            url: pageUrl(path, taskRunParams({ ...query, show: each })),
            isCurrent: each === show,
          }))}
        />
        <StuckThreshold query={query} />
      </div>
      {list.hasMore && <More limit={list.limit} isAllStuck={counts.stuck.isAtLeast} />}
      {shown.length > 0 ? (
        <>
          <TaskRunTable caption={table.captions[show]} taskRuns={shown} stuckAfterSeconds={stuckAfterSeconds} />
          <TaskRunLegend />
        </>
      ) : (
        <NoRuns pending={list.taskRuns.length} query={query} />
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

function NoRuns({ pending, query }: { pending: number; query: TaskRunQuery }) {
  const { none, noneStuck, noneFiltered } = taskRunMessages
  if (pending === 0) {
    return (
      <EmptyState title={none.title}>
        <p>{none.text}</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState title={query.show === 'stuck' ? noneStuck.title : noneFiltered.title}>
      <p>{query.show === 'stuck' ? noneStuck.text(pending, query.minutes) : noneFiltered.text(pending)}</p>
      <p>
        <Link href={pageUrl(path, taskRunParams({ ...query, show: 'all' }))} prefetch={false}>
          {noneFiltered.showAll}
        </Link>
      </p>
    </EmptyState>
  )
}
