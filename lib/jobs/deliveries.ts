import 'server-only'
import { errorName } from '@/lib/log/error-name'
import type { Message } from './message'
import type { Attempt } from './post'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/**
 * The pauses after each failed attempt. If the attempt after the last pause fails, about 28 hours after the first, the
 * message is given up.
 */
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
/** Each pause varies by up to this share, so that messages that failed together are sent again at different times. */
const jitter = 0.2

/** The longest pause that a receiver can ask for with `Retry-After`. */
const maxAskedPauseMs = hour

/** The status with which a receiver refuses all further messages. */
export const gone = '410'

/** How many messages one instance sends at the same time. */
export const maxUnderWay = 10

/** How long a repeated press sends no second message. A connect request is valid for half an hour ("Limits"). */
export const rememberedMs = hour

/** The first failed messages, and their total number. */
export interface FailedDeliveries {
  total: number
  deliveries: FailedDelivery[]
}

/** A message whose last attempt failed. */
export interface FailedDelivery {
  id: string
  type: Message['type']
  requestId: string | null
  attempts: number
  /** Times are in milliseconds since the epoch. */
  failedAt: number
  /** The status of the receiver's response, or a short error code without a response. */
  result: string
  /** Null if the message was given up. */
  nextAt: number | null
}

/** The deleted messages about a user. */
export interface ForgottenMessages {
  messages: number
  /** How many of them an instance was sending. Such an attempt can still arrive, but no other attempt follows it. */
  sending: number
}

/** The state of a queue. */
export interface DeliveryState {
  /** Messages that are being sent, or will be. */
  waiting: number
  /** The time of the oldest waiting message, in milliseconds since the epoch. Null if none waits. */
  oldestAt: number | null
  givenUp: number
}

/**
 * Delivers messages to the operator's systems from Redis or from the process. It sends each message until the message
 * arrives or is given up. A message can arrive twice with the same id, for example after a crash.
 */
export interface Deliveries {
  /**
   * Accepts a message, unless it or its `unlessPut` already waits here or has arrived in the last hour.
   *
   * @throws StoreUnavailableError
   */
  put(message: Message): Promise<void>
  /**
   * Lists the given-up messages first, then the messages that wait for another attempt.
   *
   * @throws StoreUnavailableError
   */
  failed(limit: number): Promise<FailedDeliveries>
  /** Returns the state of the queue. @throws StoreUnavailableError */
  state(): Promise<DeliveryState>
  /**
   * Sends a failed message now. A given-up message gets all its attempts again.
   *
   * @returns false if the message is being sent, has arrived or is unknown.
   * @throws StoreUnavailableError
   */
  sendAgain(id: string): Promise<boolean>
  /**
   * Starts no further attempts and waits for the running ones. With Redis, `put` still accepts messages. Without Redis,
   * it reports waiting messages as lost, and `put` reports every later message as lost.
   */
  close(): Promise<void>
  /** Waits for the work that only this process can do. Without Redis, these are the running attempts. */
  settled(): Promise<void>
  /** Releases all resources when the process ends. */
  end(): void
}

/** A finished attempt. `attempt` counts from 1. */
export interface DeliveryAttempt {
  outcome: 'delivered' | 'failed' | 'given_up'
  attempt: number
  result: string
  durationMs: number
}

export interface DeliveryOptions {
  post: (message: Message) => Promise<Attempt>
  /** How long to keep a given-up message for `sendAgain`. */
  keptMs: number
  onAttempt?: ((message: Message, attempt: DeliveryAttempt) => void) | undefined
  /** The pauses after each failed attempt. @default 5 s to 12 hours, ten pauses */
  pausesMs?: readonly number[] | undefined
}

/**
 * Sends a message once, and reports the attempt.
 *
 * @param attempt - its number, from 1.
 * @returns the result, and the pause before the next attempt. There is no pause if the message has arrived or is given
 *   up.
 */
export async function deliver(
  message: Message,
  attempt: number,
  options: DeliveryOptions,
): Promise<{ isDelivered: boolean; result: string; pauseMs: number | undefined }> {
  const startedAt = performance.now()
  const ended = await options
    .post(message)
    .catch((error: unknown): Attempt => ({ isDelivered: false, result: errorName(error) }))
  const { isDelivered, result } = ended
  const pauseMs = isDelivered ? undefined : pauseAfter(attempt, ended, options)
  const outcome = isDelivered ? 'delivered' : pauseMs === undefined ? 'given_up' : 'failed'
  options.onAttempt?.(message, { outcome, attempt, result, durationMs: Math.round(performance.now() - startedAt) })
  return { isDelivered, result, pauseMs }
}

/** Returns the number of attempts after which a message is given up. */
export const maxAttempts = ({ pausesMs = defaultPausesMs }: DeliveryOptions): number => pausesMs.length + 1

/**
 * Returns the pause after a failed attempt, in milliseconds. It returns undefined if the message is given up, because
 * this was the last attempt or the receiver refuses all further messages.
 */
export function pauseAfter(
  attempt: number,
  { result, retryAfterMs = 0 }: Omit<Attempt, 'isDelivered'>,
  { pausesMs = defaultPausesMs }: Pick<DeliveryOptions, 'pausesMs'>,
  random = Math.random,
): number | undefined {
  const pauseMs = pausesMs[attempt - 1]
  if (pauseMs === undefined || result === gone) return undefined
  return Math.max(Math.round(pauseMs * (1 - jitter + 2 * jitter * random())), Math.min(retryAfterMs, maxAskedPauseMs))
}
