import { beforeEach, describe, expect, it } from 'vitest'
import { attributesOf, htmlOf, textOf, textsOf } from '@/components/console/test-support'
import { configure } from '@/lib/config/test-support'
import { List } from '@/components/console/list'
import { readQuery } from '@/lib/console/query'
import type { SearchParams } from '@/lib/console/page-url'
import { selectPage, sortRows } from '@/lib/console/select'
import type { TaskRun } from '@/lib/service'
import { access, stubFetch, taskRun } from '@/lib/service/test-support'
import { readTaskRunQuery, taskRuns as list } from './list'
import { generateMetadata, taskRunParts } from './page'
import { byUrgency } from './state'

beforeEach(() => configure())

const runs = [taskRun({ seconds_since_update: 60 }), taskRun({ task_run_id: 'b', seconds_since_update: 10 })]
const whole = { taskRuns: runs }
const cut = { taskRuns: runs, cutAt: 2 }

function htmlFor(data: { taskRuns: TaskRun[]; unreadable?: number; cutAt?: number }, asked: SearchParams = {}): string {
  const searchParams = { minutes: '15', ...asked }
  const query = readQuery(list, searchParams)
  const read = {
    ...selectPage(list, { rows: byUrgency(data.taskRuns, query.filter), unreadable: data.unreadable ?? 0 }, query),
    cutAt: data.cutAt,
  }
  return htmlOf(
    <List list={list} read={read} query={query} searchParams={searchParams} parts={taskRunParts} />,
    'taskRuns.refresh',
  )
}

const textFor = (...asked: Parameters<typeof htmlFor>) => textOf(htmlFor(...asked))

describe('the list of task runs', () => {
  it('shows totals when the list contains every pending run', () => {
    expect(textFor(whole)).toContain('Pending 2 Stuck 0 On track 2')
    expect(textFor(whole)).not.toContain('Only the first')
    expect(textFor({ ...whole, unreadable: 1 })).toContain('Pending 3 Stuck 0 On track 2')
    expect(textFor(whole, { find: 'no such ID' })).toMatch(
      /No listed run has this ID.*If the ID is right, the run may be final already\./,
    )
    const noneStuck = textFor(whole, { show: 'stuck' })
    expect(noneStuck).toContain('No pending run has gone without an update for more than 15 minutes. Show')
  })

  it('shows no totals when there are more pending runs than listed', () => {
    const text = textFor(cut)
    expect(text).toContain('Pending 2+ Stuck 0 On track 2+')
    expect(text).toContain('Only the first 2 pending runs are listed')
    expect(textFor(cut, { show: 'force_ended' })).toContain(
      'No listed run matches this filter 2 pending runs are listed.',
    )
    const none = textFor(cut, { find: 'no such ID' })
    expect(none).toContain('Only the first 2 pending runs are searched. The run may be one of the others')
  })

  it('explains whether other runs can be stuck when the list is incomplete', () => {
    expect(textFor(cut, { show: 'stuck' })).toContain('so this includes the runs that aren’t listed.')
    expect(textFor(cut)).not.toContain('All of these are stuck')
    const allStuck = textFor({ ...cut, taskRuns: [taskRun()] })
    expect(allStuck).toContain('Stuck 1+ No end reported 1+')
    expect(allStuck).toContain('All of these are stuck, so others may be too.')
  })

  it('shows only the runs of a filter, still under their causes', () => {
    const ended = taskRun({ task_run_id: 'ended', status: 'completed' })
    const data = { ...whole, taskRuns: [...runs, taskRun({ task_run_id: 'silent' }), ended] }
    expect(textFor(data)).toContain('Pending 4 Stuck 2 Ask Subnet Rewards 1 No end reported 1 On track 2')
    const causes = (show: string) => textsOf(htmlFor(data, { show }), '.group-head .font-semibold')
    expect(causes('stuck')).toEqual([
      expect.stringContaining('The end isn’t on chain'),
      expect.stringContaining('No end reported'),
    ])
    expect(causes('ask_service')).toEqual([expect.stringContaining('Ask Subnet Rewards')])
    expect(causes('no_end')).toEqual([expect.stringContaining('Check your system, then ask Subnet Rewards')])
    expect(causes('on_time')).toEqual(['On track. Nothing to do.'])
    expect(textsOf(htmlFor(data, { show: 'no_end' }), 'caption')).toEqual([
      'Stuck task runs whose end was not reported',
    ])
  })

  it('has one heading for each cause, with the number of its runs, the oldest update and their IDs to copy', () => {
    const ended = taskRun({ task_run_id: 'ended', status: 'completed', seconds_since_update: 7260 })
    const data = { taskRuns: [ended, ...runs, taskRun({ task_run_id: 'silent', seconds_since_update: 1000 })] }
    expect(textsOf(htmlFor(data), '.group-head')).toEqual([
      '! Stuck The end isn’t on chain. Ask Subnet Rewards. 1 run, oldest 2 h 1 min Copy the ID',
      '! Stuck No end reported. Check your system, then ask Subnet Rewards. 1 run, oldest 16 min 40 s Copy the ID',
      'On track. Nothing to do. 2 runs, oldest 1 min Copy 2 IDs',
    ])
    expect(textsOf(htmlFor(data), 'tbody tr > th[data-label]').map((text) => text.split(' ')[0])).toEqual([
      'ended',
      'silent',
      expect.anything(),
      'b',
    ])
  })
})

const tableOf = (...taskRuns: TaskRun[]) => htmlFor({ taskRuns })

describe('the table of task runs', () => {
  const onTime = taskRun({ seconds_since_update: 900 })
  const stuck = taskRun({ seconds_since_update: 7260 })

  it('groups runs with the same problems, without claiming more than the interface', () => {
    const causes = textsOf(
      tableOf(
        onTime,
        { ...onTime, raw_data_invalid: true },
        { ...stuck, blockchain_status: 'pending', force_ended: true },
        { ...stuck, blockchain_status: 'pending' },
      ),
      '.group-head .font-semibold',
    )
    expect(causes).toEqual([
      'Force-ended, no raw data. The start isn’t on chain. Ask Subnet Rewards.',
      'The start isn’t on chain. Ask Subnet Rewards.',
      'Can’t be validated: the raw data failed the check of its CID.',
      'On track. Nothing to do.',
    ])
  })

  it('shows further data of a run in its details, and links to runs with the same IDs', () => {
    const validated_at = '2026-11-20T11:45:00Z'
    const run = taskRun({ task_run_id: 'run', task_id: 'a task', event_id: '', validated_at, force_ended: true })
    const html = tableOf(run)
    const [details] = textsOf(html, 'td.row-details')
    expect(details).toContain('Task ID a task')
    expect(details).toContain('Started 2026-11-20 11:00:00 UTC')
    expect(details).toContain('Last update 2026-11-20 11:30:00 UTC')
    expect(details).toContain('Validated 2026-11-20 11:45:00 UTC Force-ended ✓ Yes')
    expect(details).toContain('On chain Running Status In progress')
    expect([...html.matchAll(/href="([^"]*\?find=[^"]*)"/g)].map(([, href]) => href)).toEqual([
      '/console/task-runs?find=run',
      '/console/task-runs?find=a+task',
    ])
    // One in the row, and one for each ID in its details.
    expect(attributesOf(html, 'tbody button[aria-label^=Copy]', 'aria-label')).toEqual([
      'Copy run ID',
      'Copy run ID',
      'Copy task ID',
    ])
  })

  it('marks only stuck runs, and has four columns that can sort', () => {
    const html = tableOf(stuck, onTime)
    expect(html.match(/data-marked/g)).toHaveLength(1)
    expect(textsOf(html, 'th.sortable')).toHaveLength(4)
  })
})

it('a list of task runs sorts the runs within their causes, also by the fields that only their details show', () => {
  const finished = { blockchain_status: 'finished', seconds_since_update: 5 }
  const rows = [
    taskRun({ task_run_id: 'a', seconds_since_update: 10 }),
    taskRun({ task_run_id: 'b', seconds_since_update: 901 }),
    taskRun({ task_run_id: 'c', ...finished, raw_data_invalid: true }),
    taskRun({ task_run_id: 'd', seconds_since_update: 901, status: 'completed' }),
  ]
  const idsBy = (searchParams: Record<string, string>) =>
    sortRows(list, byUrgency(rows, { minutes: 15 }), readQuery(list, { ...searchParams, minutes: '15' }))
      .map((run) => 'task_run_id' in run && run.task_run_id)
      .join('')
  expect([idsBy({}), idsBy({ sort: 'group' }), idsBy({ sort: 'state' })]).toEqual(['dbca', 'dbca', 'dbca'])
  expect([idsBy({ sort: 'blockchain_status' }), idsBy({ sort: 'status' })]).toEqual(['cdba', 'dbca'])
  const sorted = { sort: 'updated_at', order: 'ascending' }
  const html = htmlFor({ taskRuns: runs }, sorted)
  expect(html).toContain('aria-sort="ascending"')
  expect(attributesOf(html, 'nav a')[1]).toBe('/console/task-runs?sort=updated_at&order=ascending&show=stuck')
})

it('a list of task runs finds a run by each of its IDs', () => {
  const { task_run_id, task_id, event_id } = taskRun()
  for (const find of [task_run_id, task_id, event_id])
    expect(selectPage(list, { rows: [taskRun()] }, readQuery(list, { find })).total, find).toBe(1)
})

it('a list of task runs is cut at the limit of the service when there are more', async () => {
  if (list.source.kind !== 'whole') throw new Error('The list has pages.')
  for (const [count, cutAt] of [
    [2, 2],
    [1, undefined],
  ] as const) {
    const data = { task_runs: runs.slice(0, count), count, limit: 2 }
    stubFetch().mockResolvedValueOnce(Response.json({ status: 'success', data }))
    const read = await list.source.read(access, readTaskRunQuery({}, 15), {})
    expect(read).toMatchObject({ ok: true, data: { rows: runs.slice(0, count), cutAt } })
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
  for (const [query, title] of [
    [{}, 'Task runs'],
    [{ show: 'no_end' }, 'Task runs, No end reported'],
    [{ show: 'no_end', find: 'event-1' }, 'Task runs, event-1'],
    [{ minutes: 'soon' }, 'Error: Task runs'],
  ] as const)
    expect((await generateMetadata({ searchParams: Promise.resolve(query) })).title).toBe(title)
})
