import 'server-only'
import {
  confirmConnection,
  ServiceProtocolError,
  ServiceTimeoutError,
  ServiceTransportError,
  withRetries,
  type ConfirmResult,
  type ConfirmRequest,
  type ServiceAccess,
} from '@/lib/service'
import { errorName } from '@/lib/log/error-name'
import { outcomeOf, outcomeWithoutResponse, type Outcome } from './outcome'

const totalDeadlineMs = 25_000

/** The result of one attempt, for the log: no wallet address, no user, no secret. */
export interface ConfirmAttempt {
  attempt: number
  durationMs: number
  /** The status of the response or, if there was none, the name or code of the error. */
  result: number | string
  reason: string | undefined
}

/** How to call the service. */
export interface ConfirmOptions {
  access: ServiceAccess
  /** Time limit of one attempt. All attempts together have 25 seconds. */
  deadlineMs: number
  /** Called after every attempt. */
  onAttempt?: (attempt: ConfirmAttempt) => void
  /** Asked before every attempt but the first; false ends the attempts with what the last one came to. */
  mayTryAgain: () => Promise<boolean>
  /** Delay before the second attempt; see `withRetries`. */
  initialDelayMs?: number
}

/** A 5xx response without `auth_code`. It is the final result only if no attempt is left. */
class ServerErrorResult extends Error {
  override readonly name = 'ServerErrorResult'
  constructor(readonly result: ConfirmResult) {
    super(`The service answered ${result.status}.`)
  }
}

/** No further attempt may be made now. */
class NoAttemptLeft extends Error {
  override readonly name = 'NoAttemptLeft'
}

/**
 * Confirms a wallet connection and turns the result into an outcome. It never throws because of what the
 * service or the network does. 5xx responses and network failures are retried, each attempt with a new
 * `Idempotency-Key` ("Errors"; "Client rules", rule 3). If an earlier attempt reached the service
 * but its response was lost, the next one gets `409 already_confirmed` with `auth_code`, which is success
 * like any other response with an `auth_code`.
 */
export async function confirm(request: ConfirmRequest, options: ConfirmOptions): Promise<Outcome> {
  const secrets = [options.access.apiKey, request.nonce]
  let lastError: unknown
  const attemptIfAllowed = async (attempt: number, remainingMs: number): Promise<ConfirmResult> => {
    if (attempt > 1 && !(await options.mayTryAgain())) throw new NoAttemptLeft()
    try {
      return await attemptOnce(request, options, attempt, remainingMs)
    } catch (error) {
      lastError = error
      throw error
    }
  }
  try {
    const result = await withRetries(attemptIfAllowed, {
      withinMs: totalDeadlineMs,
      isTransient: isRetryable,
      initialDelayMs: options.initialDelayMs,
    })
    return outcomeOf(result, secrets)
  } catch (thrown) {
    const error = thrown instanceof NoAttemptLeft ? lastError : thrown
    if (error instanceof ServerErrorResult) return outcomeOf(error.result, secrets)
    if (error instanceof ServiceProtocolError) return outcomeWithoutResponse('answer_unreadable')
    if (isRetryable(error)) return outcomeWithoutResponse('no_answer')
    throw error
  }
}

function isRetryable(error: unknown): boolean {
  return (
    error instanceof ServerErrorResult || error instanceof ServiceTransportError || error instanceof ServiceTimeoutError
  )
}

async function attemptOnce(
  request: ConfirmRequest,
  { access, deadlineMs, onAttempt }: ConfirmOptions,
  attempt: number,
  remainingMs: number,
): Promise<ConfirmResult> {
  const startedAt = performance.now()
  const report = (result: number | string, reason?: string) =>
    onAttempt?.({ attempt, durationMs: Math.round(performance.now() - startedAt), result, reason })
  try {
    const result = await confirmConnection(access, request, { deadlineMs: Math.min(deadlineMs, remainingMs) })
    report(result.status, result.reason)
    if (result.status >= 500 && !result.hasAuthCode) throw new ServerErrorResult(result)
    return result
  } catch (error) {
    if (!(error instanceof ServerErrorResult)) {
      report(error instanceof ServiceTransportError ? error.code : errorName(error))
    }
    throw error
  }
}
