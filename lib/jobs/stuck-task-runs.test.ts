import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { PendingTaskRuns, TaskRun } from '@/lib/service'
import { testLabels } from '@/lib/config/test-support'
import { taskRun } from '@/lib/service/test-support'
import { processStore } from '@/lib/store/process-store'
import type { Message } from './message'
import { reportStuckTaskRuns, type StuckWatch } from './stuck-task-runs'

const minute = 60_000
const run = (id: string, minutes: number) => taskRun({ task_run_id: id, seconds_since_update: minutes * 60 })

let now = 0
const read = vi.fn<() => Promise<PendingTaskRuns | null>>()
const put = vi.fn<(message: Message) => Promise<void>>()
let watch: StuckWatch

beforeEach(() => {
  now = Date.parse('2026-11-21T03:00:00Z')
  const pending = [run('stuck-1', 40), run('stuck-2', 16), run('on-time', 15)]
  read.mockReset().mockResolvedValue({ taskRuns: pending, limit: 100, hasMore: false })
  put.mockReset().mockResolvedValue()
  const store = processStore({ now: () => now })
  watch = { store, read, put, stuckAfterMinutes: 15, labels: testLabels, now: () => now }
})

/** Lists the IDs of the reported runs, one list per message. */
const reportedIds = () =>
  put.mock.calls.map(([{ body }]) => {
    const { data } = JSON.parse(body) as { data: { task_runs: TaskRun[] } }
    return data.task_runs.map(({ task_run_id: id }) => id)
  })

describe('reportStuckTaskRuns', () => {
  it('reports stuck runs with the data that the operator needs to find them', async () => {
    await reportStuckTaskRuns(watch)
    const [message] = put.mock.calls[0] ?? []
    expect(message).toMatchObject({ type: 'task_runs.stuck', requestId: null })
    expect(JSON.parse(message?.body ?? '')).toMatchObject({
      type: 'task_runs.stuck',
      timestamp: '2026-11-21T03:00:00.000Z',
      data: {
        ...testLabels,
        stuck_after_minutes: 15,
        task_runs: [{ task_run_id: 'stuck-1', seconds_since_update: 2400 }, { task_run_id: 'stuck-2' }],
      },
    })
  })

  it('reports a stuck run once an hour, and a new one immediately', async () => {
    await reportStuckTaskRuns(watch)
    now += minute
    const pending = [run('stuck-1', 41), run('stuck-2', 17), run('on-time', 16)]
    read.mockResolvedValue({ taskRuns: pending, limit: 100, hasMore: false })
    await reportStuckTaskRuns(watch)
    now += 59 * minute
    await reportStuckTaskRuns(watch)
    expect(reportedIds()).toEqual([['stuck-1', 'stuck-2'], ['on-time'], ['stuck-1', 'stuck-2']])
  })

  it('reports runs again in the next minute when the message could not be queued', async () => {
    put.mockRejectedValueOnce(new Error('full'))
    await expect(reportStuckTaskRuns(watch)).rejects.toThrow('full')
    now += minute
    await reportStuckTaskRuns(watch)
    expect(reportedIds().at(-1)).toEqual(['stuck-1', 'stuck-2'])
  })

  it('reports nothing when the runs cannot be read or are not stuck', async () => {
    for (const answer of [null, { taskRuns: [run('on-time', 1)], limit: 100, hasMore: false }]) {
      read.mockResolvedValue(answer)
      await reportStuckTaskRuns(watch)
    }
    expect(put).not.toHaveBeenCalled()
  })
})
