import { ServiceTimeoutError } from './errors'
import type { OperationName } from './operation-name'

/** Limits that the caller sets for a call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's own reason. */
  signal?: AbortSignal | undefined
  /**
   * Max milliseconds until the response has been read, including retries and waits.
   *
   * @default 30_000
   */
  deadlineMs?: number | undefined
}

/** The deadline of a running call. */
export interface Deadline {
  /** Aborts with a `ServiceTimeoutError`, or with the caller's own reason. */
  signal: AbortSignal
  /** Milliseconds from the start to the deadline. */
  deadlineMs: number
  /** Restarts the deadline, for work that may take long while it makes progress. */
  restart: () => void
}

const defaultDeadlineMs = 30_000
/** The longest timer of Node, in milliseconds. A longer timer fires immediately. */
const maxTimerMs = 2 ** 31 - 1

/**
 * Runs the work of one call with a signal that aborts at the deadline or when the caller aborts. After an abort, the
 * function throws the signal's reason instead of the work's own error.
 *
 * @throws ServiceTimeoutError, the reason of `options.signal`, and the errors of the work
 */
export async function withDeadline<Result>(
  operation: OperationName,
  { signal, deadlineMs = defaultDeadlineMs }: CallOptions,
  work: (deadline: Deadline) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const release = forwardAbort(signal, controller)
  const expire = () => controller.abort(new ServiceTimeoutError(operation, deadlineMs))
  // AbortSignal.timeout() keeps its timer after the call has ended, so the heap grows under load.
  const start = () => setTimeout(expire, Math.min(deadlineMs, maxTimerMs))
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
    // This closes a response that the work has not read to its end.
    controller.abort()
  }
}

/**
 * Aborts the controller when the signal aborts. `AbortSignal.any()` would keep its result in memory for the lifetime of
 * the signal.
 *
 * @returns a function that stops listening to the signal.
 */
export function forwardAbort(signal: AbortSignal | undefined, controller: AbortController): () => void {
  const abort = () => controller.abort(signal?.reason)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort, { once: true })
  return () => signal?.removeEventListener('abort', abort)
}

/** Resolves after `ms` milliseconds, at most 24 days. Rejects with the signal's reason if the signal aborts first. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', stop)
        resolve()
      },
      Math.min(ms, maxTimerMs),
    )
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
