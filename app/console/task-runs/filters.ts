import { isReadable, isUnreadable, type Listed, type PendingTaskRuns, type TaskRun } from '@/lib/service'
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

/** Returns the runs that match a filter, in the service's order. Only the filter `all` includes unreadable runs. */
export function filterTaskRuns(
  taskRuns: readonly Listed<TaskRun>[],
  filter: TaskRunFilter,
  stuckAfterSeconds: number,
): readonly Listed<TaskRun>[] {
  if (filter === 'all') return taskRuns
  const test = tests[filter] ?? ((run) => taskRunGroup(run, stuckAfterSeconds) === filter)
  return taskRuns.filter((run) => isReadable(run) && test(run, stuckAfterSeconds))
}

/** Finds the runs with this ID, task ID or event ID. An unreadable run matches if any of its fields equals the ID. */
export function findTaskRuns(taskRuns: readonly Listed<TaskRun>[], id: string): readonly Listed<TaskRun>[] {
  return taskRuns.filter((run) =>
    isUnreadable(run)
      ? run.unreadable.includes(JSON.stringify(id))
      : [run.task_run_id, run.task_id, run.event_id].includes(id),
  )
}

/** Counts the runs that match each filter. `isAtLeast` is true if runs that the service does not list may match. */
export function countFilters(
  list: PendingTaskRuns,
  stuckAfterSeconds: number,
): Readonly<Record<TaskRunFilter, BoundedCount>> {
  const { pending, stuck } = countTaskRuns(list, stuckAfterSeconds)
  const counts = taskRunGroups.map((group): [TaskRunGroup, BoundedCount] => [
    group,
    {
      count: filterTaskRuns(list.taskRuns, group, stuckAfterSeconds).length,
      isAtLeast: group === 'ask_service' || group === 'no_end' ? stuck.isAtLeast : list.hasMore,
    },
  ])
  return { all: pending, stuck, ...(Object.fromEntries(counts) as Record<TaskRunGroup, BoundedCount>) }
}
