import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { configure } from '@/lib/config/test-support'
import { useLog } from '@/lib/log/test-support'
import { stubFetch, taskRun } from '@/lib/service/test-support'
import { forgetSingletons } from '@/lib/test-support'
import { countRecentTaskRuns, recentTaskRuns } from './recent'

const minuteMs = 60_000
const task_runs = [20, 16, 1].map((minutes) => taskRun({ seconds_since_update: minutes * 60 }))
const log = useLog()
let fetchMock: ReturnType<typeof stubFetch>

beforeEach(() => {
  configure()
  forgetSingletons(/^recent task runs$/)
  fetchMock = stubFetch()
  fetchMock.mockImplementation(async () =>
    Response.json({ status: 'success', data: { task_runs, count: 3, limit: 100 } }),
  )
})

it('recentTaskRuns calls the service at most once a minute', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const first = await recentTaskRuns()
  expect(first?.taskRuns).toHaveLength(3)
  vi.advanceTimersByTime(minuteMs - 1)
  expect(await recentTaskRuns()).toBe(first)
  expect(fetchMock).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(1)
  await recentTaskRuns()
  expect(fetchMock).toHaveBeenCalledTimes(2)
})

it('countRecentTaskRuns counts pending and stuck runs, and returns null when the service is unreachable', async () => {
  expect(await countRecentTaskRuns()).toEqual({ pending: 3, stuck: 2 })
  forgetSingletons(/^recent task runs$/)
  fetchMock.mockImplementation(async () => Response.json({ error: 'No' }, { status: 403 }))
  expect(await countRecentTaskRuns()).toBeNull()
  const problem = { event: 'service problem', operation: 'listPendingTaskRuns', status: 403 }
  expect(log).toEqual([expect.objectContaining(problem)])
})
