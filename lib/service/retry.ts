import pRetry from 'p-retry'
import { systemClock } from './clock'
import { ServiceRefusedError, ServiceTransportError } from './errors'

const maxAttempts = 3
const defaultInitialDelayMs = 400

/** When and for how long a call is retried. */
export interface RetryRule {
  /** Milliseconds for all attempts and the delays between them together. */
  withinMs: number
  /** Whether an attempt that failed with this error can succeed when it is repeated. */
  isTransient: (error: unknown) => boolean
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
 * `Retry-After` is waited out as often as `withinMs` allows. A delay that would end after `withinMs` is not
 * begun; the last error is thrown immediately instead.
 *
 * @param attemptOnce - receives the number of the attempt, from 1, and the milliseconds left.
 */
export function withRetries<Result>(
  attemptOnce: (attempt: number, remainingMs: number) => Promise<Result>,
  { withinMs, isTransient, initialDelayMs = defaultInitialDelayMs, onRateLimit = 'wait', signal }: RetryRule,
): Promise<Result> {
  const endsAt = performance.now() + withinMs
  const remainingMs = () => endsAt - performance.now()
  return pRetry((attempt) => attemptOnce(attempt, Math.max(remainingMs(), 1)), {
    retries: maxAttempts - 1,
    minTimeout: initialDelayMs,
    factor: 2,
    randomize: true,
    signal,
    shouldConsumeRetry: ({ error }) => retryAfterMs(error) === undefined,
    shouldRetry: async ({ error, retriesConsumed }) => {
      const waitMs = retryAfterMs(error)
      if (waitMs === undefined) {
        const maxDelayMs = initialDelayMs * 2 ** (retriesConsumed + 1)
        return isTransient(error) && remainingMs() > maxDelayMs
      }
      if (onRateLimit === 'throw' || remainingMs() <= waitMs) return false
      await systemClock.sleep(waitMs, signal)
      return true
    },
  })
}

/** Whether a read is retried after this error: the network failed, or the service did. */
export function isTransientReadError(error: unknown): boolean {
  return (
    error instanceof ServiceTransportError || (error instanceof ServiceRefusedError && error.kind === 'server_error')
  )
}

function retryAfterMs(error: unknown): number | undefined {
  if (!(error instanceof ServiceRefusedError) || error.kind !== 'rate_limited') return undefined
  return error.retryAfterSeconds === undefined ? undefined : error.retryAfterSeconds * 1000
}
