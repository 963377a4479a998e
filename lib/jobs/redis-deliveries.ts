import 'server-only'
import { setInterval } from 'node:timers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createNodeRedisClient, Queue, Worker, type Job, type JobType } from 'bullmq'
import { config } from '@/lib/config'
import { ErrorReply, type RedisClient } from '@/lib/store/redis-client'
import type { RedisConnection } from '@/lib/store/redis-connection'
import {
  deliver,
  deliveryDeadlineMs,
  manyPausesMs,
  rememberedMs,
  type Deliveries,
  type FailedDeliveries,
  type FailedDelivery,
  type Failure,
} from './delivery'
import { messageSchema, type Message } from './message'

/* The app loads this file only if it needs it, because bullmq costs 20 MB and a quarter of a second at the start. */

/** A step of a deletion reads many jobs, with several round trips. */
const deletionStepMs = 5000
/** How long a worker waits for a message in one command, in seconds. A client closes a connection after five. */
const waitSeconds = 2
const maxUnderWay = 10
/** Nothing reads bullmq's events. */
const eventsKept = 10
const tidyEveryMs = 60_000
/** How far a clock may be set back without an effect. */
const smallStepMs = 60_000
/** How many of the messages that wait for another attempt `state` reads. */
const sampleSize = 100
const pageOfJobs = 200

export interface QueueOptions {
  connection: RedisConnection
  /** The prefix of every key. It is a hash tag, as in `{name}`, so that a cluster keeps a queue's keys together. */
  prefix: string
  /** @default 5 s to 12 hours, ten pauses */
  pausesMs?: readonly number[]
  /** After this time, another instance sends the message of an instance that has stopped responding. @default 45 s */
  lockMs?: number
  /** How long the worker pauses after Redis has refused a command. @default 5 s */
  restMs?: number
}

/** The deliveries that all instances share, as jobs of bullmq. */
export class RedisDeliveries implements Deliveries {
  readonly #queue: Queue
  #worker: Worker | undefined
  /** The difference between the two clocks. It grows when the time of day is set back. */
  #clockDifferenceMs = performance.now() - Date.now()

  private constructor(
    private readonly options: Required<QueueOptions>,
    private readonly client: RedisClient,
  ) {
    this.#queue = new Queue('webhooks', {
      connection: createNodeRedisClient(client),
      prefix: options.prefix,
      // If Redis goes down during this check, the check never ends and no job ever starts.
      skipVersionCheck: true,
      streams: { events: { maxLen: eventsKept } },
      defaultJobOptions: {
        attempts: options.pausesMs.length + 1,
        backoff: { type: 'custom' },
        stackTraceLimit: 0,
      },
    })
    // The connection reports its loss.
    this.#queue.on('error', () => {})
  }

  /** Opens the queue. It does not wait for a Redis that is unavailable. */
  static async open(options: QueueOptions): Promise<RedisDeliveries> {
    const defaults = { pausesMs: manyPausesMs, lockMs: 3 * deliveryDeadlineMs, restMs: 5000 }
    return new RedisDeliveries({ ...defaults, ...options }, await options.connection.client())
  }

  start(): this {
    const { lockMs } = this.options
    const worker = new DeliveryWorker('webhooks', (job: Job) => this.#send(job), {
      ...this.#queue.opts,
      concurrency: maxUnderWay,
      lockDuration: lockMs,
      stalledInterval: lockMs,
      maxStalledCount: 1000,
      drainDelay: waitSeconds,
      settings: { backoffStrategy: (_attempt, _type, error) => pauseOf(error) },
    })
    worker.on('error', (error) => {
      if (error instanceof ErrorReply) void this.#rest(worker)
    })
    this.#worker = worker
    setInterval(() => void Promise.all([this.dropOld(), this.followClock()]).catch(() => {}), tidyEveryMs).unref()
    return this
  }

  async put(message: Message): Promise<void> {
    const { id, type, unlessPut } = message
    await this.options.connection.run(async () => {
      if (unlessPut && (await this.#queue.getJob(unlessPut))) return
      await this.#queue.add(type, message, { jobId: id })
    })
  }

  async failed(limit: number): Promise<FailedDeliveries> {
    const [counts, givenUp, delayed] = await this.options.connection.run(() =>
      Promise.all([
        this.#queue.getJobCounts('failed', 'delayed'),
        this.#queue.getJobs('failed', 0, limit - 1),
        this.#queue.getJobs('delayed', 0, limit - 1, true),
      ]),
    )
    const total = (counts['failed'] ?? 0) + (counts['delayed'] ?? 0)
    return { total, deliveries: [...givenUp, ...delayed].flatMap(deliveryOf).slice(0, limit) }
  }

  async state(): ReturnType<Deliveries['state']> {
    const queue = this.#queue
    return this.options.connection.run(async () => {
      const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed')
      const { waiting = 0, active = 0, delayed = 0, failed = 0 } = counts
      // bullmq sorts delayed jobs by their next attempt, not by age. So the sample is evenly spread.
      const count = Math.min(delayed, sampleSize)
      const ranks = Array.from({ length: count }, (_, index) => Math.floor((index * delayed) / count))
      const found = await Promise.all([
        queue.getJobs(['waiting', 'active'], 0, sampleSize - 1, true),
        ...ranks.map((rank) => queue.getJobs('delayed', rank, rank, true)),
      ])
      const times = found.flat().map(({ timestamp }) => timestamp)
      const oldestAt = times.length === 0 ? null : Math.min(...times)
      return { waiting: waiting + active + delayed, oldestAt, givenUp: failed }
    })
  }

  async sendAgain(id: string): Promise<boolean> {
    return this.options.connection.run(async () => {
      const job = await this.#queue.getJob(id)
      const state = await job?.getState()
      if (state === 'failed') await job?.retry('failed', { resetAttemptsMade: true })
      else if (state === 'delayed') await job?.promote()
      else return false
      return true
    })
  }

  /** Also deletes the messages that have arrived in the last hour. */
  async forget(userId: string): ReturnType<Deliveries['forget']> {
    const forgotten = { messages: 0, sending: 0 }
    for (;;) {
      const found = await this.#jobsAbout(userId)
      // Workers move jobs meanwhile, so one round can miss a job.
      if (found.length === 0) return forgotten
      const wereSent = await this.options.connection.run(() => Promise.all(found.map(forgetJob)), deletionStepMs)
      forgotten.messages += found.length
      forgotten.sending += wereSent.filter(Boolean).length
    }
  }

  async #jobsAbout(userId: string): Promise<Job[]> {
    const states: JobType[] = ['waiting', 'active', 'delayed', 'failed', 'completed']
    const found = []
    for (let start = 0; ; start += pageOfJobs) {
      const page = () => this.#queue.getJobs(states, start, start + pageOfJobs - 1)
      const jobs = await this.options.connection.run(page, deletionStepMs)
      if (jobs.length === 0) return found
      found.push(...jobs.filter(({ data }) => messageSchema.safeParse(data).data?.person?.userId === userId))
    }
  }

  /** Drops old messages. bullmq drops one by itself only when another job ends in the same state. */
  async dropOld(): Promise<void> {
    await this.options.connection.run(async () => {
      await this.#queue.clean(rememberedMs, 0, 'completed')
      await this.#queue.clean(config().connectRecords.maxAgeMs, 0, 'failed')
      // Each dropped job adds an event. bullmq trims events only when it adds a job.
      await this.#queue.trimEvents(eventsKept)
    })
  }

  /** Sends the messages that wait for another attempt if the clock was set back. bullmq would send them too late. */
  async followClock(): Promise<void> {
    const differenceMs = performance.now() - Date.now()
    if (differenceMs > this.#clockDifferenceMs + smallStepMs)
      await this.options.connection.run(() => this.#queue.promoteJobs())
    this.#clockDifferenceMs = differenceMs
  }

  /** `put` still accepts messages afterwards, for another instance. */
  async close(): Promise<void> {
    // Without Redis, the worker would wait for it.
    if (this.client.isReady) await this.#worker?.close()
  }

  /** Sends the message of a job. After an error, bullmq retries it later or gives it up. */
  async #send(job: Job): Promise<void> {
    const message = messageSchema.parse(job.data)
    // The user's data was deleted while an instance was sending the message.
    if (message.body === '') return
    const failure = await deliver(message, job.attemptsMade + 1, this.options.pausesMs)
    if (failure) throw new DeliveryFailedError(failure)
  }

  /** Pauses the worker, because Redis refuses commands and the worker would repeat them immediately. */
  async #rest(worker: Worker): Promise<void> {
    if (worker.isPaused()) return
    await worker.pause().catch(() => {})
    await sleep(this.options.restMs, undefined, { ref: false })
    void worker.resume()
  }
}

class DeliveryWorker extends Worker {
  /** Otherwise it is ten seconds. After the client has closed the connection, bullmq would wait for a new message. */
  override get maximumBlockTimeout() {
    return waitSeconds
  }
}

/** The pause that makes bullmq give a job up. */
const never = -1
const unreadablePauseMs = 60 * 60_000

/** Tells bullmq that an attempt failed. */
class DeliveryFailedError extends Error {
  override readonly name = 'DeliveryFailedError'
  constructor(readonly failure: Failure) {
    super(failure.result)
  }
}

/** Returns the pause after an error. An unreadable message is tried again, because a newer version can read it. */
const pauseOf = (error: unknown) =>
  error instanceof DeliveryFailedError ? (error.failure.pauseMs ?? never) : unreadablePauseMs

/** Returns the failed message of a job in an array, which is empty if the message is unreadable. */
function deliveryOf(job: Job): FailedDelivery[] {
  const message = messageSchema.safeParse(job.data).data
  if (!message) return []
  const { id, type, requestId } = message
  const { finishedOn, processedOn = 0, attemptsMade: attempts, failedReason: result, delay } = job
  const nextAt = finishedOn === undefined ? processedOn + delay : null
  return [{ id, type, requestId, attempts, failedAt: finishedOn ?? processedOn, result, nextAt }]
}

/**
 * Deletes a job. A worker locks a job while it sends its message, and the lock outlives a killed worker. A locked job
 * loses the person and the body of its message, and the next worker that takes it sends nothing.
 *
 * @returns whether a worker was sending the message.
 */
async function forgetJob(job: Job): Promise<boolean> {
  const isRemoved = await job.remove().then(
    () => true,
    () => false,
  )
  if (!isRemoved) await job.updateData({ ...job.data, person: undefined, body: '' })
  return !isRemoved
}
