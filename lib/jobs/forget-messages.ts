import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from 'redis'
import { createNodeRedisClient, Queue } from 'bullmq'
import { reasonOf } from '@/lib/store/redis-health'
import { StoreUnavailableError } from '@/lib/store/store'
import { messageSchema, personIn } from './message'

const states = ['waiting', 'active', 'delayed', 'failed', 'completed'] as const
const pageOfJobs = 500

const connectMs = 1000
const silentMs = 5000
/** An attempt takes at most 15 seconds. */
const waitMs = 16_000
const pauseMs = 500

/**
 * Deletes the messages about a user from the queue in Redis, without sending any. It waits up to 16 seconds for running
 * attempts to end.
 *
 * @returns the number of deleted messages, including messages that arrived in the last hour.
 * @throws StoreUnavailableError
 */
export async function forgetQueuedMessages(
  { url, prefix }: { url: string; prefix: string },
  userId: string,
): Promise<number> {
  const socket = { connectTimeout: connectMs, socketTimeout: silentMs, reconnectStrategy: false } as const
  let client: ReturnType<typeof createClient> | undefined
  try {
    client = createClient({ url, socket, maintNotifications: 'disabled' })
    client.on('error', () => {})
    await client.connect()
    const queue = new Queue('webhooks', { connection: createNodeRedisClient(client), prefix, skipVersionCheck: true })
    queue.on('error', () => {})
    const endsAt = Date.now() + waitMs
    let removed = 0
    // Workers move jobs meanwhile, so one round can miss a job. A job that is being sent is locked.
    for (;;) {
      const round = await removeJobs(queue, userId)
      removed += round.removed
      if (round.found === 0 || Date.now() > endsAt) break
      if (round.removed < round.found) await sleep(pauseMs)
    }
    await queue.close()
    return removed
  } catch (error) {
    throw new StoreUnavailableError(reasonOf(error), { cause: error })
  } finally {
    if (client?.isOpen) client.destroy()
  }
}

async function removeJobs(queue: Queue, userId: string): Promise<{ found: number; removed: number }> {
  const found = []
  for (const state of states) {
    for (let start = 0, isEnd = false; !isEnd; start += pageOfJobs) {
      const jobs = await queue.getJobs([state], start, start + pageOfJobs - 1)
      found.push(...jobs.filter(({ data }) => isAbout(data, userId)))
      isEnd = jobs.length < pageOfJobs
    }
  }
  const removed = await Promise.allSettled(found.map((job) => job.remove()))
  return { found: found.length, removed: removed.filter(({ status }) => status === 'fulfilled').length }
}

function isAbout(data: unknown, userId: string): boolean {
  const message = messageSchema.safeParse(data).data
  return message !== undefined && personIn(message).userId === userId
}
