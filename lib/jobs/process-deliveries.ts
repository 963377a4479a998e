import 'server-only'
import { clearTimeout, setTimeout } from 'node:timers'
import { z } from 'zod'
import type { Store } from '@/lib/store'
import {
  deliver,
  maxUnderWay,
  rememberedMs,
  type Deliveries,
  type DeliveryOptions,
  type DeliveryState,
  type FailedDeliveries,
  type ForgottenMessages,
} from './deliveries'
import { personIn, type Message } from './message'

const processEnded = 'the process ended'
const defaultMaxBytes = 16 * 1024 * 1024

interface ProcessDeliveryOptions extends DeliveryOptions {
  /** Remembers accepted messages. */
  store: Store
  /** The limit for all messages together. Given-up messages make room for others. @default 16 MiB */
  maxBytes?: number
  /** Called for each message that ends here without arriving. `reason` is a short code. */
  onLost: (message: Message, reason: string) => void
}

interface Held {
  message: Message
  /** Times are in milliseconds since the epoch. */
  putAt: number
  bytes: number
  attempts: number
  failure: { at: number; result: string } | null
  /** Null while the message is being sent, or after it was given up. */
  dueAt: number | null
}

/** Deliveries of one process, for a deployment without Redis. They end when the process ends. */
export class ProcessDeliveries implements Deliveries {
  readonly #held = new Map<string, Held>()
  readonly #underWay = new Set<Promise<void>>()
  #bytes = 0
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(private readonly options: ProcessDeliveryOptions) {}

  async put(message: Message): Promise<void> {
    const { store } = this.options
    if (message.unlessPut && (await store.get(keyOf(message.unlessPut), z.literal(true)))) return
    if (!(await store.setIfAbsent(keyOf(message.id), true, { ttlMs: rememberedMs }))) return
    const bytes = Buffer.byteLength(JSON.stringify(message))
    if (this.#isClosed) return this.options.onLost(message, processEnded)
    if (!this.#makeRoom(bytes)) return this.options.onLost(message, 'full')
    this.#bytes += bytes
    const now = Date.now()
    this.#held.set(message.id, { message, putAt: now, bytes, attempts: 0, failure: null, dueAt: now })
    this.#sendDue()
  }

  async failed(limit: number): Promise<FailedDeliveries> {
    const failed = [...this.#held.values()].flatMap(({ message: { id, type, requestId }, attempts, failure, dueAt }) =>
      failure ? [{ id, type, requestId, attempts, failedAt: failure.at, result: failure.result, nextAt: dueAt }] : [],
    )
    const sorted = failed.sort((one, other) => (one.nextAt ?? 0) - (other.nextAt ?? 0))
    return { total: sorted.length, deliveries: sorted.slice(0, limit) }
  }

  async state(): Promise<DeliveryState> {
    const waiting = [...this.#held.values()].filter((held) => !isGivenUp(held))
    const oldestAt = waiting.length === 0 ? null : Math.min(...waiting.map(({ putAt }) => putAt))
    return { waiting: waiting.length, oldestAt, givenUp: this.#held.size - waiting.length }
  }

  async sendAgain(id: string): Promise<boolean> {
    const held = this.#held.get(id)
    if (!held?.failure) return false
    if (held.dueAt === null) held.attempts = 0
    held.dueAt = Date.now()
    this.#sendDue()
    return true
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.settled()
    // Reports lost messages now, while the log can still write its lines.
    this.end()
  }

  /** Resolves when the running attempts have ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay)
  }

  /** Deletes the messages about a user. */
  forgetUser(userId: string): ForgottenMessages {
    const userMessages = [...this.#held.values()].filter(({ message }) => personIn(message).userId === userId)
    for (const held of userMessages) this.#forget(held)
    return { messages: userMessages.length, sending: userMessages.filter(isBeingSent).length }
  }

  /** Drops messages that were given up too long ago. */
  dropOld(): void {
    const keptSince = Date.now() - this.options.keptMs
    for (const held of this.#held.values()) {
      if (isGivenUp(held) && held.failure.at < keptSince) this.#forget(held)
    }
  }

  /** Reports all undelivered messages as lost, except the given-up ones, which were reported before. */
  end(): void {
    for (const held of this.#held.values()) if (!isGivenUp(held)) this.options.onLost(held.message, processEnded)
    this.#held.clear()
  }

  /** Sends the due messages, and sets a timer for the next one. */
  #sendDue(): void {
    clearTimeout(this.#timer)
    if (this.#isClosed) return
    const waiting = [...this.#held.values()].filter(isWaiting).sort((one, other) => one.dueAt - other.dueAt)
    for (const held of waiting.slice(0, maxUnderWay - this.#underWay.size)) {
      const pauseMs = held.dueAt - Date.now()
      if (pauseMs > 0) {
        this.#timer = setTimeout(() => this.#sendDue(), pauseMs).unref()
        return
      }
      const sending = this.#send(held).finally(() => {
        this.#underWay.delete(sending)
        this.#sendDue()
      })
      this.#underWay.add(sending)
    }
  }

  async #send(held: Held): Promise<void> {
    Object.assign(held, { attempts: held.attempts + 1, failure: null, dueAt: null })
    const { isDelivered, result, pauseMs } = await deliver(held.message, held.attempts, this.options)
    if (isDelivered) return this.#forget(held)
    held.failure = { at: Date.now(), result }
    held.dueAt = pauseMs === undefined ? null : Date.now() + pauseMs
  }

  #makeRoom(bytes: number): boolean {
    const { maxBytes = defaultMaxBytes } = this.options
    for (const held of this.#held.values()) {
      if (this.#bytes + bytes <= maxBytes) break
      if (isGivenUp(held)) this.#forget(held)
    }
    return this.#bytes + bytes <= maxBytes
  }

  #forget({ message, bytes }: Held): void {
    if (this.#held.delete(message.id)) this.#bytes -= bytes
  }
}

const keyOf = (id: string) => `webhook-told:${id}`
const isWaiting = (held: Held): held is Held & { dueAt: number } => held.dueAt !== null
const isBeingSent = (held: Held) => held.failure === null && held.dueAt === null
const isGivenUp = (held: Held): held is Held & { failure: object } => held.failure !== null && held.dueAt === null
