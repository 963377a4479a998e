import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ReadResult } from '@/lib/console/shared/service'
import type { PendingTaskRuns } from '@/lib/service'
import { taskRun } from '@/lib/service/test-support'
import { countConfirm, countLimit, countUploadBytes } from '.'
import { scrape } from './scrape'

const readService = vi.hoisted(() => vi.fn<() => Promise<ReadResult<PendingTaskRuns>>>())
vi.mock('@/lib/console/shared/service', () => ({ readService }))
vi.mock('@/lib/limits', () => ({ confirmsLeft: () => Promise.resolve(73) }))
vi.mock('@/lib/config', () => ({ config: () => ({ stuckAfterMinutes: 15 }) }))

const run = (minutes: number) => taskRun({ seconds_since_update: minutes * 60 })

beforeEach(() => {
  vi.useFakeTimers()
  const taskRuns = [run(20), run(16), run(1)]
  readService.mockReset().mockResolvedValue({ ok: true, data: { taskRuns, limit: 100, hasMore: false } })
})
afterEach(() => void vi.useRealTimers())

/** The lines of one metric, without its comments. */
async function linesOf(name: string, options = { withTaskRuns: false }): Promise<string[]> {
  const { text } = await scrape(options)
  return text.split('\n').filter((line) => line.startsWith(`subnet_connect_${name}`))
}

describe('the metrics', () => {
  it('count confirms by what they came to and why', async () => {
    countConfirm({ outcome: { kind: 'connected' }, attempts: 3, durationMs: 700 })
    countConfirm({
      outcome: { kind: 'refused', reason: 'request_expired' },
      attempts: 1,
      durationMs: 80,
    })
    expect(await linesOf('confirms_total')).toEqual([
      'subnet_connect_confirms_total{outcome="connected",reason="none"} 1',
      'subnet_connect_confirms_total{outcome="refused",reason="request_expired"} 1',
    ])
    expect(await linesOf('confirm_retries_total')).toEqual(['subnet_connect_confirm_retries_total 2'])
    expect(await linesOf('confirm_duration_seconds_bucket{le="0.1"')).toEqual([
      'subnet_connect_confirm_duration_seconds_bucket{le="0.1",outcome="connected"} 0',
      'subnet_connect_confirm_duration_seconds_bucket{le="0.1",outcome="refused"} 1',
    ])
    const { text, contentType } = await scrape({ withTaskRuns: false })
    expect(text).not.toContain('canary')
    expect(contentType).toContain('text/plain')
  })

  it('count limits that were met, and bytes', async () => {
    countLimit('queue')
    countLimit('queue')
    countUploadBytes(1024)
    expect(await linesOf('limits_hit_total')).toEqual(['subnet_connect_limits_hit_total{limit="queue"} 2'])
    expect(await linesOf('upload_bytes_total')).toEqual(['subnet_connect_upload_bytes_total 1024'])
  })

  it('have the budget that is left, and Node’s own', async () => {
    expect(await linesOf('confirm_budget_left')).toEqual(['subnet_connect_confirm_budget_left 73'])
    expect((await scrape({ withTaskRuns: false })).text).toContain('nodejs_eventloop_lag_seconds')
  })

  it('read task runs only if asked to, and once a minute', async () => {
    expect(await linesOf('task_runs')).toEqual([])
    expect(readService).not.toHaveBeenCalled()
    const both = ['subnet_connect_task_runs{state="pending"} 3', 'subnet_connect_task_runs{state="stuck"} 2']
    expect(await linesOf('task_runs', { withTaskRuns: true })).toEqual(both)
    vi.advanceTimersByTime(59_000)
    expect(await linesOf('task_runs', { withTaskRuns: true })).toEqual(both)
    expect(readService).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(1000)
    readService.mockResolvedValue({ ok: false, problem: { kind: 'unreachable', message: null } })
    expect(await linesOf('task_runs', { withTaskRuns: true })).toEqual([])
    expect(readService).toHaveBeenCalledTimes(2)
  })
})
