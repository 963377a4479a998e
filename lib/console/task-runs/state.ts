import { isStuck } from '@/lib/task-runs/stuck'
import type { TaskRun } from '@/lib/service'
import { awaitsValidation } from './filters'

/**
 * The state of a task run, from its fields ("Task run states").
 *
 * - `on_time`: its end has not landed on chain, and is not overdue.
 * - `stuck`: its end has not landed on chain for longer than expected ("Task run states", fact 2).
 * - `awaits_validation`: its end has landed and it is not validated yet, which is normal ("Task run states", fact 3).
 * - `without_raw_data`: its end has landed, by force. Whether such a run is ever validated is open.
 * - `never_validated`: its end has landed, and its raw data cannot be validated ("Task run states", fact 4).
 * - `validated`: its end has landed and it is validated ("Task run states", fact 1).
 *
 * The pending list should not have runs whose end has landed. If it does, they are shown as what they are.
 */
export type TaskRunState =
  'on_time' | 'stuck' | 'awaits_validation' | 'without_raw_data' | 'never_validated' | 'validated'

type StateFields = Pick<
  TaskRun,
  'blockchain_status' | 'seconds_since_update' | 'validated_at' | 'raw_data_invalid' | 'force_ended'
>

/** @param stuckAfterSeconds - a run without an update for longer than this is stuck. */
export function taskRunState(run: StateFields, stuckAfterSeconds: number): TaskRunState {
  if (run.blockchain_status !== 'finished') return isStuck(run, stuckAfterSeconds) ? 'stuck' : 'on_time'
  if (run.validated_at !== null) return 'validated'
  if (awaitsValidation(run)) return 'awaits_validation'
  return run.raw_data_invalid ? 'never_validated' : 'without_raw_data'
}

/**
 * What is wrong with a run. The interface does not say what to do about it, so neither does this app.
 *
 * - `stuck_start`: its start has not landed on chain for longer than expected.
 * - `stuck_unreported`: its start has landed, and no end was told for longer than expected.
 * - `stuck_end`: its end was told, and has not landed on chain for longer than expected.
 * - `stuck_unknown`: it is stuck with a status that the interface does not list.
 * - `raw_data_invalid`: it can never be validated ("Task run states", fact 4).
 * - `force_ended`: it has no raw data.
 * - `awaits_validation`: nothing is wrong, but it is not over either.
 */
export type TaskRunNote =
  | 'stuck_start'
  | 'stuck_unreported'
  | 'stuck_end'
  | 'stuck_unknown'
  | 'raw_data_invalid'
  | 'force_ended'
  | 'awaits_validation'

/** What to say about a run; nothing where all is as it should be. */
export function taskRunNotes(
  run: StateFields & Pick<TaskRun, 'status'>,
  stuckAfterSeconds: number,
): readonly TaskRunNote[] {
  const state = taskRunState(run, stuckAfterSeconds)
  if (state === 'validated') return []
  return [
    ...(state === 'stuck' ? [stuckNote(run)] : []),
    ...(state === 'awaits_validation' ? (['awaits_validation'] as const) : []),
    ...(run.raw_data_invalid ? (['raw_data_invalid'] as const) : []),
    ...(run.force_ended && !run.raw_data_invalid ? (['force_ended'] as const) : []),
  ]
}

function stuckNote({ blockchain_status, status }: Pick<TaskRun, 'blockchain_status' | 'status'>): TaskRunNote {
  if (blockchain_status === 'pending') return 'stuck_start'
  if (blockchain_status !== 'running') return 'stuck_unknown'
  if (status === 'completed') return 'stuck_end'
  return status === 'in_progress' ? 'stuck_unreported' : 'stuck_unknown'
}

/**
 * The time of the response by the service's own clock, computed from one of its runs. Relative times are then
 * right even if this server's clock is wrong.
 */
export function serviceTime({ updated_at, seconds_since_update }: TaskRun): Date {
  return new Date(Date.parse(updated_at) + seconds_since_update * 1000)
}
