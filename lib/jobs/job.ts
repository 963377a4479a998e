import 'server-only'
import type { Job } from 'bullmq'
import type { FailedDelivery, Failure } from './delivery'
import { messageSchema } from './message'

/* A message as a job of bullmq. */

/** The pause that makes bullmq give a job up. */
const never = -1
const unreadablePauseMs = 60 * 60_000

/** Tells bullmq that an attempt failed. */
export class DeliveryFailedError extends Error {
  override readonly name = 'DeliveryFailedError'
  constructor(readonly failure: Failure) {
    super(failure.result)
  }
}

/** Returns the pause after an error. An unreadable message is tried again, because a newer version can read it. */
export const pauseOf = (error: unknown) =>
  error instanceof DeliveryFailedError ? (error.failure.pauseMs ?? never) : unreadablePauseMs

/** Returns what a job of bullmq says about a failed message, in an array; an empty one if it is unreadable. */
export function deliveryOf(job: Job): FailedDelivery[] {
  const message = messageSchema.safeParse(job.data).data
  if (!message) return []
  const { id, type, requestId } = message
  const { finishedOn, processedOn = 0, attemptsMade: attempts, failedReason: result, delay } = job
  const nextAt = finishedOn === undefined ? processedOn + delay : null
  return [{ id, type, requestId, attempts, failedAt: finishedOn ?? processedOn, result, nextAt }]
}

/**
 * Deletes a job. A worker locks a job while it sends its message, and the lock outlives a killed worker. Such a job
 * loses the person and the body of its message, and the next worker that takes it sends nothing.
 *
 * @returns whether a worker was sending the message.
 */
export async function forgetJob(job: Job): Promise<boolean> {
  const isRemoved = await job.remove().then(
    () => true,
    () => false,
  )
  if (!isRemoved) await job.updateData({ ...job.data, person: undefined, body: '' })
  return !isRemoved
}
