import { describe, expect, it } from 'vitest'
import { cellsOf, htmlOf } from '@/components/console/test-support'
import { readTaskRunQuery } from './query'
import type { Listed, TaskRun } from '@/lib/service'
import { taskRun } from '@/lib/service/test-support'
import { TaskRunTable } from './table'

const query = readTaskRunQuery({ sort: 'updated_at', order: 'ascending' }, 15)

const tableOf = (...taskRuns: Listed<TaskRun>[]) =>
  htmlOf(<TaskRunTable taskRuns={taskRuns} query={query} />, 'taskRunsRefresh')

/** Returns the cells with the state, the state on chain, the status and the note. */
const rowsOf = (...taskRuns: TaskRun[]) =>
  cellsOf(tableOf(...taskRuns.map((run, index) => ({ ...run, task_run_id: `run ${index}` })))).map(
    ([, state, , onChain, status, note]) => [state, onChain, status, note],
  )

describe('TaskRunTable', () => {
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
      ['On track', 'Running', 'In progress', ''],
      ['! Stuck', 'Running', 'In progress', 'No end reported: on chain it runs. No update for 2 h 1 min.'],
      ['! Stuck', 'Running', 'Completed', 'The end isn’t on chain, though it was reported. No update for 2 h 1 min.'],
      [
        'On track × Raw data invalid',
        'Running',
        'In progress',
        'Can’t be validated: its raw data failed the check of its CID.',
      ],
      [
        '! Stuck Force-ended',
        'Pending',
        'In progress',
        'The start isn’t on chain. No update for 2 h 1 min. Ended by force, without raw data.',
      ],
    ])
  })

  it('never shows a final run as stuck, at any age', () => {
    const final = { ...stuck, status: 'completed', blockchain_status: 'finished' }
    const validated = { ...final, validated_at: '2026-11-20T11:30:00Z' }
    expect(rowsOf(final, { ...final, raw_data_invalid: true }, { ...final, force_ended: true }, validated)).toEqual([
      ['Awaiting validation', 'Final', 'Completed', 'Final on chain, but not validated yet. This is normal.'],
      ['× Can’t be validated', 'Final', 'Completed', expect.stringContaining('the check of its CID')],
      ['Final, no raw data Force-ended', 'Final', 'Completed', 'Ended by force, without raw data.'],
      ['✓ Validated', 'Final', 'Completed', ''],
    ])
  })

  it('shows unknown words unchanged, as text', () => {
    expect(rowsOf({ ...onTime, blockchain_status: 'constructor', status: '<b>paused</b>' })).toEqual([
      ['On track', 'constructor', '<b>paused</b>', ''],
    ])
  })

  it('shows further data of a run in its details, with links to runs with the same IDs', () => {
    const run = taskRun({ task_run_id: 'run', task_id: 'a task', event_id: '', validated_at: '2026-11-20T11:45:00Z' })
    const html = tableOf(run)
    const details = cellsOf(html)[0]?.at(-1)
    expect(details).toContain('Task ID a task')
    expect(details).toContain('Started 2026-11-20 11:00:00 UTC')
    expect(details).toContain('Updated 2026-11-20 11:30:00 UTC')
    expect(details).toContain('Validated 2026-11-20 11:45:00 UTC')
    expect([...html.matchAll(/href="([^"]*\?find=[^"]*)"/g)].map(([, href]) => href)).toEqual([
      '/console/task-runs?find=run',
      '/console/task-runs?find=a+task',
    ])
    expect(html).toContain('id="run-run"')
  })

  it('marks only stuck runs, and has six columns that can sort', () => {
    const html = tableOf(stuck, onTime)
    expect(html.match(/data-marked/g)).toHaveLength(1)
    expect(html.match(/class="sortable"/g)).toHaveLength(6)
    expect(html).toContain('aria-sort="ascending"')
  })
})
