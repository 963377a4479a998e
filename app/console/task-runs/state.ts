import type { TaskRun } from '@/lib/service'
import { countTaskRuns, isStuck, type BoundedCount, type RunsInList } from '@/lib/jobs/stuck'
import type { Tone } from '@/lib/console/list'

interface Threshold {
  minutes: number
}

/** The states ("Task run states"), the worst first. The pending list should have no run whose end has landed. */
export const stateTones = {
  stuck: 'warning',
  never_validated: 'danger',
  without_raw_data: 'neutral',
  awaits_validation: 'neutral',
  on_time: 'neutral',
  validated: 'success',
} as const satisfies Record<string, Tone>

export function taskRunState(run: TaskRun, { minutes }: Threshold): keyof typeof stateTones {
  if (run.blockchain_status !== 'finished') return isStuck(run, minutes * 60) ? 'stuck' : 'on_time'
  if (run.validated_at !== null) return 'validated'
  if (run.raw_data_invalid) return 'never_validated'
  return run.force_ended ? 'without_raw_data' : 'awaits_validation'
}

/** By remedy, in the order of the list. `ask_service`: only the service can find the reason. */
export const taskRunGroups = [
  'ask_service',
  'no_end',
  'raw_data_invalid',
  'force_ended',
  'awaits_validation',
  'on_time',
] as const
type TaskRunGroup = (typeof taskRunGroups)[number]

/** The interface states no remedy ("Task run states"), so a note only says whom to ask. */
const groups = {
  stuck_start: 'ask_service',
  stuck_unreported: 'no_end',
  stuck_end: 'ask_service',
  stuck_unknown: 'ask_service',
  raw_data_invalid: 'raw_data_invalid',
  force_ended: 'force_ended',
  awaits_validation: 'awaits_validation',
} as const satisfies Record<string, TaskRunGroup>
export type TaskRunNote = keyof typeof groups

export function taskRunNotes(run: TaskRun, threshold: Threshold): readonly TaskRunNote[] {
  const state = taskRunState(run, threshold)
  if (state === 'validated') return []
  const notes: TaskRunNote[] = []
  if (state === 'stuck') notes.push(stuckNote(run))
  if (state === 'awaits_validation') notes.push('awaits_validation')
  if (run.raw_data_invalid) notes.push('raw_data_invalid')
  else if (run.force_ended) notes.push('force_ended')
  return notes
}

function stuckNote({ blockchain_status, status }: TaskRun): TaskRunNote {
  if (blockchain_status === 'pending') return 'stuck_start'
  if (blockchain_status !== 'running') return 'stuck_unknown'
  if (status === 'completed') return 'stuck_end'
  return status === 'in_progress' ? 'stuck_unreported' : 'stuck_unknown'
}

export function taskRunGroup(run: TaskRun, threshold: Threshold): TaskRunGroup {
  const [note] = taskRunNotes(run, threshold)
  return note ? groups[note] : 'on_time'
}

export const taskRunFilters = ['all', 'stuck', ...taskRunGroups] as const
type TaskRunFilter = (typeof taskRunFilters)[number]

export function matchesFilter(run: TaskRun, filter: TaskRunFilter, threshold: Threshold): boolean {
  if (filter === 'all') return true
  if (filter === 'stuck') return taskRunState(run, threshold) === 'stuck'
  // These two do not depend on the chain, because these problems remain after the end has landed.
  if (filter === 'raw_data_invalid' || filter === 'force_ended') return run[filter]
  return taskRunGroup(run, threshold) === filter
}

/** An unreadable run matches only `all`. `isAtLeast`: runs that the service does not list may match too. */
export function countFilters(runs: RunsInList, { minutes }: Threshold): Record<TaskRunFilter, BoundedCount> {
  const { taskRuns, unreadable, hasMore } = runs
  const { stuck } = countTaskRuns(runs, minutes * 60)
  const ofStuckRuns: readonly TaskRunFilter[] = ['stuck', 'ask_service', 'no_end']
  const counts = taskRunFilters.map((filter): [TaskRunFilter, BoundedCount] => [
    filter,
    {
      count:
        taskRuns.filter((run) => matchesFilter(run, filter, { minutes })).length + (filter === 'all' ? unreadable : 0),
      isAtLeast: ofStuckRuns.includes(filter) ? stuck.isAtLeast : hasMore,
    },
  ])
  return Object.fromEntries(counts) as Record<TaskRunFilter, BoundedCount>
}

/**
 * The time of a response by the service's clock, in ISO 8601. So ages are right even if this server's clock is wrong.
 */
export function serviceTime({ updated_at, seconds_since_update }: TaskRun): string {
  const time = new Date(Date.parse(updated_at) + seconds_since_update * 1000)
  return Number.isNaN(time.getTime()) ? updated_at : time.toISOString()
}
