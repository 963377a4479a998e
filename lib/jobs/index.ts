import 'server-only'
import { setInterval } from 'node:timers'
import { setTimeout as sleep } from 'node:timers/promises'
import { config } from '@/lib/config'
import type { ConnectAttempt } from '@/lib/connect/outcome'
import { log } from '@/lib/log'
import { errorName } from '@/lib/log/fields'
import { processSingleton } from '@/lib/process-singleton'
import { outsideRequests } from '@/lib/request/context'
import { keyPrefix, nullIfUnavailable, redisConnection, store } from '@/lib/store'
import { keptInStore } from '@/lib/store/kept-in-store'
import { begunBefore, isErasedSince } from '@/lib/store/marks'
import { deliveryDeadlineMs, logLost, type Deliveries, type FailedDeliveries } from './delivery'
import { walletConfirmed, type Message } from './message'
import { ProcessDeliveries } from './process-deliveries'
import type { RedisDeliveries } from './redis-deliveries'
import { reportStuckTaskRuns, watchEveryMs } from './task-runs'

export type { FailedDeliveries, FailedDelivery } from './delivery'

function jobs(): ReturnType<typeof startJobs> | undefined {
  if (!config().webhook) return undefined
  // Connections and timers live as long as the process, and would keep alive the request that created them.
  return processSingleton('jobs', () => outsideRequests(startJobs))
}

function startJobs() {
  const inProcess = new ProcessDeliveries()
  const deliveries: Promise<Deliveries> = sharedQueue()?.then((queue) => queue.start()) ?? Promise.resolve(inProcess)
  deliveries.catch(logFailure)
  // `begunAt` is when the press began that the message is about, from `begunBefore`.
  const backlog = keptInStore<{ message: Message; begunAt: number }>({
    kind: 'webhooks',
    async write({ message, begunAt }) {
      if (message.person && (await isErasedSince(message.person.userId, begunAt))) return
      await (await deliveries).put(message)
    },
    logLost: ({ message }, reason) => logLost(message, reason),
  })
  process.once('exit', () => inProcess.end())
  // The store itself reports that it is unavailable.
  const watchTaskRuns = () =>
    nullIfUnavailable(() => reportStuckTaskRuns((message) => backlog.add({ message, begunAt: begunBefore() })))
  const watch = () => void watchTaskRuns().catch(logFailure)
  // With Redis, a watch follows the last one of another process. On a platform, a process may end within a minute.
  if (store().isShared) watch()
  setInterval(watch, watchEveryMs).unref()
  return { deliveries, inProcess, backlog }
}

/** Returns the queue of all instances, which sends nothing until it starts; undefined without Redis. */
function sharedQueue(): Promise<RedisDeliveries> | undefined {
  const connection = redisConnection()
  return (
    connection &&
    processSingleton('webhook queue', async () => {
      const { RedisDeliveries } = await import('./redis-deliveries')
      return RedisDeliveries.open({ connection, prefix: `{${keyPrefix().slice(0, -1)}}` })
    })
  )
}

/** Delivers messages and looks for stuck task runs, until the process ends. */
export function startWebhooks(): void {
  jobs()
}

/** Sends no further message, and waits for running attempts, at most as long as one attempt takes. It never throws. */
export async function finishJobs(): Promise<void> {
  const closed = jobs()?.deliveries.then((deliveries) => deliveries.close())
  await Promise.race([closed?.catch(logFailure), sleep(deliveryDeadlineMs + 1000, undefined, { ref: false })])
}

/** Waits for the running attempts without Redis. It never rejects. */
export async function attemptsEnded(): Promise<void> {
  await jobs()?.inProcess.settled()
}

/** Reports a confirmed wallet to the operator's receiver, if there is one. It returns immediately and never fails. */
export function reportConfirm(attempt: ConnectAttempt): void {
  const begunAt = begunBefore(attempt.durationMs)
  outsideRequests(() => jobs()?.backlog.add({ message: walletConfirmed(attempt), begunAt }))
}

/** Lists failed messages; null without a configured receiver. @throws StoreUnavailableError */
export async function failedDeliveries(limit: number): Promise<FailedDeliveries | null> {
  return (await (await jobs()?.deliveries)?.failed(limit)) ?? null
}

/** Sends a message again, as `Deliveries.sendAgain` does. @throws StoreUnavailableError */
export async function sendAgain(id: string): Promise<boolean> {
  return outsideRequests(async () => (await (await jobs()?.deliveries)?.sendAgain(id)) ?? false)
}

/**
 * Deletes the messages about a user. With Redis, it needs no receiver and also deletes messages that arrived in the
 * last hour. @throws StoreUnavailableError
 */
export async function forgetMessages(userId: string): ReturnType<Deliveries['forget']> {
  const deliveries = await (sharedQueue() ?? jobs()?.deliveries)
  return (await deliveries?.forget(userId)) ?? { messages: 0, sending: 0 }
}

/** Returns the state of the queue; null without a configured receiver, or while Redis is unavailable. */
export async function webhookQueue(): Promise<{ waiting: number; oldestAgeSeconds: number; givenUp: number } | null> {
  const state = await nullIfUnavailable(async () => (await jobs()?.deliveries)?.state())
  if (!state) return null
  const { waiting, oldestAt, givenUp } = state
  const ageMs = oldestAt === null ? 0 : Math.max(Date.now() - oldestAt, 0)
  return { waiting, oldestAgeSeconds: Math.floor(ageMs / 1000), givenUp }
}

function logFailure(error: unknown): void {
  log().error({ event: 'webhook worker failed', error: errorName(error) })
}
