import 'server-only'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { processSingleton } from '@/lib/process-singleton'

/* Each instance counts for itself. A label has one of a few words, and never a text of a user or of the service. */

const prefix = 'subnet_connect_'
const secondsBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25]

const outcomes = ['confirmed', 'refused'] as const
const classes = ['2xx', '3xx', '4xx', '5xx'] as const

/** Each word starts with 0, because Prometheus counts no increase when a series appears. */
const counters = {
  arrivals_total: {
    help: 'Requests for the connect URL. no_room: the browser cannot hold another link. none, invalid: no query, or a wrong one. embedded: in a frame. speculative: loaded ahead of time. limited: too many from one client address.',
    label: 'result',
    words: ['held', 'no_room', 'none', 'invalid', 'embedded', 'speculative', 'limited'],
  },
  sign_ins_total: {
    help: 'Sign-ins. unfinished: the user cancelled, or the browser lost the login. not_admitted: without the claim of OIDC_REQUIRED_CLAIM. failed: an error of this site or the provider. provider_away: the app could not read the provider’s metadata.',
    label: 'result',
    // `provider_away` is a failed attempt to read the provider's metadata, which sign-ins within seconds share.
    words: ['signed_in', 'provider_away', 'unfinished', 'not_admitted', 'failed'],
  },
  http_responses_total: {
    help: 'HTTP responses by class of status, probes and scrapes included. Not counted on Vercel.',
    label: 'class',
    words: classes,
  },
  limits_hit_total: {
    help: 'Requests that had to wait. queue: for the limit of the service. attempts: presses of one user. arrivals, sign-ins: of one client address. accounts: sign-ins of one account.',
    label: 'limit',
    words: ['queue', 'attempts', 'arrivals', 'sign-ins', 'accounts'],
  },
  holds_total: {
    help: 'Ended holds of connect links, by event.',
    label: 'event',
    words: ['confirmed', 'cancelled', 'signed_out'],
  },
  uploads_total: {
    help: 'Batch uploads. taken: the service accepted the file. left: the browser stopped before the end.',
    label: 'result',
    words: ['taken', 'failed', 'left'],
  },
  webhook_deliveries_total: {
    help: 'Attempts to deliver a webhook. The app tries again after failed, but not after given_up.',
    label: 'result',
    words: ['delivered', 'failed', 'given_up'],
  },
  lost_writes_total: {
    help: 'Entries that the store refused or that did not fit. Only the log has those lost when the process ends.',
    label: 'what',
    words: ['connect_records', 'connections', 'webhooks', 'audit'],
  },
} as const

type Counters = typeof counters

/** The kinds of data that writes to the store can lose. */
export type LostWrite = Counters['lost_writes_total']['words'][number]

function makeMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name: prefix + name, help, labelNames, registers })
  collectDefaultMetrics({ register: registry })
  const confirmSeconds = new Histogram({
    name: `${prefix}confirm_duration_seconds`,
    help: 'Duration of a confirm with all its attempts.',
    labelNames: ['outcome'],
    buckets: secondsBuckets,
    registers,
  })
  for (const outcome of outcomes) confirmSeconds.zero({ outcome })
  const byName = new Map<string, Counter>()
  for (const [name, { help, label, words }] of Object.entries(counters)) {
    const made = counter(name, help, [label])
    for (const word of words) made.inc({ [label]: word }, 0)
    byName.set(name, made)
  }
  return {
    registry,
    byName,
    confirmSeconds,
    confirms: counter('confirms_total', 'Confirms, by outcome and reason.', ['outcome', 'reason']),
    confirmRetries: counter('confirm_retries_total', 'Attempts of confirms after the first attempt.'),
    uploadBytes: counter('upload_bytes_total', 'Bytes of files sent to the service.'),
    logLinesDropped: counter(
      'log_lines_dropped_total',
      'Log lines that the app dropped because the output accepted no more.',
    ),
  }
}

const metrics = () => processSingleton('metrics', makeMetrics)

export function count<Name extends keyof Counters>(name: Name, word: Counters[Name]['words'][number]): void {
  metrics()
    .byName.get(name)
    ?.inc({ [counters[name].label]: word })
}

export function countResponse(status: number): void {
  const found = classes.find((each) => each.startsWith(String(status).charAt(0)))
  if (found) count('http_responses_total', found)
}

/** The reason is one of a few words, or null if it is confirmed. */
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

export const countUploadBytes = (bytes: number): void => metrics().uploadBytes.inc(bytes)

export const countDroppedLogLine = (): void => metrics().logLinesDropped.inc()

/** Omits the gauge of an unknown value (null or undefined), so that Prometheus gets no old one. */
export async function metricsText(now: {
  labels: Readonly<Record<string, string>>
  refusalReasons: readonly string[]
  budgetLeft: number
  budgetLimit: number
  isRedisUp: boolean | undefined
  taskRuns: { pending: number; stuck: number } | null
  webhooks: { waiting: number; oldestAgeSeconds: number; givenUp: number } | null
}): Promise<{ text: string; contentType: string }> {
  const { registry, confirms } = metrics()
  confirms.inc({ outcome: 'confirmed', reason: 'none' }, 0)
  for (const reason of now.refusalReasons) confirms.inc({ outcome: 'refused', reason }, 0)
  const readings = new Registry()
  const gauge = (name: string, value: number | undefined, help: string) => {
    const made = new Gauge({ name: prefix + name, help, registers: [readings] })
    // A gauge without labels begins with 0.
    if (value === undefined) made.remove()
    else made.set(value)
  }
  gauge(
    'confirm_budget_left',
    now.budgetLeft,
    'Confirm calls left in this minute; with Redis, for all instances together.',
  )
  gauge(
    'confirm_budget_limit',
    now.budgetLimit,
    'Confirm calls a minute that this instance may make now: the budget, or its share while Redis accepts no writes.',
  )
  gauge(
    'redis_up',
    now.isRedisUp === undefined ? undefined : Number(now.isRedisUp),
    '1 while Redis accepts writes, otherwise 0. Only with Redis.',
  )
  gauge(
    'webhooks_waiting',
    now.webhooks?.waiting,
    'Webhooks that are not delivered yet. Instances that share a Redis report the same number.',
  )
  gauge(
    'webhooks_oldest_age_seconds',
    now.webhooks?.oldestAgeSeconds,
    'Age of the oldest waiting webhook. An estimate if more than 100 wait for another attempt.',
  )
  gauge('webhooks_given_up', now.webhooks?.givenUp, 'Webhooks that the app gave up. Staff can send them again.')
  const taskRuns = new Gauge({
    name: `${prefix}task_runs`,
    help: 'Pending task runs, and stuck ones among them, read at most once a minute. 100 means 100 or more. The query must have task_runs=1.',
    labelNames: ['state'],
    registers: [readings],
  })
  for (const [state, runs] of Object.entries(now.taskRuns ?? {})) taskRuns.set({ state }, runs)
  const all = Registry.merge([registry, readings])
  all.setDefaultLabels(now.labels)
  return { text: await all.metrics(), contentType: all.contentType }
}
