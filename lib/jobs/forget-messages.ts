import 'server-only'
import { createClient } from 'redis'
import { createNodeRedisClient, Queue } from 'bullmq'
import { reasonOf } from '@/lib/store/redis-health'
import { StoreUnavailableError } from '@/lib/store/store'
import { messageSchema, personIn } from './message'

const states = ['waiting', 'active', 'delayed', 'failed', 'completed'] as const
const pageOfJobs = 500

/**
 * Deletes the messages about a user from the queue in Redis, without sending any. One that is under way stays for as long
 * as its attempt takes.
 *
 * @returns how many were deleted, those included that have arrived in the last hour.
 * @throws StoreUnavailableError
 */
export async function forgetQueuedMessages(
  { url, prefix }: { url: string; prefix: string },
  userId: string,
): Promise<number> {
  const client = createClient({ url, socket: { reconnectStrategy: false }, maintNotifications: 'disabled' })
  client.on('error', () => {})
  try {
    await client.connect()
    const queue = new Queue('webhooks', { connection: createNodeRedisClient(client), prefix, skipVersionCheck: true })
    queue.on('error', () => {})
    let removed = 0
    // Workers move jobs meanwhile, so one may be missed at first.
    for (let more = 1; more > 0; removed += more) more = await removeJobs(queue, userId)
    await queue.close()
    return removed
  } catch (error) {
    throw new StoreUnavailableError(reasonOf(error), { cause: error })
  } finally {
    if (client.isOpen) client.destroy()
  }
}

async function removeJobs(queue: Queue, userId: string): Promise<number> {
  const found = []
  for (const state of states) {
    for (let start = 0, isEnd = false; !isEnd; start += pageOfJobs) {
      const jobs = await queue.getJobs([state], start, start + pageOfJobs - 1)
      found.push(...jobs.filter(({ data }) => isAbout(data, userId)))
      isEnd = jobs.length < pageOfJobs
    }
  }
  const removed = await Promise.allSettled(found.map((job) => job.remove()))
  return removed.filter(({ status }) => status === 'fulfilled').length
}

function isAbout(data: unknown, userId: string): boolean {
  const message = messageSchema.safeParse(data).data
  return message !== undefined && personIn(message).userId === userId
}
