import { describe, expect, it } from 'vitest'
import type { TaskRun } from '@/lib/service'
import { taskRun } from '@/lib/service/test-support'
import { countFiltered, filterTaskRuns, findTaskRuns, type TaskRunFilter } from './filters'

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
  run('finished by force', { ...finished, force_ended: true }),
  run('done', { ...finished, validated_at: '2026-01-31T12:00:00Z' }),
]

describe('filterTaskRuns', () => {
  it.each<[TaskRunFilter, string[]]>([
    ['stuck', ['quiet', 'quiet and never']],
    ['awaits_validation', ['waiting']],
    ['raw_data_invalid', ['quiet and never', 'never']],
    ['force_ended', ['ended by force', 'finished by force']],
  ])('shows of those that are %s: %j', (filter, shown) => {
    const ids = filterTaskRuns(taskRuns, filter, 600).map((each) => 'task_run_id' in each && each.task_run_id)
    expect(ids).toEqual(shown)
  })

  it('shows all, with those that cannot be read', () => {
    expect(filterTaskRuns(taskRuns, 'all', 600)).toBe(taskRuns)
  })
})

describe('findTaskRuns', () => {
  const runs = [
    run('one', { task_id: 'a', event_id: 'x' }),
    run('two', { task_id: 'a', event_id: 'y' }),
    { unreadable: '{"task_run_id":"two","task_id":null}', path: 'task_id' },
  ]

  it.each([
    ['one', [0]],
    ['two', [1, 2]],
    ['a', [0, 1]],
    ['y', [1]],
    ['Y', []],
    ['tw', []],
  ])('finds those of the ID %s', (id, found) => {
    expect(findTaskRuns(runs, id)).toEqual(found.map((index) => runs[index]))
  })
})

describe('countFiltered', () => {
  it.each([false, true])('counts what is listed; whether there may be more: %s', (hasMore) => {
    const list = { taskRuns, limit: 9, hasMore }
    expect(countFiltered(list, 'raw_data_invalid')).toEqual({ count: 2, isAtLeast: hasMore })
  })
})
