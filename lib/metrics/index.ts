import 'server-only'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { processSingleton } from '@/lib/process-singleton'

/*
 * The metrics of this process for Prometheus. Each instance counts for itself. Labels have few values, which this
 * app defines. A label never has a text of a user or of the service.
 */

const prefix = 'subnet_connect_'
const secondsBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25]

const outcomes = ['confirmed', 'refused'] as const

interface LabelledCounter {
  name: string
  help: string
  label: string
  words: readonly string[]
}

/** All counters with one label. */
const labelled: LabelledCounter[] = []

/**
 * Declares a counter with one label, and returns the function that counts. Each value of the label starts with 0,
 * because Prometheus counts no increase when a series appears. An alert on a missing sum would never fire.
 */
function counterBy<const Counter extends LabelledCounter>(counter: Counter): (word: Counter['words'][number]) => void {
  labelled.push(counter)
  return (word) =>
    metrics()
      .labelled.get(counter.name)
      ?.inc({ [counter.label]: word })
}

export const countArrival = counterBy({
  name: 'arrivals_total',
  help: 'Requests for the connect URL, by result.',
  label: 'result',
  words: ['held', 'no_room', 'none', 'invalid', 'embedded', 'speculative', 'limited'],
})

/**
 * Counts a completed or failed sign-in. `provider_away` instead counts a failed attempt to read the provider's
 * metadata, which all sign-ins within a few seconds share.
 */
export const countSignIn = counterBy({
  name: 'sign_ins_total',
  help: 'Sign-ins, by result.',
  label: 'result',
  words: ['signed_in', 'provider_away', 'unfinished', 'not_admitted', 'failed'],
})

const classes = ['2xx', '3xx', '4xx', '5xx'] as const
const countClass = counterBy({
  name: 'http_responses_total',
  help: 'HTTP responses, by class of status.',
  label: 'class',
  words: classes,
})

/** Counts a completely sent response by the class of its status. */
export function countResponse(status: number): void {
  const found = classes.find((each) => each.startsWith(String(status).charAt(0)))
  if (found) countClass(found)
}

export const countLimit = counterBy({
  name: 'limits_hit_total',
  help: 'Requests that had to wait, by limit: a cause of a wait at Connect, a limit by client address, or a limit by account.',
  label: 'limit',
  words: ['queue', 'attempts', 'busy', 'arrivals', 'sign-ins', 'callbacks', 'accounts'],
})

export const countHold = counterBy({
  name: 'holds_total',
  help: 'Ended holds of connect links, by event.',
  label: 'event',
  words: ['confirmed', 'cancelled', 'signed_out'],
})

export const countUpload = counterBy({
  name: 'uploads_total',
  help: 'Batch uploads, by result.',
  label: 'result',
  words: ['taken', 'failed', 'left'],
})

export const countDelivery = counterBy({
  name: 'webhook_deliveries_total',
  help: 'Attempts to deliver a webhook, by result.',
  label: 'result',
  words: ['delivered', 'failed', 'given_up'],
})

export const countLostWrite = counterBy({
  name: 'lost_writes_total',
  help: 'Writes that the store did not accept and that were lost, by kind of data.',
  label: 'what',
  words: ['connect_records', 'connections', 'webhooks', 'audit'],
})

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
    confirms: counter('confirms_total', 'Confirms, by outcome and reason.', ['outcome', 'reason']),
    confirmSeconds: new Histogram({
      name: `${prefix}confirm_duration_seconds`,
      help: 'Duration of a confirm with all its attempts.',
      labelNames: ['outcome'],
      buckets: secondsBuckets,
      registers,
    }),
    confirmRetries: counter('confirm_retries_total', 'Attempts of confirms after the first attempt.'),
    /** By name. */
    labelled: new Map(labelled.map(({ name, help, label }) => [name, counter(name, help, [label])])),
    uploadBytes: counter('upload_bytes_total', 'Bytes of files sent to the service.'),
    logLinesDropped: counter(
      'log_lines_dropped_total',
      'Log lines that were dropped because the output accepted no more.',
    ),
    budgetLeft: gauge('confirm_budget_left', 'Confirm calls left in this minute.'),
    budgetLimit: gauge('confirm_budget_limit', 'Confirm calls a minute that this instance may make now.'),
    redisUp: gauge('redis_up', 'Whether Redis accepts writes.'),
    webhooksWaiting: gauge(
      'webhooks_waiting',
      'Webhooks that are not delivered yet. Instances that share a Redis report the same number.',
    ),
    webhooksOldest: gauge('webhooks_oldest_age_seconds', 'Age of the oldest waiting webhook.'),
    webhooksGivenUp: gauge('webhooks_given_up', 'Webhooks that were given up, and can be sent again.'),
    taskRuns: gauge('task_runs', 'Pending task runs, and stuck ones among them. 100 means 100 or more.', ['state']),
  }
  for (const outcome of outcomes) metrics.confirmSeconds.zero({ outcome })
  for (const { name, label, words } of labelled)
    for (const word of words) metrics.labelled.get(name)?.inc({ [label]: word }, 0)
  return metrics
}

const metrics = () => processSingleton('metrics', makeMetrics)

/** Counts a confirm that has ended. Its reason is one of a few words, or null if it is confirmed. */
export function countConfirm(confirm: {
  outcome: (typeof outcomes)[number]
  reason: string | null
  attempts: number
  durationMs: number
}): void {
  const { outcome, reason, attempts, durationMs } = confirm
  metrics().confirms.inc({ outcome, reason: reason ?? 'none' })
  metrics().confirmSeconds.observe({ outcome }, durationMs / 1000)
  metrics().confirmRetries.inc(Math.max(attempts - 1, 0))
}

/** Counts bytes of a file when they are sent to the service. */
export function countUploadBytes(bytes: number): void {
  metrics().uploadBytes.inc(bytes)
}

export function countDroppedLogLine(): void {
  metrics().logLinesDropped.inc()
}

/**
 * Writes all metrics in Prometheus's text format. It omits the metric of an unknown value (null or undefined), so that
 * Prometheus gets no old value.
 */
export async function metricsText(now: {
  labels: Readonly<Record<string, string>>
  refusalReasons: readonly string[]
  budgetLeft: number
  budgetLimit: number
  isRedisUp: boolean | undefined
  taskRuns: { pending: number; stuck: number } | null
  webhooks: { waiting: number; oldestAgeSeconds: number; givenUp: number } | null
}): Promise<{ text: string; contentType: string }> {
  const { registry, confirms, budgetLeft, budgetLimit, redisUp, taskRuns, ...gauges } = metrics()
  registry.setDefaultLabels(now.labels)
  confirms.inc({ outcome: 'confirmed', reason: 'none' }, 0)
  for (const reason of now.refusalReasons) confirms.inc({ outcome: 'refused', reason }, 0)
  budgetLeft.set(now.budgetLeft)
  budgetLimit.set(now.budgetLimit)
  setIfKnown(redisUp, now.isRedisUp === undefined ? undefined : Number(now.isRedisUp))
  taskRuns.reset()
  if (now.taskRuns) {
    taskRuns.set({ state: 'pending' }, now.taskRuns.pending)
    taskRuns.set({ state: 'stuck' }, now.taskRuns.stuck)
  }
  setIfKnown(gauges.webhooksWaiting, now.webhooks?.waiting)
  setIfKnown(gauges.webhooksOldest, now.webhooks?.oldestAgeSeconds)
  setIfKnown(gauges.webhooksGivenUp, now.webhooks?.givenUp)
  return { text: await registry.metrics(), contentType: registry.contentType }
}

function setIfKnown(gauge: Gauge, value: number | undefined): void {
  // `reset` would set a gauge without labels to 0.
  if (value === undefined) gauge.remove()
  else gauge.set(value)
}
