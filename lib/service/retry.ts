import { sleep } from './deadline'
import { ServiceRefusedError, ServiceTransportError } from './errors'

const maxAttempts = 3
const defaultInitialDelayMs = 400

/** When and for how long a call is retried. */
export interface RetryRule {
  /** Milliseconds for all attempts and the delays between them together. */
  withinMs: number
  /** Whether an attempt that failed with this error is to be repeated. Asked where there is time for another one. */
  isTransient: (error: unknown) => boolean | Promise<boolean>
  /**
   * Milliseconds before the second attempt; twice that before the third. Each is multiplied by a random
   * factor from 1 to 2.
   *
   * @default 400
   */
  initialDelayMs?: number | undefined
  /**
   * What to do about a 429: wait out its `Retry-After`, or throw it at once.
   *
   * @default 'wait'
   */
  onRateLimit?: 'wait' | 'throw' | undefined
  /** Ends a delay. */
  signal?: AbortSignal | undefined
}

/**
 * Makes up to three attempts with backoff ("Errors"). A 429 does not count as an attempt: its
 * `Retry-After` is waited out as often as `withinMs` allows. A delay that could end after `withinMs` is not
 * begun; the last error is thrown immediately instead.
 *
 * @param attemptOnce - receives the number of the attempt, from 1, and the milliseconds left.
 */
export async function withRetries<Result>(
  attemptOnce: (attempt: number, remainingMs: number) => Promise<Result>,
  { withinMs, isTransient, initialDelayMs = defaultInitialDelayMs, onRateLimit = 'wait', signal }: RetryRule,
): Promise<Result> {
  const endsAt = performance.now() + withinMs
  let maxDelayMs = initialDelayMs
  let attemptsLeft = maxAttempts
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted()
    try {
      const result = await attemptOnce(attempt, Math.max(endsAt - performance.now(), 1))
      signal?.throwIfAborted()
      return result
    } catch (error) {
      const waitMs = onRateLimit === 'wait' ? retryAfterMs(error) : undefined
      if (waitMs === undefined) {
        attemptsLeft -= 1
        maxDelayMs *= 2
      }
      const isTooLate = performance.now() + (waitMs ?? maxDelayMs) >= endsAt
      if (isTooLate || attemptsLeft === 0 || (waitMs === undefined && !(await isTransient(error)))) throw error
      await sleep(waitMs ?? (maxDelayMs / 2) * (1 + Math.random()), signal)
    }
  }
}

/** Whether a read is retried after this error: the network failed, or the service did. */
export function isTransientReadError(error: unknown): boolean {
  return (
    error instanceof ServiceTransportError || (error instanceof ServiceRefusedError && error.kind === 'server_error')
  )
}

/** Whether the service limits the rate of requests (429). */
export function isRateLimited(error: unknown): error is ServiceRefusedError {
  return error instanceof ServiceRefusedError && error.kind === 'rate_limited'
}

/** Milliseconds that a 429 asks to wait; undefined for one without `Retry-After`, and for every other error. */
export function retryAfterMs(error: unknown): number | undefined {
  if (!isRateLimited(error) || error.retryAfterSeconds === undefined) return undefined
  return error.retryAfterSeconds * 1000
}
