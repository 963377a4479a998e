import { failed, ServiceTimeoutError, type Result } from './errors'
import type { OperationName } from './error-kind'

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
interface Deadline {
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
 * Runs the work of one call with a signal that aborts at the deadline or when the caller aborts. If the work fails after
 * the deadline, the result is a `ServiceTimeoutError`.
 *
 * @throws the reason of `options.signal` if the work fails after the caller has aborted, and the errors of the work
 */
export async function withDeadline<Data>(
  operation: OperationName,
  { signal, deadlineMs = defaultDeadlineMs }: CallOptions,
  work: (deadline: Deadline) => Promise<Result<Data>>,
): Promise<Result<Data>> {
  const controller = new AbortController()
  // AbortSignal.any() keeps its result in memory for the lifetime of the signal, and AbortSignal.timeout() keeps its
  // timer after the call has ended, so the heap grows under load.
  const abort = () => controller.abort(signal?.reason)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort, { once: true })
  const timeout = new ServiceTimeoutError(operation, deadlineMs)
  const expire = () => controller.abort(timeout)
  const start = () => setTimeout(expire, Math.min(deadlineMs, maxTimerMs))
  let timer = start()
  const restart = () => {
    clearTimeout(timer)
    if (!controller.signal.aborted) timer = start()
  }
  try {
    const result = await work({ signal: controller.signal, deadlineMs, restart })
    if (!result.ok) controller.signal.throwIfAborted()
    return result
  } catch (error) {
    if (controller.signal.reason === timeout) return failed(timeout)
    throw controller.signal.aborted ? controller.signal.reason : error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    // This closes a response that the work has not read to its end.
    controller.abort()
  }
}

/** Resolves after `ms` milliseconds, at most 24 days. Rejects with the signal's reason if the signal aborts first. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, Math.min(ms, maxTimerMs))
    signal?.addEventListener('abort', end)
  })
  signal?.throwIfAborted()
}
