import { isUnreadable, type Listed, type TaskRun } from '@/lib/service'
import { countTaskRuns, isStuck, type BoundedCount } from '@/lib/task-runs/stuck'
import { taskRunGroup, taskRunGroups, type TaskRunGroup } from './state'

/** The filters of the page, in the order of their links. */
export const taskRunFilters = ['all', 'stuck', ...taskRunGroups] as const
export type TaskRunFilter = (typeof taskRunFilters)[number]

const tests: Partial<Record<TaskRunFilter, (run: TaskRun, stuckAfterSeconds: number) => boolean>> = {
  stuck: isStuck,
  // These two do not depend on the chain, because these problems remain after the end has landed.
  raw_data_invalid: (run) => run.raw_data_invalid,
  force_ended: (run) => run.force_ended,
}

/** Checks whether a run matches a filter. An unreadable run matches only `all`. */
export function matchesFilter(run: Listed<TaskRun>, filter: TaskRunFilter, stuckAfterSeconds: number): boolean {
  if (filter === 'all') return true
  if (isUnreadable(run)) return false
  return tests[filter]?.(run, stuckAfterSeconds) ?? taskRunGroup(run, stuckAfterSeconds) === filter
}

/**
 * Counts the runs that match each filter. `isAtLeast` is true if runs that the service does not list may match.
 *
 * @param hasMore - whether the service has more runs than it lists.
 */
export function countFilters(
  taskRuns: readonly Listed<TaskRun>[],
  { hasMore, stuckAfterSeconds }: { hasMore: boolean; stuckAfterSeconds: number },
): Readonly<Record<TaskRunFilter, BoundedCount>> {
  const { pending, stuck } = countTaskRuns({ taskRuns, hasMore }, stuckAfterSeconds)
  const counts = taskRunGroups.map((group): [TaskRunGroup, BoundedCount] => [
    group,
    {
      count: taskRuns.filter((run) => matchesFilter(run, group, stuckAfterSeconds)).length,
      isAtLeast: group === 'ask_service' || group === 'no_end' ? stuck.isAtLeast : hasMore,
    },
  ])
  return { all: pending, stuck, ...(Object.fromEntries(counts) as Record<TaskRunGroup, BoundedCount>) }
}
