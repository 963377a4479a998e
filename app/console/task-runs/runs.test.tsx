import { beforeEach, describe, expect, it } from 'vitest'
import { attributesOf, cellsOf, htmlOf, textOf } from '@/components/console/test-support'
import { configure } from '@/lib/config/test-support'
import { List } from '@/components/console/list'
import { readQuery } from '@/lib/console/query'
import type { SearchParams } from '@/lib/console/page-url'
import { selectPage } from '@/lib/console/select'
import type { TaskRun } from '@/lib/service'
import { taskRun } from '@/lib/service/test-support'
import { taskRuns as list } from './list'
import { taskRunParts, ticketLine } from './runs'

beforeEach(() => configure())

const runs = [taskRun({ seconds_since_update: 60 }), taskRun({ task_run_id: 'b', seconds_since_update: 10 })]
const whole = { taskRuns: runs }
const cut = { taskRuns: runs, cutAt: 2 }

function htmlFor(data: { taskRuns: TaskRun[]; unreadable?: number; cutAt?: number }, asked: SearchParams = {}): string {
  const searchParams = { minutes: '15', ...asked }
  const query = readQuery(list, searchParams)
  const read = {
    ...selectPage(list, { rows: data.taskRuns, unreadable: data.unreadable ?? 0 }, query),
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

  it('gives advice about the runs of each group, and lists them in the order of urgency', () => {
    const ended = taskRun({ task_run_id: 'ended', status: 'completed' })
    const data = { ...whole, taskRuns: [...runs, taskRun({ task_run_id: 'silent' }), ended] }
    expect(textFor(data)).toContain('Pending 4 Stuck 2 Ask Subnet Rewards 1 No end reported 1 On track 2')
    expect(textFor(data)).toContain('The interface has no way to repair one: send Subnet Rewards the IDs.')
    expect(textFor(data, { show: 'on_time' })).not.toContain('The interface has no way')
    expect(textFor(data, { show: 'ask_service' })).toContain('1 run: ask Subnet Rewards')
    expect(textFor(data, { show: 'ask_service' })).not.toContain('no end reported.')
    expect(textFor(data, { show: 'no_end' })).toContain('Check your own system, then ask Subnet Rewards')
    expect(cellsOf(htmlFor(data)).map(([run]) => run)).toEqual(['ended', 'silent', expect.anything(), 'b'])
  })
})

const tableOf = (...taskRuns: TaskRun[]) => htmlFor({ taskRuns }, { sort: 'updated_at', order: 'ascending' })

/** Returns the cells with the state and what it means. */
const rowsOf = (...taskRuns: TaskRun[]) =>
  cellsOf(tableOf(...taskRuns.map((run, index) => ({ ...run, task_run_id: `run ${index}` })))).map(([, state]) => state)

describe('the table of task runs', () => {
  const onTime = taskRun({ seconds_since_update: 900 })
  const stuck = taskRun({ seconds_since_update: 7260 })

  it('explains the problems of a run without claiming more than the interface', () => {
    expect(
      rowsOf(
        onTime,
        stuck,
        { ...stuck, status: 'completed' },
        { ...onTime, raw_data_invalid: true },
        { ...stuck, blockchain_status: 'pending', force_ended: true },
      ),
    ).toEqual([
      'On track',
      '! Stuck No end reported. Check your system, then ask Subnet Rewards.',
      '! Stuck The end was reported, but isn’t on chain. Ask Subnet Rewards.',
      'Pending Can’t be validated: its raw data failed the check of its CID.',
      '! Stuck Force-ended, without raw data. The start isn’t on chain. Ask Subnet Rewards.',
    ])
  })

  it('has the state of its badge in the line for a ticket, when it is not late but has a problem', () => {
    const line = ticketLine({ ...onTime, raw_data_invalid: true }, { minutes: 15 } as never)
    expect(line).toContain(' UTC, Pending (blockchain_status running,')
  })

  it('shows further data of a run in its details, with links to runs with the same IDs', () => {
    const validated_at = '2026-11-20T11:45:00Z'
    const run = taskRun({ task_run_id: 'run', task_id: 'a task', event_id: '', validated_at, force_ended: true })
    const html = tableOf(run)
    const details = cellsOf(html)[0]?.at(-1)
    expect(details).toContain('Task ID a task')
    expect(details).toContain('Started 2026-11-20 11:00:00 UTC')
    expect(details).toContain('Last update 2026-11-20 11:30:00 UTC')
    expect(details).toContain('Validated 2026-11-20 11:45:00 UTC Force-ended Yes')
    expect(details).toContain('On chain Running Status In progress')
    expect([...html.matchAll(/href="([^"]*\?find=[^"]*)"/g)].map(([, href]) => href)).toEqual([
      '/console/task-runs?find=run',
      '/console/task-runs?find=a+task',
    ])
    expect(html).toContain('id="run-run"')
    // One in the row, and one for each ID in its details.
    expect(attributesOf(html, 'tbody button[aria-label^=Copy]', 'aria-label')).toEqual([
      'Copy run ID',
      'Copy run ID',
      'Copy task ID',
    ])
  })

  it('marks only stuck runs, and has three columns that can sort', () => {
    const html = tableOf(stuck, onTime)
    expect(html.match(/data-marked/g)).toHaveLength(1)
    expect(html.match(/class="sortable"/g)).toHaveLength(3)
    expect(html).toContain('aria-sort="ascending"')
  })
})
