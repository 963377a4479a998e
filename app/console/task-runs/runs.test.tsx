import { describe, expect, it } from 'vitest'
import { cellsOf, htmlOf, textOf } from '@/components/console/test-support'
import { readTaskRunQuery, type TaskRunQuery } from './query'
import type { PendingTaskRuns } from '@/lib/service'
import { taskRun } from '@/lib/service/test-support'
import { TaskRuns } from './list'

const runs = [taskRun({ seconds_since_update: 60 }), taskRun({ task_run_id: 'b', seconds_since_update: 10 })]
const whole: PendingTaskRuns = { taskRuns: runs, limit: 100, hasMore: false }
const cut: PendingTaskRuns = { taskRuns: runs, limit: 2, hasMore: true }

function htmlFor(data: PendingTaskRuns, query: Partial<TaskRunQuery> = {}): string {
  const asked = { ...readTaskRunQuery({}, 15), ...query }
  return htmlOf(<TaskRuns query={asked} result={{ ok: true, data }} readAt="2026-11-20T12:00:00Z" />, 'taskRunsRefresh')
}

const textFor = (...asked: Parameters<typeof htmlFor>) => textOf(htmlFor(...asked))

describe('TaskRuns', () => {
  it('shows totals when the list contains every pending run', () => {
    expect(textFor(whole)).toContain('Pending 2 Stuck 0 On track 2')
    expect(textFor(whole)).not.toContain('Only the first')
    expect(textFor(whole, { find: 'x' })).toContain('If the ID is right, the run may be final already.')
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
    const none = textFor(cut, { find: 'x' })
    expect(none).toContain('Only the first 2 pending runs are searched. The run may be one of the others')
  })

  it('explains whether other runs can be stuck when the list is incomplete', () => {
    expect(textFor(cut, { show: 'stuck' })).toContain('so this includes the runs that aren’t listed.')
    expect(textFor(cut)).not.toContain('All of these are stuck')
    const allStuck = textFor({ ...cut, taskRuns: [taskRun()] })
    expect(allStuck).toContain('Stuck 1+ No end reported 1+')
    expect(allStuck).toContain('All of these are stuck, so others may be too.')
  })

  it('gives advice about the runs of each group, in the order of urgency', () => {
    const ended = taskRun({ task_run_id: 'ended', status: 'completed' })
    const data = { ...whole, taskRuns: [...runs, taskRun({ task_run_id: 'silent' }), ended] }
    expect(textFor(data)).toContain('Pending 4 Stuck 2 Ask Subnet Rewards 1 No end reported 1 On track 2')
    expect(textFor(data)).toContain(
      '4 pending runs 1 run: ask Subnet Rewards · 1 run: no end reported. Check your own system, then ask Subnet Rewards',
    )
    expect(textFor(data)).not.toContain('nothing to do')
    expect(textFor(data, { show: 'ask_service' })).toContain('1 run: ask Subnet Rewards')
    expect(textFor(data, { show: 'ask_service' })).not.toContain('no end reported.')
    expect(textFor(data, { show: 'no_end' })).toContain('Check your own system, then ask Subnet Rewards')
    expect(cellsOf(htmlFor(data)).map(([run]) => run)).toEqual(['ended', 'silent', expect.anything(), 'b'])
  })
})
