import {
  failed,
  serviceError,
  type OperationName,
  type Result,
  type ServiceError,
  type ServiceRefusedError,
} from './errors'

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

interface Deadline {
  /** Aborts with a `ServiceTimeoutError`, or with the caller's own reason. */
  signal: AbortSignal
  deadlineMs: number
  /** For work that may take long while it makes progress. */
  restart: () => void
}

const defaultDeadlineMs = 30_000
/** The longest timer of Node, in milliseconds. A longer timer fires immediately. */
const maxTimerMs = 2 ** 31 - 1

/**
 * Runs the work of one call. If it fails after the deadline, the result is a `ServiceTimeoutError`.
 *
 * @throws the reason of `options.signal` if the work fails after the caller has aborted, and the errors of the work
 */
export async function withDeadline<Data>(
  operation: OperationName,
  { signal, deadlineMs = defaultDeadlineMs }: CallOptions,
  work: (deadline: Deadline) => Promise<Result<Data>>,
): Promise<Result<Data>> {
  const controller = new AbortController()
  // The heap would grow under load with `AbortSignal.any()` and `AbortSignal.timeout()`. The first keeps its result in
  // memory for the lifetime of the signal, the second keeps its timer after the call has ended.
  const abort = () => controller.abort(signal?.reason)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort, { once: true })
  const timeout = serviceError(operation, { name: 'ServiceTimeoutError', deadlineMs })
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

/** Waits for at most 24 days. @throws the signal's reason */
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

const maxAttempts = 3
const defaultInitialDelayMs = 400

export interface RetryRule {
  /** Max milliseconds for all attempts and the delays between them. */
  withinMs: number
  /** Whether to retry after this error. Called only if another attempt is left, and enough time for it. */
  isTransient: (error: ServiceError) => boolean | Promise<boolean>
  /**
   * Milliseconds before the second attempt, doubled before the third, each multiplied by a random factor from 1 to 2.
   *
   * @default 400
   */
  initialDelayMs?: number | undefined
  /**
   * Wait for the time of a 429's `Retry-After`, or return it immediately.
   *
   * @default 'wait'
   */
  onRateLimit?: 'wait' | 'return' | undefined
  /** Aborts the attempts and the delays, which then reject with the signal's own reason. */
  signal?: AbortSignal | undefined
}

/**
 * Makes up to three attempts with backoff ("Errors"). A 429 with `Retry-After` does not count as one. If a delay could
 * end after `withinMs`, the last error returns immediately.
 *
 * @param attemptOnce - receives the number of the attempt, from 1, and the remaining milliseconds.
 */
export async function withRetries<Data>(
  attemptOnce: (attempt: number, remainingMs: number) => Promise<Result<Data>>,
  { withinMs, isTransient, initialDelayMs = defaultInitialDelayMs, onRateLimit = 'wait', signal }: RetryRule,
): Promise<Result<Data>> {
  const endsAt = performance.now() + withinMs
  let maxDelayMs = initialDelayMs
  let attemptsLeft = maxAttempts
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted()
    const result = await attemptOnce(attempt, Math.max(endsAt - performance.now(), 1))
    signal?.throwIfAborted()
    if (result.ok) return result
    const waitMs = onRateLimit === 'wait' ? retryAfterMs(result.error) : undefined
    if (waitMs === undefined) {
      attemptsLeft -= 1
      maxDelayMs *= 2
    }
    const isTooLate = performance.now() + (waitMs ?? maxDelayMs) >= endsAt
    if (isTooLate || attemptsLeft === 0 || (waitMs === undefined && !(await isTransient(result.error)))) return result
    await sleep(waitMs ?? (maxDelayMs / 2) * (1 + Math.random()), signal)
  }
}

/** A network failure or a 5xx response, after which the client repeats a read. */
export function isTransientReadError(error: ServiceError): boolean {
  return error.name === 'ServiceTransportError' || (error.name === 'ServiceRefusedError' && error.status >= 500)
}

/** A 429 of the service, or of something in front of it. */
export function isRateLimited(error: ServiceError): error is ServiceRefusedError {
  return error.name === 'ServiceRefusedError' && error.status === 429
}

/** The wait that a 429 requests, in milliseconds; undefined without `Retry-After` and for every other error. */
export function retryAfterMs(error: ServiceError): number | undefined {
  if (!isRateLimited(error) || error.retryAfterSeconds === undefined) return undefined
  return error.retryAfterSeconds * 1000
}
