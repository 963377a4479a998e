import { describe, expect, it, vi } from 'vitest'
import { cellsOf, htmlOf } from '@/components/console/shared/test-support'
import type { Listed, TaskRun } from '@/lib/service'
import { taskRun } from '@/lib/service/test-support'
import { TaskRunTable } from './table'

vi.mock(import('@/lib/skin'), async (original) => {
  const { brand } = await original()
  const named = { name: 'Site', service: 'Rewards', operator: 'Ada', consoleLocale: 'en' }
  return { brand: () => named as ReturnType<typeof brand> }
})

const tableOf = (...taskRuns: Listed<TaskRun>[]) =>
  htmlOf(<TaskRunTable caption="Runs" taskRuns={taskRuns} stuckAfterSeconds={900} />)

/** State, what it means, on chain, and status. */
const rowsOf = (...taskRuns: TaskRun[]) =>
  cellsOf(tableOf(...taskRuns.map((run, index) => ({ ...run, task_run_id: `run ${index}` })))).map(
    ([, state, note, , onChain, status]) => [state, note, onChain, status],
  )

describe('the table of task runs', () => {
  const onTime = taskRun({ seconds_since_update: 900 })
  const stuck = taskRun({ seconds_since_update: 7260 })

  it('says nothing of a run that is on track', () => {
    expect(rowsOf(onTime)).toEqual([['On track', '', 'Running', 'In progress']])
  })

  it('says what is wrong with others, and no more than the interface does', () => {
    expect(
      rowsOf(
        stuck,
        { ...stuck, status: 'completed' },
        { ...onTime, raw_data_invalid: true },
        { ...stuck, blockchain_status: 'pending', force_ended: true },
      ),
    ).toEqual([
      [
        '! Stuck',
        'No update for 2 h 1 min. The start is on chain, and the run is still in progress.',
        'Running',
        'In progress',
      ],
      ['! Stuck', "No update for 2 h 1 min. The run has ended, but its end isn't on chain.", 'Running', 'Completed'],
      [
        'On track × Raw data invalid',
        "Its raw data failed the check of its CID, so it can't be validated.",
        'Running',
        'In progress',
      ],
      [
        '! Stuck Force-ended',
        "No update for 2 h 1 min. The start isn't on chain. It was ended by force and has no raw data.",
        'Pending',
        'In progress',
      ],
    ])
  })

  it('shows a run that is final as what it is, however old', () => {
    const final = { ...stuck, status: 'completed', blockchain_status: 'finished' }
    const validated = { ...final, validated_at: '2026-11-20T11:30:00Z' }
    expect(rowsOf(final, { ...final, raw_data_invalid: true }, { ...final, force_ended: true }, validated)).toEqual([
      ['Awaiting validation', 'Final on chain, but not validated yet. This is normal.', 'Final', 'Completed'],
      ["× Can't be validated", expect.stringContaining('the check of its CID'), 'Final', 'Completed'],
      ['Final, no raw data Force-ended', 'It was ended by force and has no raw data.', 'Final', 'Completed'],
      [expect.stringMatching(/^✓ Validated 2 hours ago /), '', 'Final', 'Completed'],
    ])
  })

  it('shows words that it does not know as they come, as text', () => {
    expect(rowsOf({ ...onTime, blockchain_status: 'constructor', status: '<b>paused</b>' })).toEqual([
      ['On track', '', 'constructor', '<b>paused</b>'],
    ])
  })

  it('has IDs that lead to the runs that have them', () => {
    const html = tableOf(taskRun({ task_run_id: 'run', task_id: 'a task', event_id: '' }))
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      '/console/task-runs?find=run',
      '/console/task-runs?find=a+task',
    ])
  })
})
