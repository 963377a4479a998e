import 'server-only'
import { z } from 'zod'
import type { Store } from '@/lib/store'
import type { Backlog } from '@/lib/store/backlog'
import { messageSchema, type Message } from './message'
import { deliveryDeadlineMs, type Attempt } from './post'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** The pauses after each attempt that failed. After the last one a message is given up: some 28 hours in all. */
const defaultPausesMs = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  8 * hour,
  12 * hour,
]
/** Pauses differ by so much, at random, so that what has failed together does not come again together. */
const jitter = 0.2

const maxQueued = 10_000
const claimedAtOnce = 10
/** Longer than an attempt takes: while one instance sends a message, no other does. */
const leaseMs = deliveryDeadlineMs + 20 * second
/** A connect request is good for half an hour, and its success is told once. */
const toldLifetimeMs = 2 * hour

const queuedSchema = messageSchema.extend({
  /** Attempts so far, since it was queued or somebody had it sent again. */
  attempts: z.number(),
  /** The last attempt, where there was one. Times are in milliseconds since the epoch. */
  failure: z.object({ at: z.number(), result: z.string(), nextAt: z.number().nullable() }).nullable(),
})

type Queued = z.output<typeof queuedSchema>

/** A message that has not arrived at its last attempt. */
export interface FailedDelivery {
  id: string
  type: Message['type']
  requestId: string | null
  attempts: number
  failedAt: number
  /** The status of the receiver's response, or a word where there was none. */
  result: string
  /** Null where it was given up. */
  nextAt: number | null
}

/** Hears of each attempt. */
export type OnAttempt = (
  message: Pick<Message, 'id' | 'type' | 'requestId'>,
  attempt: { outcome: 'delivered' | 'failed' | 'given_up'; attempt: number; result: string; durationMs: number },
) => void

export interface DeliveriesOptions {
  store: Store
  /** For what nobody waits for. */
  backlog: Backlog
  post: (message: Message) => Promise<Attempt>
  onAttempt?: OnAttempt
  pausesMs?: readonly number[]
  random?: () => number
  now?: () => number
}

/** The queue is full. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError'
}

/**
 * Messages on their way to the operator's own systems. Each is delivered by one instance at a time, and tried again
 * until it has arrived or is given up. It can arrive twice, as after a crash, and has the same id then.
 */
export class Deliveries {
  readonly #queue
  /** Messages that have arrived, until the store knows it too. */
  readonly #arrived = new Set<string>()

  constructor(private readonly options: DeliveriesOptions) {
    this.#queue = options.store.queue('webhooks', { schema: queuedSchema, maxItems: maxQueued })
  }

  /** Takes a message over. It returns at once and never throws; nobody waits for the store. */
  add(message: Message): void {
    this.options.backlog.add(() => this.put(message))
  }

  /**
   * Queues a message, unless it is queued already or has arrived.
   *
   * @throws StoreUnavailableError, QueueFullError
   */
  async put(message: Message): Promise<void> {
    if ((await this.options.store.get(toldKey(message.id), z.unknown())) !== null) return
    if (!(await this.#queue.add(message.id, { ...message, attempts: 0, failure: null }))) throw new QueueFullError()
  }

  /**
   * Sends what is due.
   *
   * @returns how many messages that were: where there are more, it can be called again at once.
   * @throws StoreUnavailableError
   */
  async deliverDue(): Promise<number> {
    const claimed = await this.#queue.claim({ limit: claimedAtOnce, leaseMs })
    await Promise.all(claimed.map(({ item }) => this.#deliver(item)))
    return claimed.length
  }

  /**
   * Messages whose last attempt failed: those that were given up first.
   *
   * @throws StoreUnavailableError
   */
  async failed(): Promise<FailedDelivery[]> {
    const items = await this.#queue.items({ limit: maxQueued })
    const failed = items.flatMap(({ item: { id, type, requestId, attempts, failure } }) =>
      failure ? [{ id, type, requestId, attempts, failedAt: failure.at, ...withoutAt(failure) }] : [],
    )
    return failed.sort((one, other) => (one.nextAt ?? 0) - (other.nextAt ?? 0))
  }

  /**
   * Has a message sent at once, and again after that where it fails.
   *
   * @returns false where it has arrived since.
   * @throws StoreUnavailableError
   */
  async sendAgain(id: string): Promise<boolean> {
    const item = await this.#queue.find(id)
    return item !== null && this.#queue.reschedule(id, { ...item, attempts: 0 }, { delayMs: 0 })
  }

  async #deliver(queued: Queued): Promise<void> {
    const { id, type, requestId, body } = queued
    if (this.#arrived.has(id)) return this.#forget(id)
    const { post, onAttempt, now = Date.now } = this.options
    const startedAt = performance.now()
    const { isDelivered, result } = await post({ id, type, requestId, body })
    const attempt = queued.attempts + 1
    const pauseMs = this.#pauseAfter(attempt)
    const outcome = isDelivered ? 'delivered' : pauseMs === undefined ? 'given_up' : 'failed'
    const durationMs = Math.round(performance.now() - startedAt)
    onAttempt?.({ id, type, requestId }, { outcome, attempt, result, durationMs })
    if (isDelivered) {
      this.#arrived.add(id)
      return this.#forget(id)
    }
    const failure = { at: now(), result, nextAt: pauseMs === undefined ? null : now() + pauseMs }
    // If this fails, the lease ends and the message is due again.
    await this.#queue.reschedule(id, { ...queued, attempts: attempt, failure }, { delayMs: pauseMs ?? Infinity })
  }

  /** A store that is away now must hear of it later, or the message would be sent again. */
  #forget(id: string): void {
    this.options.backlog.add(async () => {
      await this.options.store.set(toldKey(id), true, { ttlMs: toldLifetimeMs })
      await this.#queue.remove(id)
      this.#arrived.delete(id)
    })
  }

  /** The pause after so many attempts; undefined where there is no further one. */
  #pauseAfter(attempts: number): number | undefined {
    const { pausesMs = defaultPausesMs, random = Math.random } = this.options
    const pauseMs = pausesMs[attempts - 1]
    return pauseMs === undefined ? undefined : Math.round(pauseMs * (1 - jitter + 2 * jitter * random()))
  }
}

const toldKey = (id: string) => `webhook-told:${id}`

const withoutAt = ({ result, nextAt }: { result: string; nextAt: number | null }) => ({ result, nextAt })
