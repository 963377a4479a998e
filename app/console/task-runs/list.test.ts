import { expect, it } from 'vitest'
import { taskRun } from '@/lib/service/test-support'
import { taskRunSorting, taskRunSortValue, type TaskRunColumn } from './sort'

const stuckAfterSeconds = 600
const runs = [
  taskRun({ task_run_id: 'b', updated_at: '2026-01-31T12:00:00Z', seconds_since_update: 601 }),
  taskRun({ task_run_id: 'd', updated_at: '2026-01-31T12:01:00Z', seconds_since_update: 601, status: 'completed' }),
  taskRun({ task_run_id: 'a', updated_at: '2026-01-31T12:02:00Z', seconds_since_update: 10 }),
  taskRun({
    task_run_id: 'c',
    updated_at: '2026-01-31T12:03:00Z',
    seconds_since_update: 5,
    blockchain_status: 'finished',
    raw_data_invalid: true,
  }),
]

it('taskRunSorting sorts by each column when the user first presses it', () => {
  const idsBy = (column: TaskRunColumn) => {
    const sort = taskRunSorting.nextSort(null, column)
    const sorted = taskRunSorting.sortRows(runs, sort, (run, key) => taskRunSortValue(run, key, stuckAfterSeconds))
    return sorted.map((run) => 'task_run_id' in run && run.task_run_id).join('')
  }
  expect([idsBy('group'), idsBy('state'), idsBy('task_run_id')]).toEqual(['dbca', 'bdca', 'abcd'])
  expect([idsBy('updated_at'), idsBy('blockchain_status'), idsBy('status')]).toEqual(['cadb', 'cbda', 'dbac'])
})
