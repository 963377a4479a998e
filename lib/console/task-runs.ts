import type { PendingTaskRuns, TaskRun } from '@/lib/service'

/** The interface says "longer than expected" and no number: this one is ours. */
export const stuckAfterSeconds = 15 * 60

/**
 * Whether a run has been pending or running on chain for longer than expected ("States and transitions").
 *
 * @param afterSeconds - how long that is.
 */
export function isStuck(
  run: Pick<TaskRun, 'blockchain_status' | 'seconds_since_update'>,
  afterSeconds = stuckAfterSeconds,
): boolean {
  return run.blockchain_status !== 'finished' && run.seconds_since_update > afterSeconds
}

/** A number that may be cut off: the service lists 100 runs, and gives no way to see the others. */
export interface BoundedCount {
  count: number
  /** True where there may be more than that. */
  isAtLeast: boolean
}

/**
 * How many runs are pending, and how many of them stuck.
 *
 * @param afterSeconds - as of `isStuck`.
 */
export function countTaskRuns(
  { taskRuns, hasMore }: PendingTaskRuns,
  afterSeconds = stuckAfterSeconds,
): { pending: BoundedCount; stuck: BoundedCount } {
  const stuck = taskRuns.filter((run) => isStuck(run, afterSeconds)).length
  return {
    pending: { count: taskRuns.length, isAtLeast: hasMore },
    // The longest without an update come first: one that is not stuck means that none behind it is.
    stuck: { count: stuck, isAtLeast: hasMore && stuck === taskRuns.length },
  }
}
