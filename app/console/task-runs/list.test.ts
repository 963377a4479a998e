import { expect, it } from 'vitest'
import { configure } from '@/lib/config/test-support'
import { readQuery } from '@/lib/console/query'
import { sortRows } from '@/lib/console/select'
import { taskRun } from '@/lib/service/test-support'
import { taskRuns } from './list'

const finished = { blockchain_status: 'finished', seconds_since_update: 5 }
const rows = [
  taskRun({ task_run_id: 'a', seconds_since_update: 10 }),
  taskRun({ task_run_id: 'b', seconds_since_update: 901 }),
  taskRun({ task_run_id: 'c', ...finished, raw_data_invalid: true }),
  taskRun({ task_run_id: 'd', seconds_since_update: 901, status: 'completed' }),
]

it('a list of task runs has the most urgent first by group, which is the default, and by state', () => {
  configure()
  const idsBy = (searchParams: Record<string, string>) =>
    sortRows(taskRuns, rows, readQuery(taskRuns, { ...searchParams, minutes: '15' }))
      .map((run) => 'task_run_id' in run && run.task_run_id)
      .join('')
  expect([idsBy({}), idsBy({ sort: 'group' }), idsBy({ sort: 'state' })]).toEqual(['dbca', 'dbca', 'bdca'])
})
