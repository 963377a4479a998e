import { beforeEach, expect, it, vi } from 'vitest'
import { ServiceTransportError, type PendingTaskRuns } from '@/lib/service'
import { taskRun } from '@/lib/service/test-support'
import { countRecentTaskRuns, recentTaskRuns } from './recent'

const listPendingTaskRuns = vi.hoisted(() => vi.fn<() => Promise<PendingTaskRuns>>())
const warn = vi.hoisted(() => vi.fn<(entry: object) => void>())
vi.mock('@/lib/service', async (original) => ({ ...(await original<object>()), listPendingTaskRuns }))
vi.mock('@/lib/config', () => ({ config: () => ({ stuckAfterMinutes: 15, service: { deadlineMs: 1000 } }) }))
vi.mock('@/lib/log', () => ({ log: () => ({ warn }) }))

const minuteMs = 60_000
const run = (minutes: number) => taskRun({ seconds_since_update: minutes * 60 })

beforeEach(() => {
  vi.useFakeTimers()
  vi.advanceTimersByTime(minuteMs)
  const taskRuns = [run(20), run(16), run(1)]
  listPendingTaskRuns.mockReset().mockResolvedValue({ taskRuns, limit: 100, hasMore: false })
  warn.mockReset()
  return () => vi.useRealTimers()
})

it('recentTaskRuns calls the service at most once a minute', async () => {
  const start = Date.now() + 10 * minuteMs
  const first = await recentTaskRuns(start)
  expect(first?.taskRuns).toHaveLength(3)
  expect(await recentTaskRuns(start + minuteMs - 1)).toBe(first)
  expect(listPendingTaskRuns).toHaveBeenCalledOnce()
  await recentTaskRuns(start + minuteMs)
  expect(listPendingTaskRuns).toHaveBeenCalledTimes(2)
})

it('countRecentTaskRuns counts pending and stuck runs, and returns null when the service is unreachable', async () => {
  vi.advanceTimersByTime(100 * minuteMs)
  expect(await countRecentTaskRuns()).toEqual({ pending: 3, stuck: 2 })
  vi.advanceTimersByTime(minuteMs)
  listPendingTaskRuns.mockRejectedValue(new ServiceTransportError('listPendingTaskRuns', 'ECONNREFUSED'))
  expect(await countRecentTaskRuns()).toBeNull()
  expect(warn.mock.calls).toEqual([
    [
      {
        event: 'service problem',
        operation: 'listPendingTaskRuns',
        error: 'ServiceTransportError',
        code: 'ECONNREFUSED',
      },
    ],
  ])
})
