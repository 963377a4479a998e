import { expect, it } from 'vitest'
import { taskRun } from '@/lib/service/test-support'
import type { TaskRun } from '@/lib/service'
import { byUrgency, countFilters, matchesFilter, notesOf, serviceTime, taskRunFilters } from './state'

const threshold = { minutes: 10 }
const validated_at = '2026-01-31T12:00:00Z'

const onTime = taskRun({ seconds_since_update: 600 })
const stuck = taskRun({ seconds_since_update: 601 })
const finished = { ...stuck, status: 'completed', blockchain_status: 'finished' }

const runs: [string, TaskRun, ReturnType<typeof notesOf>][] = [
  ['on time', onTime, []],
  ['whose start is not late', { ...onTime, blockchain_status: 'pending' }, []],
  ['validated', { ...finished, validated_at, force_ended: true }, []],
  ['whose start is not on chain', { ...stuck, blockchain_status: 'pending', status: 'completed' }, ['stuck_start']],
  ['whose end was never reported', stuck, ['stuck_unreported']],
  // A validation does not mean that the end is on chain.
  ['validated, and not final', { ...stuck, validated_at }, ['stuck_unreported']],
  ['whose end is not on chain', { ...stuck, status: 'completed' }, ['stuck_end']],
  ['with a future status', { ...stuck, status: 'paused' }, ['stuck_unknown']],
  ['with a future chain status', { ...stuck, blockchain_status: 'forked' }, ['stuck_unknown']],
  ['with invalid raw data, on time', { ...onTime, raw_data_invalid: true }, ['raw_data_invalid']],
  ['with invalid raw data, stuck', { ...stuck, raw_data_invalid: true }, ['stuck_unreported', 'raw_data_invalid']],
  ['ended by force', { ...onTime, force_ended: true }, ['force_ended']],
  ['ended by force, stuck', { ...stuck, force_ended: true }, ['stuck_unreported', 'force_ended']],
  ['final and ended by force', { ...finished, force_ended: true }, ['force_ended']],
  ['that can never be validated', { ...finished, raw_data_invalid: true, force_ended: true }, ['raw_data_invalid']],
  ['that waits for validation', finished, ['awaits_validation']],
]

it('notesOf returns what staff should know about a run', () => {
  for (const [what, run, notes] of runs) expect(notesOf(run, threshold), what).toEqual(notes)
})

it('byUrgency has stuck runs first and runs on track last, and keeps the order within a cause', () => {
  const ids = byUrgency(
    runs.toReversed().map(([task_run_id, run]) => ({ ...run, task_run_id })),
    threshold,
  ).map((run) => run.task_run_id)
  expect(ids).toEqual([
    'whose start is not on chain',
    'whose end is not on chain',
    'with a future chain status',
    'with a future status',
    'ended by force, stuck',
    'with invalid raw data, stuck',
    'validated, and not final',
    'whose end was never reported',
    'that can never be validated',
    'with invalid raw data, on time',
    'final and ended by force',
    'ended by force',
    'that waits for validation',
    'validated',
    'whose start is not late',
    'on time',
  ])
})

it('serviceTime adds the seconds since the update to the time of the update, unless the sum is not a valid date', () => {
  const timeAfter = (seconds_since_update: number) =>
    serviceTime(taskRun({ updated_at: '2026-01-31T12:00:00.250Z', seconds_since_update }))
  expect(timeAfter(90)).toBe('2026-01-31T12:01:30.250Z')
  expect(timeAfter(Number.MAX_SAFE_INTEGER)).toBe('2026-01-31T12:00:00.250Z')
})

const run = (task_run_id: string, fields: Partial<TaskRun>) =>
  taskRun({ seconds_since_update: 10, ...fields, task_run_id })

const taskRuns = [
  run('quiet', { seconds_since_update: 601 }),
  run('quiet and never', { seconds_since_update: 601, raw_data_invalid: true }),
  run('on time', {}),
  run('ended by force', { force_ended: true }),
  run('waiting', { blockchain_status: 'finished' }),
  run('never', { blockchain_status: 'finished', raw_data_invalid: true }),
  run('quiet end', { seconds_since_update: 601, status: 'completed' }),
  run('quiet start', { seconds_since_update: 601, blockchain_status: 'pending' }),
  run('finished by force', { blockchain_status: 'finished', force_ended: true }),
  run('done', { blockchain_status: 'finished', validated_at: '2026-01-31T12:00:00Z' }),
]

it('matchesFilter tells which runs match, and all runs for the filter all', () => {
  const matching: Record<string, string[]> = {
    stuck: ['quiet', 'quiet and never', 'quiet end', 'quiet start'],
    ask_service: ['quiet end', 'quiet start'],
    no_end: ['quiet', 'quiet and never'],
    awaits_validation: ['waiting'],
    raw_data_invalid: ['quiet and never', 'never'],
    force_ended: ['ended by force', 'finished by force'],
    on_time: ['on time', 'done'],
  }
  for (const filter of taskRunFilters.filter((each) => each !== 'all')) {
    const found = taskRuns.filter((run) => matchesFilter(run, filter, threshold)).map((run) => run.task_run_id)
    expect(found, filter).toEqual(matching[filter])
  }
  expect(taskRuns.every((run) => matchesFilter(run, 'all', threshold))).toBe(true)
})

it('countFilters sets isAtLeast, except for stuck runs, when the service has more runs and one is not stuck', () => {
  for (const hasMore of [false, true]) {
    expect(countFilters({ taskRuns, unreadable: 1, hasMore }, threshold)).toMatchObject({
      all: { count: 11, isAtLeast: hasMore },
      stuck: { count: 4, isAtLeast: false },
      ask_service: { count: 2, isAtLeast: false },
      no_end: { count: 2, isAtLeast: false },
      raw_data_invalid: { count: 2, isAtLeast: hasMore },
    })
  }
})
