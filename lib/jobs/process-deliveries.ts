import 'server-only'
import { clearTimeout, setTimeout } from 'node:timers'
import { z } from 'zod'
import { dayInMs } from '@/lib/config/durations'
import { count } from '@/lib/metrics'
import { outsideRequests } from '@/lib/request/context'
import { store } from '@/lib/store'
import {
  deliver,
  fewPausesMs,
  logLost,
  rememberedMs,
  type Deliveries,
  type FailedDeliveries,
  type FailedDelivery,
} from './delivery'
import type { Message } from './message'

const processEnded = 'the process ended'
const defaultMaxMessages = 10_000

interface Held {
  message: Message
  putAt: number
  attempts: number
  /** The failure of the last attempt; undefined while the message is being sent. */
  failure?: Pick<FailedDelivery, 'failedAt' | 'result' | 'nextAt'> | undefined
  timer?: NodeJS.Timeout
}

/** For a deployment without Redis. */
export class ProcessDeliveries implements Deliveries {
  /** The oldest message first. */
  readonly #held = new Map<string, Held>()
  readonly #attempts = new Set<Promise<void>>()
  #isClosed = false

  /**
   * @param options.pausesMs - @default 5 s, 30 s
   * @param options.maxMessages - of all messages. Given-up ones make room for others. @default 10,000
   * @param options.keptMs - how long to keep a given-up message for `sendAgain`. @default a day
   */
  constructor(private readonly options: { pausesMs?: readonly number[]; maxMessages?: number; keptMs?: number } = {}) {}

  async put(message: Message): Promise<void> {
    if (message.unlessPut && (await store().get(keyOf(message.unlessPut), z.literal(true)))) return
    if (!(await store().setIfAbsent(keyOf(message.id), true, { ttlMs: rememberedMs }))) return
    if (this.#isClosed) return lose(message, processEnded)
    if (!this.#makeRoom()) return lose(message, 'full')
    const held = { message, putAt: Date.now(), attempts: 0 }
    this.#held.set(message.id, held)
    this.#send(held)
  }

  async failed(limit: number): Promise<FailedDeliveries> {
    const failed = [...this.#held.values()].flatMap(({ message: { id, type, requestId }, attempts, failure }) =>
      failure ? [{ id, type, requestId, attempts, ...failure }] : [],
    )
    const sorted = failed.sort((one, other) => (one.nextAt ?? 0) - (other.nextAt ?? 0))
    return { total: sorted.length, deliveries: sorted.slice(0, limit) }
  }

  async state(): ReturnType<Deliveries['state']> {
    const waiting = [...this.#held.values()].filter((held) => !isGivenUp(held))
    return { waiting: waiting.length, oldestAt: waiting[0]?.putAt ?? null, givenUp: this.#held.size - waiting.length }
  }

  async sendAgain(id: string): Promise<boolean> {
    const held = this.#held.get(id)
    if (!held?.failure) return false
    if (isGivenUp(held)) held.attempts = 0
    this.#send(held)
    return true
  }

  async forget(userId: string): ReturnType<Deliveries['forget']> {
    const found = [...this.#held.values()].filter(({ message }) => message.person?.userId === userId)
    for (const { message, timer } of found) {
      this.#held.delete(message.id)
      clearTimeout(timer)
    }
    return { messages: found.length, sending: found.filter(({ failure }) => !failure).length }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.settled()
    // Now, while the log can still write its lines.
    this.end()
  }

  async settled(): Promise<void> {
    await Promise.all(this.#attempts)
  }

  /** Reports all waiting messages as lost, because the process ends. The log already has the given-up ones. */
  end(): void {
    for (const held of this.#held.values()) {
      clearTimeout(held.timer)
      if (!isGivenUp(held)) lose(held.message, processEnded)
    }
    this.#held.clear()
  }

  /** Forgets the oldest given-up message if too many messages are held. Returns false if there is none. */
  #makeRoom(): boolean {
    if (this.#held.size < (this.options.maxMessages ?? defaultMaxMessages)) return true
    const oldest = [...this.#held.values()].find(isGivenUp)
    return oldest !== undefined && this.#held.delete(oldest.message.id)
  }

  #send(held: Held): void {
    clearTimeout(held.timer)
    if (this.#isClosed) return
    held.attempts += 1
    held.failure = undefined
    const attempt = this.#attempt(held).finally(() => this.#attempts.delete(attempt))
    this.#attempts.add(attempt)
  }

  async #attempt(held: Held): Promise<void> {
    const { id } = held.message
    const failure = await deliver(held.message, held.attempts, this.options.pausesMs ?? fewPausesMs)
    if (!failure) this.#held.delete(id)
    // The user's data may have been deleted meanwhile.
    if (!failure || !this.#held.has(id)) return
    const { result, pauseMs } = failure
    held.failure = { failedAt: Date.now(), result, nextAt: pauseMs === undefined ? null : Date.now() + pauseMs }
    const next = () => (pauseMs === undefined ? this.#held.delete(id) : this.#send(held))
    held.timer = setTimeout(next, pauseMs ?? this.options.keptMs ?? dayInMs).unref()
  }
}

function lose(message: Message, reason: string): void {
  count('lost_writes_total', 'webhooks')
  outsideRequests(() => logLost(message, reason))
}

const isGivenUp = ({ failure }: Held) => failure?.nextAt === null

const keyOf = (id: string) => `webhook-told:${id}`
