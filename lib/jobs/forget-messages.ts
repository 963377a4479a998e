import 'server-only'
import { createNodeRedisClient, Queue, type Job } from 'bullmq'
import { createRedisClient } from '@/lib/store/redis-client'
import { reasonOf } from '@/lib/store/redis-health'
import { StoreUnavailableError } from '@/lib/store/store'
import type { ForgottenMessages } from './deliveries'
import { messageSchema, personIn } from './message'

const states = ['waiting', 'active', 'delayed', 'failed', 'completed'] as const
const pageOfJobs = 500

const connectMs = 1000
const silentMs = 5000

/**
 * Deletes the messages about a user from the queue in Redis, without sending any. A worker locks a job while it sends
 * its message, and the lock outlives a killed worker. Such a job loses the message's body, and the next worker that
 * takes it sends nothing.
 *
 * @returns the deleted messages, including those that arrived in the last hour.
 * @throws StoreUnavailableError
 */
export async function forgetQueuedMessages(
  { url, prefix }: { url: string; prefix: string },
  userId: string,
): Promise<ForgottenMessages> {
  const socket = { connectTimeout: connectMs, socketTimeout: silentMs, reconnectStrategy: false } as const
  let client: ReturnType<typeof createRedisClient> | undefined
  try {
    client = createRedisClient(url, { socket })
    client.on('error', () => {})
    await client.connect()
    const queue = new Queue('webhooks', { connection: createNodeRedisClient(client), prefix, skipVersionCheck: true })
    queue.on('error', () => {})
    const forgotten = { messages: 0, sending: 0 }
    // Workers move jobs meanwhile, so one round can miss a job.
    for (;;) {
      const found = await jobsAbout(queue, userId)
      if (found.length === 0) break
      const ends = await Promise.all(found.map((job) => forgetJob(job)))
      forgotten.messages += ends.filter((end) => end !== 'gone').length
      forgotten.sending += ends.filter((end) => end === 'sending').length
    }
    await queue.close()
    return forgotten
  } catch (error) {
    throw new StoreUnavailableError(reasonOf(error), { cause: error })
  } finally {
    if (client?.isOpen) client.destroy()
  }
}

async function jobsAbout(queue: Queue, userId: string): Promise<Job[]> {
  const found = []
  for (const state of states) {
    for (let start = 0, isEnd = false; !isEnd; start += pageOfJobs) {
      const jobs = await queue.getJobs([state], start, start + pageOfJobs - 1)
      found.push(...jobs.filter(({ data }) => isAbout(data, userId)))
      isEnd = jobs.length < pageOfJobs
    }
  }
  return found
}

/** Deletes a job, or the body of its message while it is locked. A job without a body names no user. */
async function forgetJob(job: Job): Promise<'removed' | 'sending' | 'gone'> {
  try {
    await job.remove()
    return 'removed'
  } catch {
    return job.updateData({ ...job.data, body: '' }).then(
      () => 'sending' as const,
      () => 'gone' as const,
    )
  }
}

function isAbout(data: unknown, userId: string): boolean {
  const message = messageSchema.safeParse(data).data
  return message !== undefined && personIn(message).userId === userId
}
