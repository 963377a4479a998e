import type { TaskRun } from '@/lib/service'
import { isStuck } from './task-runs'

/**
 * What the fields of a task run come to ("States and transitions", Task run).
 *
 * - `on_time`: its end has not landed on chain, and need not have.
 * - `stuck`: nor has it for longer than expected (fact 2).
 * - `normal_lag`: it has, and the validation is still to come: not stuck (fact 3).
 * - `never_validated`: it has, and the raw data cannot be validated (fact 4).
 * - `validated`: it has, and so is the run (fact 1).
 *
 * The last three are of runs that the pending list leaves out; what it has is shown for what it is.
 */
export type TaskRunState = 'on_time' | 'stuck' | 'normal_lag' | 'never_validated' | 'validated'

type StateFields = Pick<TaskRun, 'blockchain_status' | 'seconds_since_update' | 'validated_at' | 'raw_data_invalid'>

/** @param stuckAfterSeconds - how long a run may be without an update. */
export function taskRunState(run: StateFields, stuckAfterSeconds: number): TaskRunState {
  if (run.blockchain_status !== 'finished') return isStuck(run, stuckAfterSeconds) ? 'stuck' : 'on_time'
  if (run.validated_at !== null) return 'validated'
  return run.raw_data_invalid ? 'never_validated' : 'normal_lag'
}

/**
 * The service's time as it answered, by what it says of one run: with it, how long ago something was does
 * not depend on this server's clock.
 */
export function serviceTime({ updated_at, seconds_since_update }: TaskRun): Date {
  return new Date(Date.parse(updated_at) + seconds_since_update * 1000)
}
