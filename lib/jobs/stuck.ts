import type { PendingTaskRuns, TaskRun } from '@/lib/service'

/**
 * Checks whether a run is not finished on chain and has had no update for too long ("Task run states", fact 2).
 *
 * @param afterSeconds - the threshold, from `STUCK_AFTER_MINUTES`, because the interface gives no number.
 */
export function isStuck(
  run: Pick<TaskRun, 'blockchain_status' | 'seconds_since_update'>,
  afterSeconds: number,
): boolean {
  return run.blockchain_status !== 'finished' && run.seconds_since_update > afterSeconds
}

/** A count that may be too low. The service lists at most 100 runs and has no way to read the others. */
export interface BoundedCount {
  count: number
  /** Whether there may be more. */
  isAtLeast: boolean
}

export type RunsInList = Pick<PendingTaskRuns, 'unreadable' | 'hasMore'> & { taskRuns: readonly TaskRun[] }

export function countTaskRuns(
  { taskRuns, unreadable, hasMore }: RunsInList,
  afterSeconds: number,
): { pending: BoundedCount; stuck: BoundedCount } {
  const stuck = taskRuns.filter((run) => isStuck(run, afterSeconds)).length
  return {
    pending: { count: taskRuns.length + unreadable, isAtLeast: hasMore },
    // The oldest update is first in the list. If one run is not stuck, no run after it is.
    stuck: { count: stuck, isAtLeast: hasMore && stuck === taskRuns.length },
  }
}
