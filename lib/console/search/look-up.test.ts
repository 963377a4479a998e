import { beforeEach, expect, it, vi } from 'vitest'
import { ServiceTransportError, type PendingTaskRuns } from '@/lib/service'
import { taskRun } from '@/lib/service/test-support'
import { lookUp } from './look-up'

const listPendingTaskRuns = vi.hoisted(() => vi.fn<() => Promise<PendingTaskRuns>>())
vi.mock('@/lib/service', async (original) => ({ ...(await original<object>()), listPendingTaskRuns }))
vi.mock('@/lib/config', () => ({ config: () => ({ service: { deadlineMs: 1000 }, logLevel: 'silent' }) }))
vi.mock('@/lib/records', () => ({ connectRecords: () => ({ find: async () => [] }) }))

const run = taskRun()
const otherId = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const list = (hasMore: boolean) => listPendingTaskRuns.mockResolvedValue({ taskRuns: [run], limit: 1, hasMore })

beforeEach(() => void listPendingTaskRuns.mockReset())

it.each([true, false])('lookUp finds a listed run by each of its IDs when hasMore is %s', async (hasMore) => {
  list(hasMore)
  for (const id of [run.task_run_id, run.task_id, run.event_id]) expect((await lookUp(id)).isTaskRun).toBe(true)
})

it('lookUp returns isTaskRun false when the service lists all runs and none has the ID', async () => {
  list(false)
  expect(await lookUp(otherId)).toEqual({ isTaskRun: false, isConnect: false })
})

it('lookUp returns isTaskRun null for an ID when no listed run has it and the service has more', async () => {
  list(true)
  expect((await lookUp(otherId)).isTaskRun).toBeNull()
  expect((await lookUp(otherId.toLowerCase())).isTaskRun).toBeNull()
  expect((await lookUp('nonsense')).isTaskRun).toBe(false)
})

it('lookUp returns isTaskRun null when the service fails', async () => {
  listPendingTaskRuns.mockRejectedValue(new ServiceTransportError('listPendingTaskRuns', 'ECONNREFUSED'))
  expect((await lookUp(otherId)).isTaskRun).toBeNull()
})
