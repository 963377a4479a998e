import 'server-only'
import { clearInterval, setInterval } from 'node:timers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from 'bullmq'
import { replyAs, within } from '@/lib/store/redis-connection'
import { reasonOf } from '@/lib/store/redis-health'
import { StoreUnavailableError } from '@/lib/store/store'
import {
  deliver,
  maxAttempts,
  maxUnderWay,
  pauseAfter,
  rememberedMs,
  type Deliveries,
  type DeliveryOptions,
  type FailedDelivery,
} from './deliveries'
import { messageSchema, type Message } from './message'
import { deliveryDeadlineMs } from './post'
import { queueStateLua, queueStateSchema } from './queue-state'

/** How long a caller waits for Redis. */
const answerMs = 1000
const defaultSilentMs = 15_000
const maxReconnectPauseMs = 2000
/** While Redis refuses commands, for example because it is full, the workers would query it again immediately. */
const defaultRestMs = 5000
const defaultLockMs = 3 * deliveryDeadlineMs
/** Nothing reads bullmq's events. */
const eventsKept = 10
/** The pause that makes bullmq give a job up. */
const never = -1
/** Redis can refuse hundreds of commands per second. */
const reportEveryMs = 60_000

export interface RedisDeliveryOptions extends DeliveryOptions {
  url: string
  /** The prefix of every key. It is a hash tag, as in `{name}`, so that a cluster keeps a queue's keys together. */
  prefix: string
  /** Runs at each interval in one of the instances. */
  watch: (deliveries: Pick<Deliveries, 'put'>) => Promise<void>
  watchEveryMs: number
  /** Called when Redis refuses commands, at most once a minute. `reason` is a short code. */
  onRefused: (reason: string) => void
  /** After this time, another instance sends the message of an instance that has stopped responding. @default 45 s */
  lockMs?: number
  /** How long Redis may be silent before the client closes the connection. @default 15 s */
  silentMs?: number
  /** How long the workers pause after Redis has refused a command. @default 5 s */
  restMs?: number
}

/** Starts the deliveries that all instances share, as jobs of bullmq. */
export async function redisDeliveries(options: RedisDeliveryOptions): Promise<Deliveries> {
  // Loaded only with Redis, because they cost 20 MB and a quarter of a second of CPU time at the start.
  const [{ createRedisClient, ErrorReply }, { createNodeRedisClient, Queue, Worker }] = await Promise.all([
    import('@/lib/store/redis-client'),
    import('bullmq'),
  ])
  const { prefix, lockMs = defaultLockMs, silentMs = defaultSilentMs, restMs = defaultRestMs } = options
  const client = createRedisClient(options.url, {
    socket: { connectTimeout: answerMs, socketTimeout: silentMs, reconnectStrategy: reconnectPause },
    pingInterval: silentMs / 3,
    // A worker waits for a job longer than the client's own limit.
    commandOptions: { timeout: 0 },
  })
  // The workers below receive its errors too.
  client.on('error', () => {})
  // If Redis goes down during the version check, the check never ends and no job ever starts.
  const shared = { connection: createNodeRedisClient(client), prefix, skipVersionCheck: true }
  const queueOptions = { ...shared, streams: { events: { maxLen: eventsKept } } }
  const workerOptions = { ...shared, lockDuration: lockMs, stalledInterval: lockMs, maxStalledCount: 1000 }

  const jobOptions = {
    attempts: maxAttempts(options),
    backoff: { type: 'custom' },
    stackTraceLimit: 0,
  }
  const put = async (message: Message) => {
    await ask(async () => {
      if (message.unlessPut && (await messages.getJob(message.unlessPut))) return
      await messages.add(message.type, message, { ...jobOptions, jobId: message.id })
    })
  }

  const messages = new Queue('webhooks', queueOptions)
  const watches = new Queue('watch', queueOptions)
  const sender = new Worker('webhooks', (job: Job) => send(job, options), {
    ...workerOptions,
    concurrency: maxUnderWay,
    settings: { backoffStrategy: (attempt, _type, error) => pauseOf(error, attempt, options) ?? never },
  })
  const watcher = new Worker('watch', () => Promise.all([dropOld(), options.watch({ put })]), workerOptions)
  const workers = [sender, watcher]

  /** bullmq drops an old job only when another job ends in the same state. */
  async function dropOld(): Promise<void> {
    await messages.clean(rememberedMs, 0, 'completed')
    await messages.clean(options.keptMs, 0, 'failed')
    // Each dropped job adds an event. bullmq trims events only when it adds a job.
    await messages.trimEvents(eventsKept)
  }

  let reportedAt = -Infinity
  const report = (error: unknown) => {
    if (performance.now() - reportedAt < reportEveryMs) return
    reportedAt = performance.now()
    const reason = reasonOf(error)
    // Redis sends this error to a waiting worker when it becomes a replica.
    options.onRefused(reason === 'UNBLOCKED' ? 'READONLY' : reason)
  }
  for (const queue of [messages, watches]) queue.on('error', () => {})
  for (const worker of workers) {
    worker.on('error', (error) => {
      // The client reconnects by itself after a lost connection, and the store's connection reports the loss.
      if (!(error instanceof ErrorReply)) return
      report(error)
      void rest()
    })
  }

  let isClosed = false
  let isResting = false
  /**
   * Pauses the workers and reconnects. After Redis became a replica, its host name may resolve to the new primary.
   */
  async function rest(): Promise<void> {
    if (isResting) return
    isResting = true
    // This ends the connections that wait for jobs, and makes new ones.
    await Promise.allSettled(workers.map((worker) => worker.pause()))
    if (isClosed) return
    if (client.isOpen) client.destroy()
    client.connect().catch(() => {})
    await sleep(restMs, undefined, { ref: false })
    if (isClosed) return
    for (const worker of workers) void worker.resume()
    isResting = false
  }

  /** Runs a command with a time limit. */
  async function ask<Result>(work: () => Promise<Result>): Promise<Result> {
    if (!client.isReady) throw new StoreUnavailableError('away')
    try {
      return await within(answerMs, work())
    } catch (error) {
      throw new StoreUnavailableError(reasonOf(error), { cause: error })
    }
  }

  const scheduleWatch = async () => {
    const removed = { removeOnComplete: true, removeOnFail: true }
    try {
      await watches.upsertJobScheduler('watch', { every: options.watchEveryMs }, { opts: removed })
    } catch (error) {
      if (error instanceof ErrorReply) report(error)
    }
  }
  const scheduleMissingWatch = async () => {
    // If a running watch was scheduled again, it would run twice.
    const count = await watches.getJobSchedulersCount().catch(() => undefined)
    if (count === 0) await scheduleWatch()
  }
  // Redis may have lost its data in a restart. `schedule` handles a loss without a restart.
  client.on('ready', () => void scheduleWatch())
  if (client.isReady) void scheduleWatch()
  const schedule = setInterval(() => client.isReady && void scheduleMissingWatch(), options.watchEveryMs).unref()

  return {
    put,
    async failed(limit) {
      return ask(async () => {
        const [counts, givenUp, waiting] = await Promise.all([
          messages.getJobCounts('failed', 'delayed'),
          messages.getJobs('failed', 0, limit - 1),
          messages.getJobs('delayed', 0, limit - 1, true),
        ])
        const deliveries = [...givenUp, ...waiting].flatMap(deliveryOf).slice(0, limit)
        return { total: (counts['failed'] ?? 0) + (counts['delayed'] ?? 0), deliveries }
      })
    },
    async state() {
      const keys = ['wait', 'active', 'delayed', 'failed'].map((name) => messages.toKey(name))
      const call = { keys, arguments: [messages.toKey('')] }
      return replyAs(queueStateSchema, await ask(() => client.eval(queueStateLua, call)))
    },
    async settled() {
      // Another instance can do the remaining work.
    },
    async sendAgain(id) {
      return ask(async () => {
        const job = await messages.getJob(id)
        const state = await job?.getState()
        if (state === 'failed') await job?.retry('failed', { resetAttemptsMade: true })
        else if (state === 'delayed') await job?.promote()
        else return false
        return true
      })
    },
    async close() {
      isClosed = true
      clearInterval(schedule)
      // Without Redis, the workers would wait for it.
      if (client.isReady) await Promise.all(workers.map((worker) => worker.close()))
    },
    end() {
      if (client.isOpen) client.destroy()
    },
  }
}

/** Sends the message of a job. After an error, bullmq retries it later or gives it up. */
async function send(job: Job, options: DeliveryOptions): Promise<void> {
  const message = messageSchema.parse(job.data)
  // The user's data was deleted while an instance was sending the message.
  if (message.body === '') return
  const { isDelivered, result, pauseMs } = await deliver(message, job.attemptsMade + 1, options)
  if (!isDelivered) throw new DeliveryFailedError(result, pauseMs)
}

class DeliveryFailedError extends Error {
  override readonly name = 'DeliveryFailedError'
  constructor(
    result: string,
    /** Undefined if the message is given up. */
    readonly pauseMs: number | undefined,
  ) {
    super(result)
  }
}

/** Returns the pause before the next attempt. An unreadable message is retried, because a newer version can read it. */
function pauseOf(error: unknown, attempt: number, options: DeliveryOptions): number | undefined {
  return error instanceof DeliveryFailedError ? error.pauseMs : pauseAfter(attempt, { result: '' }, options)
}

function deliveryOf(job: Job): FailedDelivery[] {
  const message = messageSchema.safeParse(job.data).data
  if (!message) return []
  const { id, type, requestId }: Message = message
  const { finishedOn, processedOn = 0, attemptsMade: attempts, failedReason: result, delay } = job
  const nextAt = finishedOn === undefined ? processedOn + delay : null
  return [{ id, type, requestId, attempts, failedAt: finishedOn ?? processedOn, result, nextAt }]
}

/** Returns a pause in milliseconds, which grows with the retries and differs between instances. */
const reconnectPause = (retries: number) => Math.min(50 * 2 ** retries, maxReconnectPauseMs) * (0.5 + Math.random() / 2)
