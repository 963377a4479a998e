import { ServiceTimeoutError, type OperationName } from './errors'

/** How a caller bounds a call. */
export interface CallOptions {
  /** Ends the call, which then rejects with the signal's own reason. */
  signal?: AbortSignal | undefined
  /** Milliseconds that the call may take until its answer is read: retries and waits included. 30,000 by default. */
  deadlineMs?: number | undefined
}

/** The time that a call has, while it is under way. */
export interface Deadline {
  /** Aborts with a `ServiceTimeoutError`, or with the caller's own reason. */
  signal: AbortSignal
  /** Milliseconds that it had at the start. */
  deadlineMs: number
  /** Gives the whole time again: for what may take long as long as it goes on. */
  restart: () => void
}

const defaultDeadlineMs = 30_000

/** A timer set for longer than this fires at once. */
const longestTimerMs = 2 ** 31 - 1

/**
 * Does one call's work under a signal that ends it at its deadline, or when its caller does. Whatever
 * the work ran into because of that, what is thrown is the reason of the end.
 *
 * @throws ServiceTimeoutError, the reason of `options.signal`, and what the work throws
 */
export async function withDeadline<Result>(
  operation: OperationName,
  { signal, deadlineMs = defaultDeadlineMs }: CallOptions,
  work: (deadline: Deadline) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const release = follow(signal, controller)
  const giveUp = () => controller.abort(new ServiceTimeoutError(operation, deadlineMs))
  // Not AbortSignal.timeout(): its timers outlive the call, and under load the heap grows with them.
  const start = () => setTimeout(giveUp, Math.min(deadlineMs, longestTimerMs))
  let timer = start()
  const restart = () => {
    clearTimeout(timer)
    if (!controller.signal.aborted) timer = start()
  }
  try {
    return await work({ signal: controller.signal, deadlineMs, restart })
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : error
  } finally {
    clearTimeout(timer)
    release()
    // Lets go of an answer that was not read to its end.
    controller.abort()
  }
}

/**
 * Aborts the controller when the signal does. Not `AbortSignal.any()`, for the same cause as above: what
 * it makes is held by a signal that lives on.
 *
 * @returns what ends the following.
 */
export function follow(signal: AbortSignal | undefined, controller: AbortController): () => void {
  const abort = () => controller.abort(signal?.reason)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort, { once: true })
  return () => signal?.removeEventListener('abort', abort)
}
