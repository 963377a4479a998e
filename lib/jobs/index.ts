import 'server-only'
import { setInterval } from 'node:timers'
import { setTimeout as sleep } from 'node:timers/promises'
import { config } from '@/lib/config'
import { deploymentLabels } from '@/lib/config/labels'
import { isConfirmedBefore, type ConnectAttempt } from '@/lib/connect/outcome'
import { subnetUserId } from '@/lib/connect/subnet-user-id'
import { recentTaskRuns } from '@/lib/task-runs/recent'
import { log } from '@/lib/log'
import { errorName } from '@/lib/log/error-name'
import { countDelivery, countLostWrite } from '@/lib/metrics'
import { processSingleton } from '@/lib/process-singleton'
import { outsideRequests } from '@/lib/request/context'
import { keyPrefix, store, StoreUnavailableError, unlessUnavailable } from '@/lib/store'
import { Backlog } from '@/lib/store/backlog'
import { isErasedSince } from '@/lib/store/erasures'
import { reasonOf } from '@/lib/store/redis-health'
import {
  gone,
  type Deliveries,
  type DeliveryAttempt,
  type DeliveryOptions,
  type FailedDeliveries,
  type ForgottenMessages,
} from './deliveries'
import { personIn, walletConfirmed, type Message } from './message'
import { deliveryDeadlineMs, postMessage } from './post'
import { ProcessDeliveries } from './process-deliveries'
import { redisDeliveries } from './redis-deliveries'
import { reportStuckTaskRuns } from './stuck-task-runs'

export type { FailedDeliveries, FailedDelivery } from './deliveries'

const watchEveryMs = 60_000

/** A message about a press that began at this time, in milliseconds since the epoch. */
interface Report {
  message: Message
  userId: string
  begunAt: number
}

/** Objects that outlive a request. With Redis, the messages outlive the process too. */
interface Jobs {
  deliveries: Promise<Deliveries>
  /** The same deliveries as `deliveries`; undefined with Redis. */
  inProcess: ProcessDeliveries | undefined
  /** Puts messages into the deliveries, for callers that do not wait. */
  backlog: Backlog<Report>
}

/** Returns the jobs of this process; undefined without a configured receiver. */
function jobs(): Jobs | undefined {
  if (!config().webhook) return undefined
  // Connections and timers live as long as the process, and would keep alive the request that created them.
  return processSingleton('jobs', () => outsideRequests(startJobs))
}

function startJobs(): Jobs {
  const { redisUrl } = config()
  const inProcess = redisUrl === undefined ? processJobs() : undefined
  const deliveries: Promise<Deliveries> = inProcess ? Promise.resolve(inProcess) : redisJobs(redisUrl ?? '')
  deliveries.catch(logFailure)
  const write = async ({ message, userId, begunAt }: Report) => {
    if (!(await isErasedSince(userId, begunAt))) await (await deliveries).put(message)
  }
  const backlog = new Backlog<Report>({ write, onLost: ({ message }, reason) => onLost(message, reason) })
  process.once('exit', () => backlog.end())
  return { deliveries, inProcess, backlog }
}

function processJobs(): ProcessDeliveries {
  const deliveries = new ProcessDeliveries({ ...deliveryOptions(), store: store(), onLost })
  process.once('exit', () => deliveries.end())
  setInterval(() => {
    deliveries.dropOld()
    void watchTaskRuns(deliveries)
  }, watchEveryMs).unref()
  return deliveries
}

async function redisJobs(url: string): Promise<Deliveries> {
  return redisDeliveries({
    ...deliveryOptions(),
    url,
    prefix: queuePrefix(),
    watch: watchTaskRuns,
    watchEveryMs,
    onRefused: (reason) => log().error({ event: 'webhook worker failed', reason }),
  }).catch((error: unknown) => {
    throw new StoreUnavailableError(reasonOf(error))
  })
}

const queuePrefix = () => `{${keyPrefix().slice(0, -1)}}`

function deliveryOptions(): DeliveryOptions {
  const { webhook: receiver, connectRecords } = config()
  if (!receiver) throw new TypeError('There are no jobs without a receiver.')
  const post = (message: Message) => postMessage(receiver, message)
  return { post, keptMs: connectRecords.maxAgeMs, onAttempt: logAttempt }
}

function watchTaskRuns(deliveries: Pick<Deliveries, 'put'>): Promise<void> {
  return attempt(() =>
    reportStuckTaskRuns({
      store: store(),
      read: recentTaskRuns,
      put: (message) => deliveries.put(message),
      stuckAfterMinutes: config().stuckAfterMinutes,
      labels: deploymentLabels(),
    }),
  )
}

/** Does work that the process repeats every minute. It never throws. */
async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    // The store itself reports that it is unavailable.
    await unlessUnavailable(work, () => undefined)
  } catch (error) {
    logFailure(error)
  }
}

/** Starts to deliver messages and to look for stuck task runs, until the process ends. */
export function startWebhooks(): void {
  jobs()
}

/** Sends no further message, and waits for running attempts, at most as long as one attempt takes. It never throws. */
export async function finishJobs(): Promise<void> {
  const closed = jobs()?.deliveries.then((deliveries) => deliveries.close())
  if (closed) await Promise.race([closed.catch(logFailure), sleep(deliveryDeadlineMs + 1000)])
}

/**
 * Reports a confirmed wallet to the operator's systems, if a receiver is configured. It returns immediately and never
 * fails.
 */
export function reportConfirm(attempt: ConnectAttempt): void {
  const { userId, durationMs } = attempt
  const message = walletConfirmed({
    requestId: attempt.requestId,
    userId,
    subnetUserId: subnetUserId(userId, config().subnetUserId),
    walletAddress: attempt.walletAddress,
    isProven: attempt.isProven,
    wasConfirmedBefore: isConfirmedBefore(attempt.outcome.kind, attempt.status),
    labels: deploymentLabels(),
    hashKey: config().hold.password,
    at: Date.now(),
  })
  outsideRequests(() => jobs()?.backlog.add({ message, userId, begunAt: Date.now() - durationMs }))
}

/**
 * Lists messages whose last attempt failed. It returns null without a configured receiver.
 *
 * @throws StoreUnavailableError
 */
export async function failedDeliveries(limit: number): Promise<FailedDeliveries | null> {
  return (await (await jobs()?.deliveries)?.failed(limit)) ?? null
}

/**
 * Sends a message again.
 *
 * @returns false if the message is being sent, has arrived or is unknown.
 * @throws StoreUnavailableError
 */
export async function sendAgain(id: string): Promise<boolean> {
  return outsideRequests(async () => (await (await jobs()?.deliveries)?.sendAgain(id)) ?? false)
}

/**
 * Deletes the messages about a user. With Redis, it also deletes messages that arrived in the last hour.
 *
 * @throws StoreUnavailableError
 */
export async function forgetMessages(userId: string): Promise<ForgottenMessages> {
  const { redisUrl } = config()
  if (redisUrl === undefined) return jobs()?.inProcess?.forgetUser(userId) ?? { messages: 0, sending: 0 }
  // Loaded on demand, because most deployments never need it.
  const { forgetQueuedMessages } = await import('./forget-messages')
  return forgetQueuedMessages({ url: redisUrl, prefix: queuePrefix() }, userId)
}

/**
 * Waits until this process's messages are in Redis, or without Redis until the running attempts have ended. It never
 * rejects.
 */
export async function webhooksSettled(): Promise<void> {
  const { backlog, deliveries } = jobs() ?? {}
  await backlog?.settled()
  await deliveries?.then((deliveries) => deliveries.settled()).catch(logFailure)
}

/** Returns the state of the queue; null without a configured receiver, or while Redis is unavailable. */
export async function webhookQueue(): Promise<{ waiting: number; oldestAgeSeconds: number; givenUp: number } | null> {
  const state = await unlessUnavailable(
    async () => (await jobs()?.deliveries)?.state(),
    () => undefined,
  )
  if (!state) return null
  const { waiting, oldestAt, givenUp } = state
  const ageMs = oldestAt === null ? 0 : Math.max(Date.now() - oldestAt, 0)
  return { waiting, oldestAgeSeconds: Math.floor(ageMs / 1000), givenUp }
}

/** Returns how many messages of this process wait for Redis, and how many were lost before they reached it. */
export function webhookBacklog(): Backlog<Report>['state'] {
  return jobs()?.backlog.state ?? { waiting: 0, lost: 0 }
}

function logAttempt(message: Message, { outcome, attempt, result, durationMs }: DeliveryAttempt): void {
  countDelivery(outcome)
  const { id, type, requestId } = message
  const entry = { message: id, type, requestId, attempt, result, durationMs }
  if (outcome === 'delivered') log().info({ event: 'webhook delivered', ...entry })
  else if (outcome === 'failed') log().warn({ event: 'webhook failed', ...entry })
  else {
    const again = 'send it again from the console’s page Connects'
    const hint = result === gone ? `the receiver wants no more messages: check its address, then ${again}` : again
    log().error({ event: 'webhook given up', ...entry, ...personKept(message), hint })
  }
}

/** Logs a lost message with all fields that a script needs to find and send it. */
function onLost(message: Message, reason: string): void {
  countLostWrite('webhooks')
  const { id, type, requestId } = message
  outsideRequests(() =>
    log().error({ event: 'webhook lost', message: id, type, requestId, ...personKept(message), reason }),
  )
}

/** Returns the user and the wallet, if the records of connects keep them too. */
function personKept(message: Message): { userId?: string; walletAddress?: string } {
  return config().connectRecords.detail === 'full' ? personIn(message) : {}
}

function logFailure(error: unknown): void {
  log().error({ event: 'webhook worker failed', error: errorName(error) })
}
