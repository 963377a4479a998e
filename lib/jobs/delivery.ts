import 'server-only'
import { clearTimeout, setTimeout } from 'node:timers'
import { Webhook } from 'standardwebhooks'
import { config, type Config } from '@/lib/config'
import { log } from '@/lib/log'
import { count } from '@/lib/metrics'
import { errorCode, isHttpsOrLoopback, readRetryAfter } from '@/lib/service'
import type { Message } from './message'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** The pauses after the failed attempts without Redis, where a message is sent three times. */
export const fewPausesMs = [5000, 30_000]

/** The pauses after the failed attempts with Redis. The attempt after the last pause is about 28 hours after the first. */
export const manyPausesMs = [
  ...fewPausesMs,
  ...[2, 10, 30, 60, 120, 240, 480, 720].map((minutes) => minutes * minuteMs),
]

/** Each pause varies by up to this share, so that messages that failed together are sent again at different times. */
const jitter = 0.2

/** The longest pause that a receiver can ask for with `Retry-After`. */
const maxAskedPauseMs = hourMs

/** The status with which a receiver refuses a message for good. */
const gone = '410'

/** How long a repeated press sends no second message. A connect request is valid for half an hour ("Limits"). */
export const rememberedMs = hourMs

/** How long a receiver may take to answer. It should process a message afterwards. */
export const deliveryDeadlineMs = 15_000

/** The first failed messages, and their total number. */
export interface FailedDeliveries {
  total: number
  deliveries: FailedDelivery[]
}

/** A message whose last attempt failed. Times are in milliseconds since the epoch. */
export interface FailedDelivery extends Pick<Message, 'id' | 'type' | 'requestId'> {
  attempts: number
  failedAt: number
  /** The status of the receiver's response, or a short error code without a response. */
  result: string
  /** Null if the message was given up. */
  nextAt: number | null
}

/**
 * Sends messages to the operator's systems until they arrive or are given up. A message can arrive twice with the same
 * id, for example after a crash. In Redis, every method can throw StoreUnavailableError.
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
    count('webhook_deliveries_total', 'delivered')
    log().info({ event: 'webhook delivered', ...entry })
    return null
  }
  const pauseMs = pauseAfter(attempt, answer, pausesMs)
  if (pauseMs === undefined) {
    count('webhook_deliveries_total', 'given_up')
    const again = 'send it again from the console’s page Connects'
    const hint = result === gone ? `the receiver wants no more messages: check its address, then ${again}` : again
    log().error({ event: 'webhook given up', ...entry, ...personKept(message), hint })
  } else {
    count('webhook_deliveries_total', 'failed')
    log().warn({ event: 'webhook failed', ...entry })
  }
  return { result, pauseMs }
}

/** In milliseconds; undefined if the message is given up. */
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

/** Logs a message that never arrives, with all fields that a script needs to find and send it. */
export function logLost(message: Message, reason: string): void {
  const { id, type, requestId } = message
  log().error({ event: 'webhook lost', message: id, type, requestId, ...personKept(message), reason })
}

const personKept = (message: Message) => (config().connectRecords.detail === 'full' ? message.person : undefined)

/** The result of an attempt. `result` is the status of the response, or a short error code without a response. */
interface Attempt {
  isDelivered: boolean
  result: string
  retryAfterMs?: number | undefined
}

/**
 * Posts a message once, signed by the Standard Webhooks scheme. Any 2xx means that it has arrived. It does not follow
 * redirects, because only the configured URL may get the message. It never throws.
 *
 * @param deadlineMs - the time limit for the head of the response. @default 15 s
 */
export async function postMessage(
  { url, secret, allowsHttp }: NonNullable<Config['webhook']>,
  { id, body }: Pick<Message, 'id' | 'body'>,
  deadlineMs = deliveryDeadlineMs,
): Promise<Attempt> {
  const address = new URL(url)
  if (!isHttpsOrLoopback(address) && !(allowsHttp && address.protocol === 'http:')) {
    return { isDelivered: false, result: 'insecure_address' }
  }
  const at = new Date()
  const controller = new AbortController()
  // `lib/service/deadline-and-retry.ts` explains why this is not AbortSignal.timeout().
  const timer = setTimeout(() => controller.abort(), deadlineMs)
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'subnet-connect',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign(id, at, body),
      },
      body,
      redirect: 'manual',
      cache: 'no-store',
      signal: controller.signal,
    })
    await response.body?.cancel()
    const retryAfter = readRetryAfter(response.headers, Date.now())
    return { isDelivered: response.ok, result: String(response.status), retryAfterMs: retryAfter && retryAfter * 1000 }
  } catch (error) {
    return { isDelivered: false, result: controller.signal.aborted ? 'timeout' : errorCode(error) }
  } finally {
    clearTimeout(timer)
  }
}
