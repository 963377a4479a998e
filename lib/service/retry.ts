import pRetry from 'p-retry'
import { ServiceRefusedError, ServiceTransportError } from './errors'

const mostAttempts = 3
const defaultFirstPauseMs = 400

/** When a call is made again, and for how long. */
export interface RetryRule {
  /** Milliseconds that all attempts and the pauses between them have together. */
  withinMs: number
  /** Whether another attempt may do better than the one that ended with this error. */
  isPassing: (error: unknown) => boolean
  /** Pause before the second attempt; the third waits twice as long. Both are stretched at random, up to double. */
  firstPauseMs?: number | undefined
  /** Ends the pauses. */
  signal?: AbortSignal | undefined
}

/**
 * Makes up to three attempts ("Errors": retry with backoff). A refusal for the rate is no attempt spent:
 * its `Retry-After` is waited, as often as it fits in. No pause is begun that would leave no time for
 * the attempt after it: what the last attempt ran into is thrown instead, and at once.
 *
 * @param attemptOnce - is given the attempt's number, from 1, and the milliseconds left.
 */
export function withRetries<Result>(
  attemptOnce: (attempt: number, remainingMs: number) => Promise<Result>,
  { withinMs, isPassing, firstPauseMs = defaultFirstPauseMs, signal }: RetryRule,
): Promise<Result> {
  const endsAt = performance.now() + withinMs
  const remainingMs = () => endsAt - performance.now()
  return pRetry((attempt) => attemptOnce(attempt, Math.max(remainingMs(), 1)), {
    retries: mostAttempts - 1,
    minTimeout: firstPauseMs,
    factor: 2,
    randomize: true,
    signal,
    shouldConsumeRetry: ({ error }) => retryAfterMs(error) === undefined,
    shouldRetry: async ({ error, retriesConsumed }) => {
      const waitMs = retryAfterMs(error)
      if (waitMs === undefined) {
        const longestPauseMs = firstPauseMs * 2 ** (retriesConsumed + 1)
        return isPassing(error) && remainingMs() > longestPauseMs
      }
      if (remainingMs() <= waitMs) return false
      await pause(waitMs, signal)
      return true
    },
  })
}

/** Whether a read that ended with this error is made again: the network failed, or the service did. */
export function isPassingForRead(error: unknown): boolean {
  return (
    error instanceof ServiceTransportError || (error instanceof ServiceRefusedError && error.row === 'server_error')
  )
}

function retryAfterMs(error: unknown): number | undefined {
  if (!(error instanceof ServiceRefusedError) || error.row !== 'rate_limited') return undefined
  return error.retryAfterSeconds === undefined ? undefined : error.retryAfterSeconds * 1000
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
