import 'server-only'
import { config } from '@/lib/config'
import { log } from '@/lib/log'
import { countDelivery, countLostWrite } from '@/lib/metrics'
import { outsideRequests } from '@/lib/request/context'
import type { Message } from './message'
import { postMessage, type Attempt } from './post'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** The pauses after the failed attempts without Redis, where a message is sent three times. */
export const fewPausesMs = [5 * second, 30 * second]

/** The pauses after the failed attempts with Redis. The attempt after the last pause is about 28 hours after the first. */
export const manyPausesMs = [...fewPausesMs, ...[2, 10, 30, 60, 120, 240, 480, 720].map((minutes) => minutes * minute)]

/** Each pause varies by up to this share, so that messages that failed together are sent again at different times. */
const jitter = 0.2

/** The longest pause that a receiver can ask for with `Retry-After`. */
const maxAskedPauseMs = hour

/** The status with which a receiver refuses a message for good. */
const gone = '410'

/** How long a repeated press sends no second message. A connect request is valid for half an hour ("Limits"). */
export const rememberedMs = hour

/** The first failed messages, and their total number. */
export interface FailedDeliveries {
  total: number
  deliveries: FailedDelivery[]
}

/** A message whose last attempt failed. Times are in milliseconds since the epoch. */
export interface FailedDelivery {
  id: string
  type: Message['type']
  requestId: string | null
  attempts: number
  failedAt: number
  /** The status of the receiver's response, or a short error code without a response. */
  result: string
  /** Null if the message was given up. */
  nextAt: number | null
}

/**
 * Sends messages to the operator's systems, from Redis or from the process, until they arrive or are given up. A message
 * can arrive twice with the same id, for example after a crash. In Redis, every method can throw StoreUnavailableError.
 */
export interface Deliveries {
  /** Accepts a message, unless it or its `unlessPut` already waits here or has arrived in the last hour. */
  put(message: Message): Promise<void>
  /** Lists the given-up messages first, then the messages that wait for another attempt. */
  failed(limit: number): Promise<FailedDeliveries>
  /** Counts the messages. `oldestAt` is when the oldest waiting message was put; null if none waits. */
  state(): Promise<{ waiting: number; oldestAt: number | null; givenUp: number }>
  /**
   * Sends a failed message now. A given-up message gets all its attempts again.
   *
   * @returns false if the message is being sent, has arrived or is unknown.
   */
  sendAgain(id: string): Promise<boolean>
  /**
   * Deletes the messages about a user. `sending` says how many of them an instance was sending. Such an attempt can
   * still arrive, but no other attempt follows it.
   */
  forget(userId: string): Promise<{ messages: number; sending: number }>
  /** Starts no further attempt, and waits for the running ones. */
  close(): Promise<void>
}

/** Why an attempt failed, and the pause before the next one. There is no pause if the message is given up. */
export interface Failure {
  result: string
  pauseMs: number | undefined
}

/**
 * Sends a message once, and logs and counts the attempt.
 *
 * @param attempt - its number, from 1.
 * @param pausesMs - the pause after each failed attempt. After one more attempt, the message is given up.
 * @returns null if the message has arrived.
 */
export async function deliver(message: Message, attempt: number, pausesMs: readonly number[]): Promise<Failure | null> {
  const { webhook } = config()
  if (!webhook) throw new TypeError('There is no receiver.')
  const startedAt = performance.now()
  const answer = await postMessage(webhook, message)
  const { result } = answer
  const { id, type, requestId } = message
  const durationMs = Math.round(performance.now() - startedAt)
  const entry = { message: id, type, requestId, attempt, result, durationMs }
  if (answer.isDelivered) {
    countDelivery('delivered')
    log().info({ event: 'webhook delivered', ...entry })
    return null
  }
  const pauseMs = pauseAfter(attempt, answer, pausesMs)
  if (pauseMs === undefined) {
    countDelivery('given_up')
    const again = 'send it again from the console’s page Connects'
    const hint = result === gone ? `the receiver wants no more messages: check its address, then ${again}` : again
    log().error({ event: 'webhook given up', ...entry, ...personKept(message), hint })
  } else {
    countDelivery('failed')
    log().warn({ event: 'webhook failed', ...entry })
  }
  return { result, pauseMs }
}

/** Returns the pause after a failed attempt in milliseconds, or undefined if the message is given up. */
export function pauseAfter(
  attempt: number,
  { result, retryAfterMs = 0 }: Pick<Attempt, 'result' | 'retryAfterMs'>,
  pausesMs: readonly number[],
): number | undefined {
  const pauseMs = pausesMs[attempt - 1]
  if (pauseMs === undefined || result === gone) return undefined
  const varied = Math.round(pauseMs * (1 - jitter + 2 * jitter * Math.random()))
  return Math.max(varied, Math.min(retryAfterMs, maxAskedPauseMs))
}

/** Counts and logs a message that never arrives, with all fields that a script needs to find and send it. */
export function logLost(message: Message, reason: string): void {
  countLostWrite('webhooks')
  const { id, type, requestId } = message
  outsideRequests(() =>
    log().error({ event: 'webhook lost', message: id, type, requestId, ...personKept(message), reason }),
  )
}

/** Returns the user and the wallet, if the records of connects keep them too. */
const personKept = (message: Message) => (config().connectRecords.detail === 'full' ? message.person : undefined)
