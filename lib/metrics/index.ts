import 'server-only'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { processSingleton } from '@/lib/process-singleton'

/*
 * What Prometheus reads of this process: each instance counts for itself. Labels are words of this app's
 * own and few: none comes from a user, or from a text of the service.
 */

const prefix = 'subnet_connect_'
const secondsBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25]

const outcomes = ['confirmed', 'refused'] as const

/**
 * The counters with one label, and the words that it can have. Each word is there from the start, with 0: Prometheus sees
 * no increase in what was not there before, and an alert on a sum that is missing stays silent.
 */
const labelled = {
  arrivals: {
    name: 'arrivals_total',
    help: 'Requests for the connect URL, by what they came to.',
    label: 'result',
    words: ['held', 'no_room', 'none', 'invalid', 'embedded', 'speculative', 'limited'],
  },
  signIns: {
    name: 'sign_ins_total',
    help: 'Sign-ins, by what they came to.',
    label: 'result',
    words: ['signed_in', 'provider_away', 'unfinished', 'not_admitted', 'failed'],
  },
  responses: {
    name: 'http_responses_total',
    help: 'HTTP responses, by the class of their status.',
    label: 'class',
    words: ['2xx', '3xx', '4xx', '5xx'],
  },
  limits: {
    name: 'limits_hit_total',
    help: 'Requests that had to wait, by the limit that they met: a cause of a wait at Connect, one by client address, or one of an account.',
    label: 'limit',
    words: ['queue', 'attempts', 'busy', 'arrivals', 'sign-ins', 'callbacks', 'accounts'],
  },
  holds: {
    name: 'holds_total',
    help: 'Holds of connect links, by how they ended.',
    label: 'event',
    words: ['confirmed', 'cancelled', 'signed_out'],
  },
  uploads: {
    name: 'uploads_total',
    help: 'Batch uploads, by what they came to.',
    label: 'result',
    words: ['taken', 'failed', 'left'],
  },
  deliveries: {
    name: 'webhook_deliveries_total',
    help: 'Attempts to deliver a webhook, by what they came to.',
    label: 'result',
    words: ['delivered', 'failed', 'given_up'],
  },
  lostWrites: {
    name: 'lost_writes_total',
    help: 'What could not be written to the store, by what it was.',
    label: 'what',
    words: ['connect_records', 'connections', 'webhooks', 'audit'],
  },
} as const

type Labelled = keyof typeof labelled
type Word<Of extends Labelled> = (typeof labelled)[Of]['words'][number]

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
    /** By their names in `labelled`. */
    labelled: new Map<string, Counter>(),
    uploadBytes: counter('upload_bytes_total', 'Bytes of files handed on to the service.'),
    logLinesDropped: counter('log_lines_dropped_total', 'Log lines for which the output had no room.'),
    budgetLeft: gauge('confirm_budget_left', 'Confirm calls that could still be made in this minute.'),
    budgetLimit: gauge('confirm_budget_limit', 'Confirm calls that this instance may make in a minute now.'),
    redisUp: gauge('redis_up', 'Whether Redis takes writes.'),
    webhooksWaiting: gauge(
      'webhooks_waiting',
      'Webhooks that have not arrived yet; the same of all that share a Redis.',
    ),
    webhooksOldest: gauge('webhooks_oldest_age_seconds', 'How long the oldest of them has waited.'),
    webhooksGivenUp: gauge('webhooks_given_up', 'Webhooks that were given up, and are kept to be sent again.'),
    taskRuns: gauge('task_runs', 'Pending task runs and those of them that are stuck; 100 means 100 or more.', [
      'state',
    ]),
  }
  for (const outcome of outcomes) metrics.confirmSeconds.zero({ outcome })
  for (const [of, { name, help, label, words }] of Object.entries(labelled)) {
    const byWord = counter(name, help, [label])
    for (const word of words) byWord.inc({ [label]: word }, 0)
    metrics.labelled.set(of, byWord)
  }
  return metrics
}

const metrics = () => processSingleton('metrics', makeMetrics)

function count<Of extends Labelled>(of: Of, word: Word<Of>): void {
  metrics()
    .labelled.get(of)
    ?.inc({ [labelled[of].label]: word })
}

/**
 * Counts a confirm that has ended.
 *
 * @param confirm.reason - why it was refused, one of a few words; null where it is confirmed.
 * @param confirm.attempts - calls that it took.
 */
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

/** Counts a request for the connect URL. */
export function countArrival(result: Word<'arrivals'>): void {
  count('arrivals', result)
}

/**
 * Counts a sign-in that has ended. `provider_away` is beside that: a failed attempt to read the provider's metadata, which
 * all sign-ins of the same seconds share.
 */
export function countSignIn(result: Word<'signIns'>): void {
  count('signIns', result)
}

/** Counts a response that was sent whole, by the class of its status. */
export function countResponse(status: number): void {
  const found = labelled.responses.words.find((each) => each.startsWith(String(status).charAt(0)))
  if (found) count('responses', found)
}

/** Counts a request that had to wait. */
export function countLimit(limit: Word<'limits'>): void {
  count('limits', limit)
}

/** Counts a hold that has ended, and how. */
export function countHold(event: Word<'holds'>): void {
  count('holds', event)
}

/** Counts bytes of a file as they are handed on. */
export function countUploadBytes(bytes: number): void {
  metrics().uploadBytes.inc(bytes)
}

/** Counts a batch upload that has ended. */
export function countUpload(result: Word<'uploads'>): void {
  count('uploads', result)
}

/** Counts an attempt to deliver a webhook. */
export function countDelivery(result: Word<'deliveries'>): void {
  count('deliveries', result)
}

/** Counts what could not be written to the store, and is lost. */
export function countLostWrite(what: Word<'lostWrites'>): void {
  count('lostWrites', what)
}

/** Counts a log line for which the output had no room. */
export function countDroppedLogLine(): void {
  metrics().logLinesDropped.inc()
}

/**
 * All metrics in Prometheus's text format. Null, or undefined, stands for what is not known: then there is no such
 * metric, rather than an old one.
 *
 * @param now.labels - of this deployment, for every metric.
 * @param now.refusalReasons - every reason that a confirm can be refused with.
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
  // After `reset`, a gauge without labels would be 0.
  if (value === undefined) gauge.remove()
  else gauge.set(value)
}
