import { beforeEach, describe, expect, it } from 'vitest'
import { countConfirm, countLimit, countUploadBytes, metricsText } from '.'

/** The lines of one metric, without its comments. */
async function linesOf(name: string, taskRuns: { pending: number; stuck: number } | null = null): Promise<string[]> {
  const { text } = await metricsText({ budgetLimit: 110, budgetLeft: 73, taskRuns })
  return text.split('\n').filter((line) => line.startsWith(`subnet_connect_${name}`))
}

/** The process's own are those of other tests too. */
beforeEach(() => void Reflect.deleteProperty(globalThis, Symbol.for('subnet-connect.per-process')))

describe('the metrics', () => {
  it('count confirms by outcome and reason', async () => {
    countConfirm({ outcome: 'connected', reason: null, attempts: 3, durationMs: 700 })
    countConfirm({ outcome: 'refused', reason: 'request_expired', attempts: 1, durationMs: 80 })
    expect(await linesOf('confirms_total')).toEqual([
      'subnet_connect_confirms_total{outcome="connected",reason="none"} 1',
      'subnet_connect_confirms_total{outcome="refused",reason="request_expired"} 1',
    ])
    expect(await linesOf('confirm_retries_total')).toEqual(['subnet_connect_confirm_retries_total 2'])
    expect(await linesOf('confirm_duration_seconds_bucket{le="0.1"')).toEqual([
      'subnet_connect_confirm_duration_seconds_bucket{le="0.1",outcome="connected"} 0',
      'subnet_connect_confirm_duration_seconds_bucket{le="0.1",outcome="refused"} 1',
    ])
    expect((await metricsText({ budgetLimit: 110, budgetLeft: 73, taskRuns: null })).contentType).toContain(
      'text/plain',
    )
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
    expect((await metricsText({ budgetLimit: 110, budgetLeft: 73, taskRuns: null })).text).toContain(
      'nodejs_eventloop_lag_seconds',
    )
  })

  it('have Redis only where there is one', async () => {
    const redisUp = async (isRedisUp?: boolean) => {
      const { text } = await metricsText({ isRedisUp, budgetLimit: 110, budgetLeft: 73, taskRuns: null })
      return /^subnet_connect_redis_up .*$/m.exec(text)?.[0]
    }
    expect(await redisUp()).toBeUndefined()
    expect(await redisUp(true)).toBe('subnet_connect_redis_up 1')
    expect(await redisUp(false)).toBe('subnet_connect_redis_up 0')
    expect(await redisUp()).toBeUndefined()
  })

  it('have task runs only while they are known', async () => {
    expect(await linesOf('task_runs', { pending: 3, stuck: 2 })).toEqual([
      'subnet_connect_task_runs{state="pending"} 3',
      'subnet_connect_task_runs{state="stuck"} 2',
    ])
    expect(await linesOf('task_runs')).toEqual([])
  })
})
