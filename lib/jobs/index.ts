import 'server-only'
import { setTimeout } from 'node:timers'
import { config } from '@/lib/config'
import type { ConnectAttempt } from '@/lib/records'
import { subnetUserId } from '@/lib/connect/subnet-user-id'
import { recentTaskRuns } from '@/lib/task-runs/recent'
import { log } from '@/lib/log'
import { countDelivery, countLostWrite } from '@/lib/metrics'
import { perProcess } from '@/lib/per-process'
import { outsideRequests } from '@/lib/request/context'
import { store, StoreUnavailableError } from '@/lib/store'
import { Backlog } from '@/lib/store/backlog'
import { Deliveries, QueueFullError, type FailedDelivery, type OnAttempt } from './deliveries'
import { walletConnected } from './message'
import { postMessage } from './post'
import { tellOfStuckTaskRuns } from './stuck-task-runs'

export type { FailedDelivery } from './deliveries'

/** How often each instance looks for what is due. */
const pollMs = 1000
const stuckPollMs = 60_000

/** Messages on their way; undefined where no receiver is configured. */
function deliveries(): Deliveries | undefined {
  const receiver = config().webhook
  if (!receiver) return undefined
  return perProcess(
    'webhook deliveries',
    () =>
      new Deliveries({
        store: store(),
        backlog: backlog(),
        post: (message) => postMessage(receiver, message),
        onAttempt: logAttempt,
      }),
  )
}

const backlog = () => perProcess('webhook backlog', () => new Backlog({ onLost }))

/**
 * Tells the operator's own systems of a wallet that was connected, where they want to hear of it. It returns at once
 * and never fails.
 */
export function tellOfConnection(attempt: ConnectAttempt): void {
  const { service, subnetUserId: subnetUserIdOptions } = config()
  deliveries()?.add(
    walletConnected({
      requestId: attempt.requestId,
      userId: attempt.userId,
      subnetUserId: subnetUserId(attempt.userId, subnetUserIdOptions),
      walletAddress: attempt.walletAddress,
      isProven: attempt.isProven,
      // After an attempt of this press whose answer was lost, it was this press that was confirmed.
      wasConfirmedBefore: attempt.status === 409 && attempt.attempts === 1,
      environment: service.environment,
      at: Date.now(),
    }),
  )
}

/** Messages that have not arrived yet at their last attempt; null where no receiver is configured. */
export async function failedDeliveries(): Promise<FailedDelivery[] | null> {
  return (await deliveries()?.failed()) ?? null
}

/** Has a message sent again. False where it has arrived since. */
export async function sendAgain(id: string): Promise<boolean> {
  return (await deliveries()?.sendAgain(id)) ?? false
}

/** Messages of this process that are still to be written to the store, and those that could not be. */
export function webhookBacklog(): Backlog['state'] {
  return backlog().state
}

/** Begins to deliver, and to look for stuck task runs, for as long as the process lives. */
export function startWebhooks(): void {
  const queue = deliveries()
  if (!queue) return
  perProcess('webhook worker', () => {
    repeat(pollMs, async () => {
      while ((await queue.deliverDue()) > 0);
    })
    const { service, stuckAfterMinutes } = config()
    repeat(stuckPollMs, () =>
      tellOfStuckTaskRuns({
        store: store(),
        read: async () => {
          const result = await recentTaskRuns()
          return result.ok ? result.data : null
        },
        put: (message) => queue.put(message),
        stuckAfterMinutes,
        environment: service.environment,
      }),
    )
    return true
  })
}

/** Does something again and again, with a pause after each time. The process can end whenever it likes. */
function repeat(pauseMs: number, work: () => Promise<void>): void {
  const once = async () => {
    try {
      await work()
    } catch (error) {
      // A store that is away has told so itself.
      if (!(error instanceof StoreUnavailableError)) {
        log().error({ event: 'webhook worker failed', error: error instanceof Error ? error.name : 'unknown' })
      }
    }
    setTimeout(() => void once(), pauseMs).unref()
  }
  outsideRequests(() => setTimeout(() => void once(), pauseMs).unref())
}

const logAttempt: OnAttempt = ({ id, type, requestId }, { outcome, attempt, result, durationMs }) => {
  countDelivery(outcome)
  const entry = { message: id, type, requestId, attempt, result, durationMs }
  if (outcome === 'delivered') log().info({ event: 'webhook delivered', ...entry })
  else if (outcome === 'failed') log().warn({ event: 'webhook failed', ...entry })
  else log().error({ event: 'webhook given up', ...entry, hint: 'send it again from the console’s page Connects' })
}

function onLost(reason: string): void {
  countLostWrite('webhooks')
  const isFull = reason === QueueFullError.name
  outsideRequests(() => log().error({ event: 'webhook lost', reason: isFull ? 'the queue is full' : reason }))
}
