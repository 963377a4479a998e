import { expect, it } from 'vitest'
import type { TaskRun } from '@/lib/service'
import { taskRun } from '@/lib/service/test-support'
import { countFilters, matchesFilter, taskRunFilters } from './filters'

const run = (task_run_id: string, fields: Partial<TaskRun>) =>
  taskRun({ seconds_since_update: 10, ...fields, task_run_id })

const unreadable = { unreadable: '{"task_run_id":null}', path: 'task_run_id' }
const finished = { blockchain_status: 'finished' }
const taskRuns = [
  run('quiet', { seconds_since_update: 601 }),
  run('quiet and never', { seconds_since_update: 601, raw_data_invalid: true }),
  unreadable,
  run('on time', {}),
  run('ended by force', { force_ended: true }),
  run('waiting', finished),
  run('never', { ...finished, raw_data_invalid: true }),
  run('quiet end', { seconds_since_update: 601, status: 'completed' }),
  run('quiet start', { seconds_since_update: 601, blockchain_status: 'pending' }),
  run('finished by force', { ...finished, force_ended: true }),
  run('done', { ...finished, validated_at: '2026-01-31T12:00:00Z' }),
]

it('matchesFilter tells which runs match, and all runs, also unreadable ones, for the filter all', () => {
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
    const found = taskRuns.filter((run) => matchesFilter(run, filter, 600))
    expect(
      found.map((run) => 'task_run_id' in run && run.task_run_id),
      filter,
    ).toEqual(matching[filter])
  }
  expect(taskRuns.every((run) => matchesFilter(run, 'all', 600))).toBe(true)
})

it('countFilters sets isAtLeast, except for stuck runs, when the service has more runs and one is not stuck', () => {
  for (const hasMore of [false, true]) {
    expect(countFilters(taskRuns, { hasMore, stuckAfterSeconds: 600 })).toMatchObject({
      all: { count: 11, isAtLeast: hasMore },
      stuck: { count: 4, isAtLeast: false },
      ask_service: { count: 2, isAtLeast: false },
      no_end: { count: 2, isAtLeast: false },
      raw_data_invalid: { count: 2, isAtLeast: hasMore },
    })
  }
})
