import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, it } from 'vitest'
import { testLabels } from '@/lib/config/test-support'
import { refusalReasons } from '@/lib/connect/outcome'
import { beginAnotherProcess } from '@/lib/test-support'
import * as metrics from '.'
import { count, countConfirm, countResponse, countUploadBytes } from '.'
import { exposition, samplesIn } from './test-support'

type Readings = Parameters<typeof exposition>[0]

/** Reads the samples of one metric, by their labels. */
async function valuesOf(name: string, readings?: Readings): Promise<Record<string, number>> {
  const samples = samplesIn(await exposition(readings)).filter((sample) => sample.name === `subnet_connect_${name}`)
  return Object.fromEntries(samples.map(({ labels, value }) => [Object.values(labels).join(' '), Number(value)]))
}

/** The metrics of the process contain the counts of other tests. */
beforeEach(beginAnotherProcess)

describe('metricsText before the first event', () => {
  it('returns 0 for each outcome and reason of a confirm', async () => {
    const reasons = refusalReasons.map((reason): [string, number] => [`refused ${reason}`, 0])
    expect(await valuesOf('confirms_total')).toEqual({ 'confirmed none': 0, ...Object.fromEntries(reasons) })
  })

  it('returns 0 for each label value of every counter', async () => {
    const text = await exposition()
    const counters = [...text.matchAll(/^# TYPE (subnet_connect_\w+) counter$/gm)].map(([, name = '']) => name)
    expect(counters.length).toBeGreaterThan(10)
    const samples = samplesIn(text)
    expect(counters.filter((counter) => !samples.some(({ name }) => name === counter))).toEqual([])
    expect(samples.filter(({ name, value }) => counters.includes(name) && value !== '0')).toEqual([])
  })
})

describe('metricsText', () => {
  it('adds the labels of the deployment to every line, including Node’s metrics', async () => {
    const lines = (await exposition()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    expect(lines.length).toBeGreaterThan(100)
    expect(lines.some((line) => line.startsWith('nodejs_eventloop_lag_seconds{'))).toBe(true)
    const labels = `environment="staging",subnet_id="${testLabels.subnet_id}"`
    expect(lines.filter((line) => !line.includes(labels))).toEqual([])
  })

  it('counts confirms by outcome and reason', async () => {
    countConfirm({ outcome: 'confirmed', reason: null, attempts: 3, durationMs: 700 })
    countConfirm({ outcome: 'refused', reason: 'request_expired', attempts: 1, durationMs: 80 })
    expect(await valuesOf('confirms_total')).toMatchObject({
      'confirmed none': 1,
      'refused request_expired': 1,
      'refused nonce_mismatch': 0,
    })
    expect(await valuesOf('confirm_retries_total')).toEqual({ '': 2 })
    expect(await valuesOf('confirm_duration_seconds_bucket')).toMatchObject({ '0.1 confirmed': 0, '0.1 refused': 1 })
  })

  it.each([
    ['arrivals_total', 'held', () => metrics.count('arrivals_total', 'held')],
    ['sign_ins_total', 'failed', () => metrics.count('sign_ins_total', 'failed')],
    ['holds_total', 'cancelled', () => metrics.count('holds_total', 'cancelled')],
    ['uploads_total', 'taken', () => metrics.count('uploads_total', 'taken')],
    ['webhook_deliveries_total', 'failed', () => metrics.count('webhook_deliveries_total', 'failed')],
    ['lost_writes_total', 'audit', () => metrics.count('lost_writes_total', 'audit')],
  ])('counts in %s by %s', async (name, word, count) => {
    count()
    const values = await valuesOf(name)
    expect(values[word]).toBe(1)
    expect(Object.values(values).reduce((sum, value) => sum + value)).toBe(1)
  })

  it('counts by one word, and without one', async () => {
    count('limits_hit_total', 'queue')
    count('limits_hit_total', 'queue')
    countUploadBytes(1024)
    for (const status of [200, 303, 403, 404, 500, 503]) countResponse(status)
    expect(await valuesOf('limits_hit_total')).toMatchObject({ queue: 2, attempts: 0 })
    expect(await valuesOf('upload_bytes_total')).toEqual({ '': 1024 })
    expect(await valuesOf('http_responses_total')).toEqual({ '2xx': 1, '3xx': 1, '4xx': 2, '5xx': 2 })
  })

  it.each<[name: string, readings: Readings, values: Record<string, number>]>([
    ['confirm_budget_left', { budgetLeft: 73 }, { '': 73 }],
    ['task_runs', { taskRuns: { pending: 3, stuck: 2 } }, { pending: 3, stuck: 2 }],
    ['task_runs', { taskRuns: null }, {}],
    ['webhooks_oldest_age_seconds', { webhooks: { waiting: 3, oldestAgeSeconds: 60, givenUp: 1 } }, { '': 60 }],
    ['webhooks_oldest_age_seconds', { webhooks: null }, {}],
    ['redis_up', { isRedisUp: false }, { '': 0 }],
    ['redis_up', { isRedisUp: undefined }, {}],
  ])('returns %s while it is known: %j', async (name, readings, values) => {
    expect(await valuesOf(name, readings)).toEqual(values)
    expect(await exposition(readings)).toContain(`# TYPE subnet_connect_${name} gauge`)
  })
})

it('promtool accepts the names of our metrics', async () => {
  const check = promisify(execFile)('promtool', ['check', 'metrics'])
  check.child.stdin?.end((await exposition()).replaceAll(/^.*\b(nodejs|process)_.*\n/gm, ''))
  expect((await check).stdout).toBe('')
})
