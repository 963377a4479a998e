import 'server-only'
import type { ConfirmGate } from '@/lib/limits/confirm-gate'
import {
  confirmConnection,
  ServiceProtocolError,
  ServiceTimeoutError,
  ServiceTransportError,
  withRetries,
  serviceMessage,
  type ConfirmRequest,
  type ConfirmResult,
  type ServiceAccess,
} from '@/lib/service'
import { errorName } from '@/lib/log/error-name'
import { outcomeOf, refusedWithoutAnswer, type ConfirmOutcome } from './outcome'

const totalDeadlineMs = 25_000

/** One attempt, for the log. It contains no wallet address, no user and no secret. */
export interface ConfirmAttempt {
  attempt: number
  durationMs: number
  /** The status of the response or, without a response, the name or code of the error. */
  result: number | string
  reason: string | undefined
  /** The field of the request that the response names. */
  field: string | undefined
  /** The media type of the response; undefined without one. */
  contentType: string | undefined
}

/** How to call the service. */
export interface ConfirmOptions {
  gate: ConfirmGate
  /** The user who pressed. The limits apply per user. */
  userId: string
  /** The support code, which the user quotes to the operator. */
  code: string
  access: ServiceAccess
  /** Time limit of one attempt. All attempts together have 25 seconds. */
  deadlineMs: number
  /** Called after every attempt. */
  onAttempt?: (attempt: ConfirmAttempt) => void
  /** Delay before the second attempt; see `withRetries`. */
  initialDelayMs?: number
}

/** A 5xx response without `auth_code`. It becomes the result only after the last attempt. */
class ServerErrorResult extends Error {
  override readonly name = 'ServerErrorResult'
  constructor(readonly result: ConfirmResult) {
    super(`The service answered ${result.status}.`)
  }
}

/**
 * Confirms a wallet connection if the limits allow it. The function never throws because of a failure of the service or
 * the network. It retries 5xx responses and network failures. Each attempt has a new `Idempotency-Key` and counts
 * against the limits ("Errors"; "Client rules", rule 3). If the response to an earlier attempt is lost, the next
 * attempt gets `409 already_confirmed` with `auth_code`. Any response with an `auth_code` is a success.
 */
export async function confirm(
  request: ConfirmRequest,
  { gate, userId, code, access, deadlineMs, onAttempt, initialDelayMs }: ConfirmOptions,
): Promise<ConfirmOutcome> {
  const admission = await gate.enter(userId)
  if (admission.kind === 'wait') return { ...admission, message: null, code: null }

  try {
    const answer = await withRetries(
      async (attempt, remainingMs) => {
        const startedAt = performance.now()
        const report = (result: number | string, { reason, field, contentType }: Partial<ConfirmResult> = {}) => {
          const durationMs = Math.round(performance.now() - startedAt)
          onAttempt?.({ attempt, durationMs, result, reason, field, contentType })
        }
        const options = { deadlineMs: Math.min(deadlineMs, remainingMs) }
        const result = await confirmConnection(access, request, options).catch((error: unknown) => {
          report(error instanceof ServiceTransportError ? error.code : errorName(error))
          throw error
        })
        report(result.status, result)
        if (result.status >= 500 && !result.hasAuthCode) throw new ServerErrorResult(result)
        return result
      },
      {
        withinMs: totalDeadlineMs,
        isTransient: async (error) => isTransient(error) && admission.mayTryAgain(),
        initialDelayMs,
      },
    ).catch((error: unknown) => {
      if (error instanceof ServerErrorResult) return error.result
      if (error instanceof ServiceProtocolError) return 'answer_unreadable'
      if (isTransient(error)) return 'no_answer'
      throw error
    })
    const outcome =
      typeof answer === 'string'
        ? refusedWithoutAnswer(answer, code)
        : outcomeOf(answer, { message: serviceMessage(answer.error, [access.apiKey, request.nonce]), code })
    return outcome.kind === 'wait' ? { ...outcome, ...(await admission.pause(outcome.until)) } : outcome
  } finally {
    admission.end()
  }
}

function isTransient(error: unknown): boolean {
  return (
    error instanceof ServerErrorResult || error instanceof ServiceTransportError || error instanceof ServiceTimeoutError
  )
}
