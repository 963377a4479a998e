import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configure } from '@/lib/config/test-support'
import { useLog } from '@/lib/log/test-support'
import type { TaskRun } from '@/lib/service'
import { stubFetch, taskRun } from '@/lib/service/test-support'
import { forgetSingletons } from '@/lib/test-support'
import type { Message } from './message'
import { countTaskRuns } from './stuck'
import { countRecentTaskRuns, reportStuckTaskRuns } from './task-runs'

const minuteMs = 60_000
const run = (task_run_id: string, minutes: number) => taskRun({ task_run_id, seconds_since_update: minutes * 60 })

const send = vi.fn<(message: Message) => void>()
const log = useLog()
let fetchMock: ReturnType<typeof stubFetch>

beforeEach(() => {
  configure({ STUCK_AFTER_MINUTES: '15' })
  forgetSingletons(/^(store|recent task runs)$/)
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.parse('2026-11-21T03:00:00Z') })
  send.mockClear()
  fetchMock = stubFetch()
  list(run('stuck-1', 40), run('stuck-2', 16), run('on-time', 15))
})
afterEach(() => void vi.useRealTimers())

function list(...task_runs: TaskRun[]): void {
  fetchMock.mockImplementation(async () =>
    Response.json({ status: 'success', data: { task_runs, count: task_runs.length, limit: 100 } }),
  )
}

/** Lists the IDs of the reported runs, one list per message. */
const reportedIds = () =>
  send.mock.calls.map(([{ body }]) => {
    const { data } = JSON.parse(body) as { data: { task_runs: TaskRun[] } }
    return data.task_runs.map(({ task_run_id: id }) => id)
  })

describe('reportStuckTaskRuns', () => {
  it('reports stuck runs with the data that the operator needs to find them', async () => {
    await reportStuckTaskRuns(send)
    const [message] = send.mock.calls[0] ?? []
    expect(message).toMatchObject({ type: 'task_runs.stuck', requestId: null })
    expect(JSON.parse(message?.body ?? '')).toMatchObject({
      type: 'task_runs.stuck',
      timestamp: '2026-11-21T03:00:00.000Z',
      data: {
        environment: 'staging',
        stuck_after_minutes: 15,
        task_runs: [{ task_run_id: 'stuck-1', seconds_since_update: 2400 }, { task_run_id: 'stuck-2' }],
      },
    })
  })

  it('reports a stuck run once an hour, and a new one in the next minute', async () => {
    await reportStuckTaskRuns(send)
    list(run('stuck-1', 41), run('stuck-2', 17), run('on-time', 16))
    for (const minutes of [1, 59]) {
      vi.advanceTimersByTime(minutes * minuteMs)
      await reportStuckTaskRuns(send)
    }
    expect(reportedIds()).toEqual([['stuck-1', 'stuck-2'], ['on-time'], ['stuck-1', 'stuck-2']])
  })

  it('reads the runs once when two instances look in the same minute', async () => {
    await reportStuckTaskRuns(send)
    forgetSingletons(/^recent task runs$/)
    await reportStuckTaskRuns(send)
    expect(fetchMock).toHaveBeenCalledOnce()
  })

  it('reports nothing when the runs cannot be read or are not stuck', async () => {
    fetchMock.mockImplementation(async () => Response.json({ error: 'No' }, { status: 403 }))
    await reportStuckTaskRuns(send)
    vi.advanceTimersByTime(minuteMs)
    list(run('on-time', 1))
    await reportStuckTaskRuns(send)
    expect(fetchMock).toHaveBeenCalledTimes(2)
    expect(send).not.toHaveBeenCalled()
  })
})

it('countRecentTaskRuns calls the service at most once a minute, and returns null when it is unreachable', async () => {
  for (const [passedMs, calls] of [
    [0, 1],
    [minuteMs - 1, 1],
    [1, 2],
  ] as const) {
    vi.advanceTimersByTime(passedMs)
    expect(await countRecentTaskRuns()).toEqual({ pending: 3, stuck: 2 })
    expect(fetchMock).toHaveBeenCalledTimes(calls)
  }
  vi.advanceTimersByTime(minuteMs)
  fetchMock.mockImplementation(async () => Response.json({ error: 'No' }, { status: 403 }))
  expect(await countRecentTaskRuns()).toBeNull()
  const problem = { event: 'service problem', operation: 'listPendingTaskRuns', status: 403 }
  expect(log).toEqual([expect.objectContaining(problem)])
})

it('countTaskRuns counts pending and stuck runs, and says "at least" when the service has more runs', () => {
  const counted = (ages: number[], hasMore: boolean, threshold: number) => {
    const taskRuns = ages.map((age) => taskRun({ seconds_since_update: age }))
    const { pending, stuck } = countTaskRuns({ taskRuns, unreadable: 0, hasMore }, threshold)
    return [pending, stuck].map(({ count, isAtLeast }) => (isAtLeast ? `${count}+` : `${count}`))
  }
  expect(counted([], false, 900)).toEqual(['0', '0'])
  const finished = taskRun({ seconds_since_update: 2000, blockchain_status: 'finished' })
  const { pending, stuck } = countTaskRuns({ taskRuns: [finished], unreadable: 2, hasMore: false }, 900)
  expect([pending.count, stuck.count]).toEqual([3, 0])
  expect(counted([2000, 1000, 10], false, 900)).toEqual(['3', '2'])
  expect(counted([2000, 1000, 10], false, 1500)).toEqual(['3', '1'])
  expect(counted([2000, 1000, 10], true, 900)).toEqual(['3+', '2'])
  expect(counted([2000, 1000, 10], true, 5)).toEqual(['3+', '3+'])
  expect(counted([3000, 2000, 1000], true, 900)).toEqual(['3+', '3+'])
})
