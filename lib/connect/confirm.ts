import 'server-only'
import type { ConfirmGate } from '@/lib/limits'
import {
  confirmConnection,
  isServiceError,
  serviceMessage,
  withRetries,
  type Confirmed,
  type ConfirmRequest,
  type ServiceAccess,
  type ServiceError,
} from '@/lib/service'
import { outcomeOf, refusedFor, type ConfirmOutcome } from './outcome'

const totalDeadlineMs = 25_000

/** One attempt, for the log. No wallet address, user or secret. */
export interface ConfirmAttempt extends Pick<Confirmed, 'reason' | 'field' | 'contentType'> {
  attempt: number
  durationMs: number
  /** The status of the response or, without a response, the name or code of the error. */
  result: number | string
}

/** The outcome of a press, which can have a secret, and its call to the service. */
export interface ConfirmEnd extends Pick<ConfirmAttempt, 'field' | 'contentType'> {
  outcome: ConfirmOutcome
  attempts: number
  /** Of the last response; null without one. */
  status: number | null
  /** Of all attempts together. */
  durationMs: number
}

export interface ConfirmOptions {
  gate: ConfirmGate
  userId: string
  /** The support code. */
  code: string
  /** With the time limit of one attempt. */
  access: ServiceAccess & { deadlineMs: number }
  onAttempt?: (attempt: ConfirmAttempt) => void
  /** Delay before the second attempt; see `withRetries`. */
  initialDelayMs?: number
}

/**
 * Confirms a wallet connection if the limits allow it. It never throws because of the service or the network, and
 * retries 5xx responses and network failures. Each attempt has a new `Idempotency-Key` and counts against the limits
 * ("Errors"; "Client rules", rule 3). If an answer is lost, the next attempt gets `409 already_confirmed` with
 * `auth_code`. Any response with an `auth_code` is a success.
 */
export async function confirm(request: ConfirmRequest, options: ConfirmOptions): Promise<ConfirmEnd> {
  const { gate, userId, code, access, onAttempt, initialDelayMs } = options
  const startedAt = performance.now()
  let last: ConfirmAttempt | undefined
  const end = (outcome: ConfirmOutcome): ConfirmEnd => ({
    outcome,
    attempts: last?.attempt ?? 0,
    status: typeof last?.result === 'number' ? last.result : null,
    field: last?.field,
    contentType: last?.contentType,
    durationMs: Math.round(performance.now() - startedAt),
  })

  const admission = await gate(userId)
  if (admission.kind === 'wait') return end({ ...admission, message: null, code: null })
  const result = await withRetries(
    async (attempt, remainingMs) => {
      const attemptedAt = performance.now()
      const result = await confirmConnection(access, request, { deadlineMs: Math.min(access.deadlineMs, remainingMs) })
      const durationMs = Math.round(performance.now() - attemptedAt)
      last = { attempt, durationMs, ...factsOf(result.ok ? result.data : result.error) }
      onAttempt?.(last)
      return result
    },
    {
      withinMs: totalDeadlineMs,
      isTransient: async (error) => isTransient(error) && admission.mayTryAgain(),
      onRateLimit: 'return',
      initialDelayMs,
    },
  )
  if (result.ok) {
    const { returnUrl } = result.data
    if (returnUrl !== null) return end({ kind: 'confirmed', returnUrl })
    return end(refusedFor('return_url_unusable', { code }))
  }
  const text = result.error.name === 'ServiceRefusedError' ? result.error.serviceText : undefined
  const outcome = outcomeOf(result.error, { message: serviceMessage(text, [access.apiKey, request.nonce]), code })
  return end(outcome.kind === 'wait' ? { ...outcome, ...(await admission.pause(outcome.waitMs)) } : outcome)
}

function factsOf(answer: Omit<Confirmed, 'returnUrl'> | ServiceError): Omit<ConfirmAttempt, 'attempt' | 'durationMs'> {
  if (!isServiceError(answer) || answer.name === 'ServiceRefusedError') {
    const { status, reason, field, contentType } = answer
    return { result: status, reason, field, contentType }
  }
  const code = answer.name === 'ServiceTransportError' ? answer.code : answer.name
  return { result: code, reason: undefined, field: undefined, contentType: undefined }
}

const isTransient = (error: ServiceError) =>
  error.name === 'ServiceTransportError' ||
  error.name === 'ServiceTimeoutError' ||
  (error.name === 'ServiceRefusedError' && error.status >= 500)
