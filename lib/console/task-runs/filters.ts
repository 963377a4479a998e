import { isStuck, type BoundedCount } from '@/lib/task-runs/stuck'
import { isReadable, isUnreadable, type Listed, type PendingTaskRuns, type TaskRun } from '@/lib/service'

/** Which runs the page shows, in the order of its links. */
export const taskRunFilters = ['all', 'stuck', 'awaits_validation', 'raw_data_invalid', 'force_ended'] as const
export type TaskRunFilter = (typeof taskRunFilters)[number]

const tests: Record<Exclude<TaskRunFilter, 'all'>, (run: TaskRun, stuckAfterSeconds: number) => boolean> = {
  stuck: isStuck,
  awaits_validation: (run) => awaitsValidation(run),
  // These two whatever is on chain: an end that lands will not mend them.
  raw_data_invalid: (run) => run.raw_data_invalid,
  force_ended: (run) => run.force_ended,
}

/**
 * Whether nothing is missing but the validation ("Task run states", fact 3). A run without raw data is none of
 * these: the interface does not say whether it is ever validated.
 */
export function awaitsValidation(
  run: Pick<TaskRun, 'blockchain_status' | 'validated_at' | 'raw_data_invalid' | 'force_ended'>,
): boolean {
  return run.blockchain_status === 'finished' && run.validated_at === null && !run.raw_data_invalid && !run.force_ended
}

/** The runs that a filter shows, in the service's order. A run that cannot be read is only among all. */
export function filterTaskRuns(
  taskRuns: readonly Listed<TaskRun>[],
  filter: TaskRunFilter,
  stuckAfterSeconds: number,
): readonly Listed<TaskRun>[] {
  if (filter === 'all') return taskRuns
  return taskRuns.filter((run) => isReadable(run) && tests[filter](run, stuckAfterSeconds))
}

/** The runs that an ID is of: a run's own, its task's or its event's. A run that cannot be read may be one of them. */
export function findTaskRuns(taskRuns: readonly Listed<TaskRun>[], id: string): readonly Listed<TaskRun>[] {
  return taskRuns.filter((run) =>
    isUnreadable(run)
      ? run.unreadable.includes(JSON.stringify(id))
      : [run.task_run_id, run.task_id, run.event_id].includes(id),
  )
}

/** How many runs a filter shows. There may be more of each among those that the service does not list. */
export function countFiltered(
  { taskRuns, hasMore }: PendingTaskRuns,
  filter: Exclude<TaskRunFilter, 'all' | 'stuck'>,
): BoundedCount {
  return { count: filterTaskRuns(taskRuns, filter, 0).length, isAtLeast: hasMore }
}
