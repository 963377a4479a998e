import { isReadable, type PendingTaskRuns, type TaskRun } from '@/lib/service'

/** The interface says "longer than expected" and gives no number. This one is our choice. */
export const stuckAfterSeconds = 15 * 60

/**
 * Whether a run has been pending or running on chain for longer than expected ("Task run states", fact 2).
 *
 * @param afterSeconds - how long that is.
 */
export function isStuck(
  run: Pick<TaskRun, 'blockchain_status' | 'seconds_since_update'>,
  afterSeconds = stuckAfterSeconds,
): boolean {
  return run.blockchain_status !== 'finished' && run.seconds_since_update > afterSeconds
}

/** A count that may be too low, since the service lists 100 runs and has no way to read the others. */
export interface BoundedCount {
  count: number
  /** Whether there may be more. */
  isAtLeast: boolean
}

/**
 * Counts the pending runs, and those of them that are stuck.
 *
 * @param afterSeconds - the threshold of `isStuck`.
 */
export function countTaskRuns(
  { taskRuns, hasMore }: PendingTaskRuns,
  afterSeconds = stuckAfterSeconds,
): { pending: BoundedCount; stuck: BoundedCount } {
  const stuck = taskRuns.filter((run) => isReadable(run) && isStuck(run, afterSeconds)).length
  return {
    pending: { count: taskRuns.length, isAtLeast: hasMore },
    // The list is sorted by the oldest update. If one run is not stuck, no run after it is.
    stuck: { count: stuck, isAtLeast: hasMore && stuck === taskRuns.length },
  }
}
