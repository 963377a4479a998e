import 'server-only'
import { setTimeout } from 'node:timers'
import type { Job, Worker } from 'bullmq'
import { within } from '@/lib/store/redis-connection'
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

/** How long a caller waits for Redis. */
const answerMs = 1000
const defaultSilentMs = 15_000
const maxReconnectPauseMs = 2000
/** While Redis refuses commands, as a full one does, bullmq would ask again at once. */
const refusedPauseMs = 5000
const defaultLockMs = 3 * deliveryDeadlineMs
/** Redis can refuse hundreds of commands in a second. */
const reportEveryMs = 60_000

export interface RedisDeliveryOptions extends DeliveryOptions {
  url: string
  /** Begins every key. It has a hash tag, as in `{name}`, so that a cluster keeps all keys of a queue together. */
  prefix: string
  /** How long a message that was given up is kept to be sent again. */
  keptMs: number
  /** Done again and again, each time by one of all instances. */
  watch: (deliveries: Pick<Deliveries, 'put'>) => Promise<void>
  watchEveryMs: number
  /** Hears that Redis refuses commands, at most once a minute. `reason` is a word. */
  onRefused: (reason: string) => void
  /** How long a message stays an instance's that gives no sign of life. @default 30 s */
  lockMs?: number
  /** After how long a connection is given up on which Redis says nothing. @default 15 s */
  silentMs?: number
}

/** Deliveries of all instances together, as jobs of bullmq. They begin at once. */
export async function redisDeliveries(options: RedisDeliveryOptions): Promise<Deliveries> {
  // A deployment without them is spared 20 MB, and a quarter of a second of the processor at its start.
  const [{ createClient, ErrorReply }, { createNodeRedisClient, Queue, Worker }] = await Promise.all([
    import('redis'),
    import('bullmq'),
  ])
  const { prefix, lockMs = defaultLockMs, silentMs = defaultSilentMs } = options
  const client = createClient({
    url: options.url,
    socket: { connectTimeout: answerMs, socketTimeout: silentMs, reconnectStrategy: reconnectPause },
    pingInterval: silentMs / 3,
    maintNotifications: 'disabled',
    // A worker's wait for a job is longer than the client's own limit.
    commandOptions: { timeout: 0 },
  })
  // Its errors reach the workers below too.
  client.on('error', () => {})
  // The check of Redis's version could stay without an answer while Redis goes away, and no job would ever begin.
  const shared = { connection: createNodeRedisClient(client), prefix, skipVersionCheck: true }
  const queueOptions = { ...shared, streams: { events: { maxLen: 10 } } }
  const workerOptions = { ...shared, lockDuration: lockMs, stalledInterval: lockMs, maxStalledCount: 1000 }

  const jobOptions = {
    attempts: maxAttempts(options),
    backoff: { type: 'custom' },
    stackTraceLimit: 0,
    removeOnComplete: { age: rememberedMs / 1000 },
    removeOnFail: { age: options.keptMs / 1000 },
  }
  const put = async (message: Message) => {
    await ask(() => messages.add(message.type, message, { ...jobOptions, jobId: message.id }))
  }

  const messages = new Queue('webhooks', queueOptions)
  const watches = new Queue('watch', queueOptions)
  const sender = new Worker('webhooks', (job: Job) => send(job, options), {
    ...workerOptions,
    concurrency: maxUnderWay,
    settings: { backoffStrategy: (attempts) => pauseAfter(attempts, options) ?? 0 },
  })
  const watcher = new Worker('watch', () => options.watch({ put }), workerOptions)

  let reportedAt = -Infinity
  const report = (error: unknown) => {
    if (performance.now() - reportedAt < reportEveryMs) return
    reportedAt = performance.now()
    options.onRefused(reasonOf(error))
  }
  for (const queue of [messages, watches]) queue.on('error', () => {})
  for (const worker of [sender, watcher]) {
    worker.on('error', (error) => {
      // A lost connection is the client's to make again, and the store's connection has reported it.
      if (!(error instanceof ErrorReply)) return
      report(error)
      pauseFor(worker, refusedPauseMs)
    })
  }

  /** Asks Redis. */
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
  // A Redis that has come back may be an empty one.
  client.on('ready', () => void scheduleWatch())
  if (client.isReady) void scheduleWatch()

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
      // Without Redis they would wait for it.
      if (client.isReady) await Promise.all([sender.close(), watcher.close()])
    },
    end() {
      if (client.isOpen) client.destroy()
    },
  }
}

/** Sends the message of a job. Whatever it throws has bullmq send it again later. */
async function send(job: Job, options: DeliveryOptions): Promise<void> {
  const { isDelivered, result } = await deliver(messageSchema.parse(job.data), job.attemptsMade + 1, options)
  if (!isDelivered) throw new DeliveryFailedError(result)
}

class DeliveryFailedError extends Error {
  override readonly name = 'DeliveryFailedError'
}

function deliveryOf(job: Job): FailedDelivery[] {
  const message = messageSchema.safeParse(job.data).data
  if (!message) return []
  const { id, type, requestId }: Message = message
  const { finishedOn, processedOn = 0, attemptsMade: attempts, failedReason: result, delay } = job
  const nextAt = finishedOn === undefined ? processedOn + delay : null
  return [{ id, type, requestId, attempts, failedAt: finishedOn ?? processedOn, result, nextAt }]
}

function pauseFor(worker: Worker, pauseMs: number): void {
  if (worker.isPaused()) return
  void worker.pause(true)
  setTimeout(() => void worker.resume(), pauseMs).unref()
}

/** In milliseconds. It grows, and differs from instance to instance. */
const reconnectPause = (retries: number) => Math.min(50 * 2 ** retries, maxReconnectPauseMs) * (0.5 + Math.random() / 2)
