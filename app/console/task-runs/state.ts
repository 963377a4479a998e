import { isStuck } from '@/lib/task-runs/stuck'
import type { TaskRun } from '@/lib/service'

/**
 * The state of a task run, from its fields ("Task run states").
 *
 * - `on_time`: its end has not landed on chain, and is not overdue.
 * - `stuck`: its end has not landed on chain for longer than expected ("Task run states", fact 2).
 * - `awaits_validation`: its end has landed and only the validation is missing, which is normal ("Task run states",
 *   fact 3).
 * - `without_raw_data`: its end has landed, by force. The interface leaves open whether the service ever validates such
 *   a run.
 * - `never_validated`: its end has landed, and its raw data is invalid ("Task run states", fact 4).
 * - `validated`: its end has landed and it is validated ("Task run states", fact 1).
 *
 * The pending list should not have runs whose end has landed. If it does, the page shows their actual state.
 */
export type TaskRunState =
  | 'on_time'
  | 'stuck'
  | 'awaits_validation'
  | 'without_raw_data'
  | 'never_validated'
  | 'validated'

type StateFields = Pick<
  TaskRun,
  'blockchain_status' | 'seconds_since_update' | 'validated_at' | 'raw_data_invalid' | 'force_ended'
>

type NoteFields = StateFields & Pick<TaskRun, 'status'>

/**
 * Returns the state of a run.
 *
 * @param stuckAfterSeconds - a run without an update for longer than this is stuck.
 */
export function taskRunState(run: StateFields, stuckAfterSeconds: number): TaskRunState {
  if (run.blockchain_status !== 'finished') return isStuck(run, stuckAfterSeconds) ? 'stuck' : 'on_time'
  if (run.validated_at !== null) return 'validated'
  if (run.raw_data_invalid) return 'never_validated'
  return run.force_ended ? 'without_raw_data' : 'awaits_validation'
}

/**
 * The notes about a run. The interface does not state a remedy, so neither does this app.
 *
 * - `stuck_start`: its start has not landed on chain for longer than expected.
 * - `stuck_unreported`: its start has landed, and the service has received no end for longer than expected.
 * - `stuck_end`: the service has received its end, which has not landed on chain for longer than expected.
 * - `stuck_unknown`: it is stuck with a status that the interface does not list.
 * - `raw_data_invalid`: the service can never validate it ("Task run states", fact 4).
 * - `force_ended`: it has no raw data.
 * - `awaits_validation`: nothing is wrong, but the service has not validated the run yet.
 */
export type TaskRunNote =
  | 'stuck_start'
  | 'stuck_unreported'
  | 'stuck_end'
  | 'stuck_unknown'
  | 'raw_data_invalid'
  | 'force_ended'
  | 'awaits_validation'

/** Returns the notes about a run; empty if there is nothing to note. */
export function taskRunNotes(run: NoteFields, stuckAfterSeconds: number): readonly TaskRunNote[] {
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
 * Groups of runs by remedy, in the order of the list.
 *
 * - `ask_service`: stuck for a reason that only the service can find.
 * - `no_end`: stuck, and the service has received no end. The operator's system may not have sent it.
 * - `raw_data_invalid`, `force_ended`, `awaits_validation`: as the notes.
 * - `on_time`: there is nothing to do.
 */
export const taskRunGroups = [
  'ask_service',
  'no_end',
  'raw_data_invalid',
  'force_ended',
  'awaits_validation',
  'on_time',
] as const
export type TaskRunGroup = (typeof taskRunGroups)[number]

const groups: Record<TaskRunNote, TaskRunGroup> = {
  stuck_start: 'ask_service',
  stuck_unreported: 'no_end',
  stuck_end: 'ask_service',
  stuck_unknown: 'ask_service',
  raw_data_invalid: 'raw_data_invalid',
  force_ended: 'force_ended',
  awaits_validation: 'awaits_validation',
}

/** Returns the group of a run, by its first note. */
export function taskRunGroup(run: NoteFields, stuckAfterSeconds: number): TaskRunGroup {
  const [note] = taskRunNotes(run, stuckAfterSeconds)
  return note ? groups[note] : 'on_time'
}

/**
 * Computes the time of a response by the service's clock, in ISO 8601, from one of its runs. With this time, relative
 * times are right even if this server's clock is wrong.
 *
 * @returns the time of the update if the sum is not a valid date.
 */
export function serviceTime({ updated_at, seconds_since_update }: TaskRun): string {
  const time = new Date(Date.parse(updated_at) + seconds_since_update * 1000)
  return Number.isNaN(time.getTime()) ? updated_at : time.toISOString()
}
