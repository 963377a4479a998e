import type { TaskRun } from '@/lib/service'
import { countTaskRuns, isStuck, type BoundedCount, type RunsInList } from '@/lib/jobs/stuck'

interface Threshold {
  minutes: number
}

/**
 * Why a run is not on track, the most urgent first, and under which filter it is ("Task run states"). The interface states
 * no remedy, so the texts only say whom to ask. `ask_service`: only the service can find the reason.
 */
const filterOf = {
  stuck_start: 'ask_service',
  stuck_end: 'ask_service',
  stuck_unknown: 'ask_service',
  stuck_unreported: 'no_end',
  raw_data_invalid: 'raw_data_invalid',
  force_ended: 'force_ended',
  awaits_validation: 'awaits_validation',
} as const
type TaskRunNote = keyof typeof filterOf

/** The pending list should have no validated run. */
export function notesOf(run: TaskRun, { minutes }: Threshold): readonly TaskRunNote[] {
  const isFinal = run.blockchain_status === 'finished'
  if (isFinal && run.validated_at !== null) return []
  const stuck = isStuck(run, minutes * 60) ? [stuckNote(run)] : []
  if (run.raw_data_invalid) return [...stuck, 'raw_data_invalid']
  if (run.force_ended) return [...stuck, 'force_ended']
  return isFinal ? ['awaits_validation'] : stuck
}

function stuckNote({ blockchain_status, status }: TaskRun): TaskRunNote {
  if (blockchain_status === 'pending') return 'stuck_start'
  if (blockchain_status !== 'running') return 'stuck_unknown'
  if (status === 'completed') return 'stuck_end'
  return status === 'in_progress' ? 'stuck_unreported' : 'stuck_unknown'
}

/** Runs on track are last. The service lists the oldest update first, which remains the order within a cause. */
export const byUrgency = (runs: readonly TaskRun[], threshold: Threshold): TaskRun[] =>
  [...Object.keys(filterOf), undefined].flatMap((note) => runs.filter((run) => notesOf(run, threshold)[0] === note))

export const taskRunFilters = ['all', 'stuck', ...new Set(Object.values(filterOf)), 'on_time'] as const
type TaskRunFilter = (typeof taskRunFilters)[number]

export function matchesFilter(run: TaskRun, filter: TaskRunFilter, threshold: Threshold): boolean {
  if (filter === 'all') return true
  if (filter === 'stuck') return isStuck(run, threshold.minutes * 60)
  // These two do not depend on the chain, because these problems remain after the end has landed.
  if (filter === 'raw_data_invalid' || filter === 'force_ended') return run[filter]
  const [note] = notesOf(run, threshold)
  return (note ? filterOf[note] : 'on_time') === filter
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
