import { beforeEach, expect, it, vi } from 'vitest'
import { configure } from '@/lib/config/test-support'
import { taskRun } from '@/lib/service/test-support'
import { forgetSingletons } from '@/lib/test-support'
import { lookUp } from './look-up'

const run = taskRun()
const otherId = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
/** Stubs a service that lists one run, and has more or not. */
const list = (hasMore: boolean) =>
  vi.stubGlobal('fetch', async () =>
    Response.json({ status: 'success', data: { task_runs: [run], count: 1, limit: hasMore ? 1 : 2 } }),
  )

beforeEach(() => {
  configure()
  forgetSingletons(/^(connect records|store)$/)
})

it('lookUp finds a listed run by each of its IDs, whether the service lists all runs or not', async () => {
  for (const hasMore of [true, false]) {
    list(hasMore)
    for (const id of [run.task_run_id, run.task_id, run.event_id]) expect((await lookUp(id)).isTaskRun).toBe(true)
  }
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
  vi.stubGlobal('fetch', async () => Response.json({ error: 'No' }, { status: 403 }))
  expect((await lookUp(otherId)).isTaskRun).toBeNull()
})
