import 'server-only'
import { errorName } from '@/lib/log/error-name'
import type { Message } from './message'
import type { Attempt } from './post'

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
/** Each pause is up to this share shorter or longer, so that messages that failed together do not come back together. */
const jitter = 0.2

/** What a receiver's `Retry-After` can make of a pause at most. */
const maxAskedPauseMs = hour

/** The status by which a receiver says that it wants no more messages. */
export const gone = '410'

/** How many messages one instance sends at a time. */
export const maxUnderWay = 10

/** A message is sent once, although its press is repeated: a connect request is good for half an hour ("Limits"). */
export const rememberedMs = hour

/** The first of the failed messages, and how many there are. */
export interface FailedDeliveries {
  total: number
  deliveries: FailedDelivery[]
}

/** A message that did not arrive at its last attempt. */
export interface FailedDelivery {
  id: string
  type: Message['type']
  requestId: string | null
  attempts: number
  /** Times are in milliseconds since the epoch. */
  failedAt: number
  /** The status of the receiver's response, or a word where there was none. */
  result: string
  /** Null where it was given up. */
  nextAt: number | null
}

/** How the messages of a queue stand. */
export interface DeliveryState {
  /** Those that have not arrived yet and will be sent, or are being sent. */
  waiting: number
  /** When the oldest of them was put, in milliseconds since the epoch; null where none waits. */
  oldestAt: number | null
  givenUp: number
}

/**
 * Messages on their way to the operator's own systems, in Redis or in the process. Each is tried again until it has
 * arrived or is given up. It can arrive twice, as after a crash, and has the same id then.
 */
export interface Deliveries {
  /**
   * Takes a message over, unless it is here already or has arrived in the last hour.
   *
   * @throws StoreUnavailableError
   */
  put(message: Message): Promise<void>
  /**
   * Messages that wait for another attempt and messages that were given up, which come first.
   *
   * @throws StoreUnavailableError
   */
  failed(limit: number): Promise<FailedDeliveries>
  /** @throws StoreUnavailableError */
  state(): Promise<DeliveryState>
  /**
   * Sends a failed message now. One that was given up has all its attempts again.
   *
   * @returns false where it is under way or has arrived.
   * @throws StoreUnavailableError
   */
  sendAgain(id: string): Promise<boolean>
  /**
   * Begins no further attempt, and waits for those under way. Messages can still be put. What would end with the process
   * is reported as lost.
   */
  close(): Promise<void>
  /** Waits for what only this process can do: without Redis, for the attempts that are under way. */
  settled(): Promise<void>
  /** Ends it with the process. */
  end(): void
}

/** An attempt that has ended. `attempt` counts from 1. */
export interface DeliveryAttempt {
  outcome: 'delivered' | 'failed' | 'given_up'
  attempt: number
  result: string
  durationMs: number
}

export interface DeliveryOptions {
  post: (message: Message) => Promise<Attempt>
  /** How long a message that was given up is kept to be sent again. */
  keptMs: number
  onAttempt?: ((message: Message, attempt: DeliveryAttempt) => void) | undefined
  /** The pauses after each attempt that failed. @default 5 s to 12 hours, ten pauses */
  pausesMs?: readonly number[] | undefined
}

/**
 * Sends a message once, and reports the attempt.
 *
 * @param attempt - which one it is, from 1.
 * @returns the pause before the next attempt; none where the message has arrived or is given up.
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

/** How often a message is sent before it is given up. */
export const maxAttempts = ({ pausesMs = defaultPausesMs }: DeliveryOptions): number => pausesMs.length + 1

/**
 * The pause after an attempt that failed, in milliseconds. Undefined where the message is given up: after the last
 * pause, and where the receiver wants no more messages.
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
