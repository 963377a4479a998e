import 'server-only'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { perProcess } from '@/lib/per-process'

/*
 * What Prometheus reads of this process: each instance counts for itself. Labels are words of this app's
 * own and few: none comes from a user, or from a text of the service.
 */

const prefix = 'subnet_connect_'
const secondsBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25]

/** The limits that somebody can meet: the causes of a wait at Connect, and those by client address. */
type LimitName = 'queue' | 'attempts' | 'busy' | 'arrivals' | 'sign-ins'

function makeMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name: prefix + name, help, labelNames, registers })
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: prefix + name, help, labelNames, registers })
  collectDefaultMetrics({ register: registry })
  const metrics = {
    registry,
    confirms: counter('confirms_total', 'Confirms, by what they came to and why.', ['outcome', 'reason']),
    confirmSeconds: new Histogram({
      name: `${prefix}confirm_duration_seconds`,
      help: 'How long a confirm took, all its attempts together.',
      labelNames: ['outcome'],
      buckets: secondsBuckets,
      registers,
    }),
    confirmRetries: counter('confirm_retries_total', 'Attempts to confirm after the first.'),
    limits: counter('limits_hit_total', 'Requests that had to wait, by the limit that they met.', ['limit']),
    holds: counter('holds_total', 'Connect links that were held, and how holds ended.', ['event']),
    uploads: counter('uploads_total', 'Batch uploads, by what they came to.', ['result']),
    uploadBytes: counter('upload_bytes_total', 'Bytes of files handed on to the service.'),
    deliveries: counter('webhook_deliveries_total', 'Attempts to deliver a webhook, by what they came to.', ['result']),
    lostWrites: counter('lost_writes_total', 'What could not be written to the store, by what it was.', ['what']),
    redisUp: gauge('redis_up', 'Whether Redis takes writes, as this instance last saw.'),
    budgetLimit: gauge('confirm_budget_limit', 'Confirm calls that this instance may make in a minute now.'),
    budgetLeft: gauge('confirm_budget_left', 'Confirm calls that could still be made in this minute.'),
    taskRuns: gauge('task_runs', 'Pending task runs and those of them that are stuck; 100 at most.', ['state']),
  }
  // An alert on the first of them needs a zero to tell it from.
  for (const result of ['delivered', 'failed', 'given_up']) metrics.deliveries.inc({ result }, 0)
  for (const what of ['connect_records', 'webhooks']) metrics.lostWrites.inc({ what }, 0)
  return metrics
}

const metrics = () => perProcess('metrics', makeMetrics)

/**
 * Counts a confirm that has ended.
 *
 * @param confirm.reason - why it was refused, one of a few words; null where it is connected.
 * @param confirm.attempts - calls that it took.
 */
export function countConfirm(confirm: {
  outcome: 'connected' | 'refused'
  reason: string | null
  attempts: number
  durationMs: number
}): void {
  const { outcome, reason, attempts, durationMs } = confirm
  metrics().confirms.inc({ outcome, reason: reason ?? 'none' })
  metrics().confirmSeconds.observe({ outcome }, durationMs / 1000)
  metrics().confirmRetries.inc(Math.max(attempts - 1, 0))
}

/** Counts somebody who had to wait. */
export function countLimit(limit: LimitName): void {
  metrics().limits.inc({ limit })
}

/** Counts a link that is held now, or a hold that has ended, and how. */
export function countHold(event: 'kept' | 'connected' | 'cancelled' | 'signed_out'): void {
  metrics().holds.inc({ event })
}

/** Counts bytes of a file as they are handed on. */
export function countUploadBytes(bytes: number): void {
  metrics().uploadBytes.inc(bytes)
}

/** Counts a batch upload that has ended. */
export function countUpload(result: 'taken' | 'failed' | 'left'): void {
  metrics().uploads.inc({ result })
}

/** Counts an attempt to deliver a webhook. */
export function countDelivery(result: 'delivered' | 'failed' | 'given_up'): void {
  metrics().deliveries.inc({ result })
}

/** Counts what could not be written to the store, and is lost. */
export function countLostWrite(what: 'connect_records' | 'webhooks'): void {
  metrics().lostWrites.inc({ what })
}

/**
 * All metrics in Prometheus's text format.
 *
 * @param now.isRedisUp - undefined where no Redis is configured: then there is no such metric.
 * @param now.taskRuns - null where they are not known: then there is no such metric, rather than an old one.
 */
export async function metricsText(now: {
  isRedisUp?: boolean | undefined
  budgetLimit: number
  budgetLeft: number
  taskRuns: { pending: number; stuck: number } | null
}): Promise<{ text: string; contentType: string }> {
  const { registry, redisUp, budgetLimit, budgetLeft, taskRuns } = metrics()
  if (now.isRedisUp === undefined) redisUp.remove()
  else redisUp.set(now.isRedisUp ? 1 : 0)
  budgetLimit.set(now.budgetLimit)
  budgetLeft.set(now.budgetLeft)
  taskRuns.reset()
  if (now.taskRuns) {
    taskRuns.set({ state: 'pending' }, now.taskRuns.pending)
    taskRuns.set({ state: 'stuck' }, now.taskRuns.stuck)
  }
  return { text: await registry.metrics(), contentType: registry.contentType }
}
