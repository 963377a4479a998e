import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayInMs } from './clock'
import type { TaskRunRecord } from './data/task-runs'
import { ulidPattern } from './ids'
import { operationNames } from './operations/name'
import { dataOf, readPaths, startFixture, type Fixture } from './test-support'

let fixture: Fixture

beforeAll(async () => {
  fixture = await startFixture()
})
afterAll(() => fixture.standIn.close())
beforeEach(() => fixture.control.reset())

const getPending = async () =>
  dataOf<{ task_runs: TaskRunRecord[]; count: number; limit: number }>(await fixture.call(readPaths.pending))

describe.each(Object.entries(readPaths))('%s', (name, path) => {
  test('opens to its own key only', async () => {
    const other = await fixture.control.otherSubnet()
    const withKey = (key: string, subnet?: string) =>
      fixture.call(path, { headers: { authorization: `Bearer ${key}` } }, subnet)
    const jwt = await fixture.control.issueJwt()

    expect(await withKey('unknown')).toMatchObject({
      status: 401,
      body: { error: 'Invalid or missing API key' },
    })
    expect(await withKey(jwt)).toMatchObject({ status: 401 })
    expect(await withKey(other.apiKey)).toMatchObject({
      status: 403,
      body: { error: 'API key is not authorized for this subnet' },
    })
    expect(await withKey(fixture.standIn.apiKey, 'short')).toMatchObject({ status: 400 })
    expect((await withKey(fixture.standIn.apiKey)).status).toBe(name === 'resources' ? 400 : 200)
  })

  test('takes neither a body, nor parameters it does not know, nor another method', async () => {
    expect(await fixture.call(`${path}?surprise=1`)).toMatchObject({
      status: 400,
      body: { error: 'surprise: unknown parameter' },
    })
    expect(await fixture.call(path, { method: 'POST', body: 'x' })).toMatchObject({ status: 405 })
  })
})

test('every operation can be given a scripted answer', async () => {
  for (const operation of operationNames) {
    await fixture.control.script(operation, { status: 503, json: { error: operation } })
  }
  const post = { method: 'POST' }
  const answers = [
    await fixture.call(readPaths.pending),
    await fixture.call('/connect/confirm', post),
    await fixture.call(readPaths.conversions),
    await fixture.call(readPaths.balances),
    await fixture.call('/task_batch_uploads', post),
    await fixture.call(readPaths.resources),
  ]
  expect(answers.map(({ body }) => body.error)).toEqual([...operationNames])
})

describe('pending task runs', () => {
  test('are the open ones, the longest unchanged first, in every state', async () => {
    const { task_runs: runs, count, limit } = await getPending()
    expect(count).toBe(runs.length)
    expect(limit).toBe(100)
    expect(count).toBe(48)
    const updated = runs.map((run) => run.updated_at)
    expect(updated).toEqual([...updated].sort())
    expect(new Set(runs.map((run) => run.blockchain_status))).toEqual(new Set(['pending', 'running']))
    expect(new Set(runs.map((run) => run.status))).toEqual(new Set(['in_progress', 'completed']))
    for (const flag of ['raw_data_invalid', 'force_ended'] as const) {
      expect(runs.some((run) => run[flag])).toBe(true)
    }
    expect(runs.some((run) => run.validated_at)).toBe(true)
    expect(runs.some((run) => run.seconds_since_update > dayInMs / 1000)).toBe(true)
    expect(runs.every((run) => ulidPattern.test(run.task_run_id) && ulidPattern.test(run.task_id))).toBe(true)
    expect(runs.every((run) => run.ingested_at <= run.updated_at)).toBe(true)
  })

  test('are as many as ever however long it runs, most of them moving on', async () => {
    const overdue = (runs: TaskRunRecord[]) => runs.filter((run) => run.seconds_since_update > 15 * 60)
    const before = (await getPending()).task_runs
    expect(overdue(before).length).toBeLessThan(20)
    for (const minutes of [9, 11, 60, 60 * 24]) {
      await fixture.control.advanceClock(minutes * 60_000)
      const { task_runs: runs } = await getPending()
      expect(runs).toHaveLength(48)
      expect(overdue(runs).length).toBeLessThanOrEqual(20)
      expect(new Set(runs.map((run) => run.task_run_id)).size).toBe(48)
    }
    const ids = new Set((await getPending()).task_runs.map((run) => run.task_run_id))
    // Those that are stuck are still there.
    expect(before.filter((run) => ids.has(run.task_run_id))).toHaveLength(12)
  })

  test('are at most 100, the newest left out', async () => {
    await fixture.control.set({ data: { openRuns: 130 } })
    const { task_runs: runs, count } = await getPending()
    const all = await fixture.control.taskRuns()
    const open = all.filter((run) => run.blockchain_status !== 'finished')
    expect([count, open.length, all.length]).toEqual([100, 130, 450])
    const newest = open
      .map((run) => run.updated_at)
      .sort()
      .slice(100)
    expect(runs.some((run) => newest.includes(run.updated_at))).toBe(false)
  })

  test('get older with the clock', async () => {
    const [before] = (await getPending()).task_runs
    await fixture.control.advanceClock(dayInMs)
    const [after] = (await getPending()).task_runs
    expect(after?.task_run_id).toBe(before?.task_run_id)
    const elapsed = (after?.seconds_since_update ?? 0) - (before?.seconds_since_update ?? 0)
    expect(elapsed).toBeGreaterThanOrEqual(86_400)
    expect(elapsed).toBeLessThan(86_410)
  })
})
