import { expect, it } from 'vitest'
import { configure } from '@/lib/config/test-support'
import { readQuery } from '@/lib/console/query'
import { selectPage, sortRows } from '@/lib/console/select'
import { access, stubFetch, taskRun } from '@/lib/service/test-support'
import { readTaskRunQuery, taskRuns } from './list'
import { generateMetadata } from './page'

const finished = { blockchain_status: 'finished', seconds_since_update: 5 }
const rows = [
  taskRun({ task_run_id: 'a', seconds_since_update: 10 }),
  taskRun({ task_run_id: 'b', seconds_since_update: 901 }),
  taskRun({ task_run_id: 'c', ...finished, raw_data_invalid: true }),
  taskRun({ task_run_id: 'd', seconds_since_update: 901, status: 'completed' }),
]

it('a list of task runs has the most urgent first, and still sorts by the fields that only its details show', () => {
  configure()
  const idsBy = (searchParams: Record<string, string>) =>
    sortRows(taskRuns, rows, readQuery(taskRuns, { ...searchParams, minutes: '15' }))
      .map((run) => 'task_run_id' in run && run.task_run_id)
      .join('')
  expect([idsBy({}), idsBy({ sort: 'group' }), idsBy({ sort: 'state' })]).toEqual(['dbca', 'dbca', 'dbca'])
  expect([idsBy({ sort: 'blockchain_status' }), idsBy({ sort: 'status' })]).toEqual(['cabd', 'dabc'])
})

it('a list of task runs finds a run by each of its IDs', () => {
  configure()
  const { task_run_id, task_id, event_id } = taskRun()
  for (const find of [task_run_id, task_id, event_id])
    expect(selectPage(taskRuns, { rows: [taskRun()] }, readQuery(taskRuns, { find })).total, find).toBe(1)
})

it('a list of task runs is cut at the limit of the service when there are more', async () => {
  if (taskRuns.source.kind !== 'whole') throw new Error('The list has pages.')
  for (const [count, cutAt] of [
    [2, 2],
    [1, undefined],
  ] as const) {
    const data = { task_runs: rows.slice(0, count), count, limit: 2 }
    stubFetch().mockResolvedValueOnce(Response.json({ status: 'success', data }))
    const read = await taskRuns.source.read(access, readTaskRunQuery({}, 15), {})
    expect(read).toMatchObject({ ok: true, data: { rows: rows.slice(0, count), cutAt } })
  }
})

it('readTaskRunQuery reads the filter, and returns all runs when it is unknown', () => {
  expect(readTaskRunQuery({ show: 'stuck' }, 15)).toEqual({ show: 'stuck', minutes: 15, hasInvalidMinutes: false })
  for (const show of [undefined, 'everything', 'STUCK', '', ['stuck', 'stuck']]) {
    expect(readTaskRunQuery({ show }, 15).show).toBe('all')
  }
})

it('readTaskRunQuery accepts a threshold of 1 to 10,080 minutes instead of the default of the deployment', () => {
  for (const minutes of ['1', '15', '10080']) {
    expect(readTaskRunQuery({ minutes }, 60)).toMatchObject({ minutes: Number(minutes), hasInvalidMinutes: false })
  }
  for (const minutes of ['0', '10081', '-5', '1.5', '', 'soon', 'NaN', 'Infinity', ['5', '6']]) {
    expect(readTaskRunQuery({ minutes }, 60)).toMatchObject({ minutes: 60, hasInvalidMinutes: true })
  }
})

it('the title of the page has the filter or the ID that it finds, and says that the threshold is wrong', async () => {
  configure()
  for (const [query, title] of [
    [{}, 'Task runs'],
    [{ show: 'no_end' }, 'Task runs, No end reported'],
    [{ show: 'no_end', find: 'event-1' }, 'Task runs, event-1'],
    [{ minutes: 'soon' }, 'Error: Task runs'],
  ] as const)
    expect((await generateMetadata({ searchParams: Promise.resolve(query) })).title).toBe(title)
})
