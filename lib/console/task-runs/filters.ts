import { isReadable, isUnreadable, type Listed, type PendingTaskRuns, type TaskRun } from '@/lib/service'
import { countTaskRuns, isStuck, type BoundedCount } from '@/lib/task-runs/stuck'
import { taskRunGroup, taskRunGroups, type TaskRunGroup } from './state'

/** Which runs the page shows, in the order of its links. */
export const taskRunFilters = ['all', 'stuck', ...taskRunGroups] as const
export type TaskRunFilter = (typeof taskRunFilters)[number]

const tests: Partial<Record<TaskRunFilter, (run: TaskRun, stuckAfterSeconds: number) => boolean>> = {
  stuck: isStuck,
  // These two whatever is on chain: an end that lands will not mend them.
  raw_data_invalid: (run) => run.raw_data_invalid,
  force_ended: (run) => run.force_ended,
}

/** The runs that a filter shows, in the service's order. A run that cannot be read is only among all. */
export function filterTaskRuns(
  taskRuns: readonly Listed<TaskRun>[],
  filter: TaskRunFilter,
  stuckAfterSeconds: number,
): readonly Listed<TaskRun>[] {
  if (filter === 'all') return taskRuns
  const test = tests[filter] ?? ((run) => taskRunGroup(run, stuckAfterSeconds) === filter)
  return taskRuns.filter((run) => isReadable(run) && test(run, stuckAfterSeconds))
}

/** The runs that an ID is of: a run's own, its task's or its event's. A run that cannot be read may be one of them. */
export function findTaskRuns(taskRuns: readonly Listed<TaskRun>[], id: string): readonly Listed<TaskRun>[] {
  return taskRuns.filter((run) =>
    isUnreadable(run)
      ? run.unreadable.includes(JSON.stringify(id))
      : [run.task_run_id, run.task_id, run.event_id].includes(id),
  )
}

/** How many runs each filter shows. There may be more of each among those that the service does not list. */
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
