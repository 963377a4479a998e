import { describe, expect, it } from 'vitest'
import { interpretPendingTaskRuns } from './pending-task-runs'
import { taskRun } from './test-support'

const run = taskRun({ force_ended: true })
const answer = (taskRuns: object[], list: object = { count: taskRuns.length, limit: 100 }) =>
  Response.json({ status: 'success', data: { task_runs: taskRuns, ...list } })

it('interpretPendingTaskRuns returns hasMore when the count reaches the limit', async () => {
  for (const [count, limit, hasMore] of [
    [0, 100, false],
    [99, 100, false],
    [100, 100, true],
    [3, 3, true],
    ['100', '100', true],
    ['99', 100, false],
  ]) {
    const read = await interpretPendingTaskRuns(answer([], { count, limit }))
    expect(read).toMatchObject({ hasMore, limit: Number(limit) })
  }
})

describe('interpretPendingTaskRuns, for a task run', () => {
  it('accepts unlisted statuses and fields', async () => {
    const newer = { ...run, status: 'paused', blockchain_status: 'forked', shard: 7 }
    const { shard: _, ...read } = newer
    expect((await interpretPendingTaskRuns(answer([newer]))).taskRuns).toEqual([read])
  })

  it('accepts an identifier in any format, and a time with any offset', async () => {
    for (const change of [
      { task_run_id: 'run/1' },
      { validated_at: '2026-11-20T11:30:00.123456Z' },
      { validated_at: '2026-11-20T12:30:00+01:00' },
      { validated_at: null },
    ])
      expect((await interpretPendingTaskRuns(answer([{ ...run, ...change }]))).taskRuns).toMatchObject([change])
  })

  it('returns a task run with a missing or mistyped field as unreadable without affecting the others', async () => {
    for (const [field, value] of [
      ...Object.keys(run).map((name) => [name, undefined] as const),
      ['status', 1],
      ['status', null],
      ['blockchain_status', ['running']],
      ['validated_at', false],
      ['validated_at', 'yesterday'],
      ['raw_data_invalid', 'false'],
      ['updated_at', 1763638200],
      ['updated_at', '2026-02-30T00:00:00Z'],
      ['seconds_since_update', '1800'],
    ] as const) {
      const broken = { ...run, [field]: value }
      const { taskRuns } = await interpretPendingTaskRuns(answer([run, broken, run]))
      expect(taskRuns).toEqual([run, { unreadable: JSON.stringify(broken), path: field }, run])
    }
  })
})
