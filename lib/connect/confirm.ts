import 'server-only'
import {
  confirmConnection,
  ServiceProtocolError,
  ServiceTimeoutError,
  ServiceTransportError,
  withRetries,
  type ConfirmAnswer,
  type ConfirmRequest,
  type ServiceAccess,
} from '@/lib/service'
import { outcomeOf, outcomeWithoutAnswer, type Outcome } from './outcome'

const deadlineOfAllMs = 25_000

/** What one attempt came to, for the log: no address, no user, no secret. */
export interface ConfirmAttempt {
  attempt: number
  durationMs: number
  /** The answer's status, or the name of the error where none came. */
  result: number | string
  reason: string | undefined
}

/** How this deployment confirms. */
export interface ConfirmOptions {
  access: ServiceAccess
  /** How long one attempt may take; all attempts together end after 25 seconds. */
  deadlineMs: number
  /** Hears of every attempt. */
  onAttempt?: (attempt: ConfirmAttempt) => void
  /** Pause before the second attempt; see `withRetries`. */
  firstPauseMs?: number
}

/** An answer of 5xx: not final while attempts are left. */
class ServerErrorAnswer extends Error {
  override readonly name = 'ServerErrorAnswer'
  constructor(readonly answer: ConfirmAnswer) {
    super(`The service answered ${answer.status}.`)
  }
}

/**
 * Confirms a wallet connection and turns whatever happens into one outcome; it never throws for what
 * the service or the network does. 5xx and network failures are tried again, each attempt with an
 * `Idempotency-Key` of its own ("Errors"; "Connect flow", client rules). Where an earlier attempt did
 * reach the service but its answer was lost, the next one meets `409 already_confirmed` with
 * `auth_code`, which is success like any other answer that carries one.
 */
export async function confirm(request: ConfirmRequest, options: ConfirmOptions): Promise<Outcome> {
  const secrets = [options.access.apiKey, request.nonce]
  try {
    const answer = await withRetries((attempt, remainingMs) => attemptOnce(request, options, attempt, remainingMs), {
      withinMs: deadlineOfAllMs,
      isPassing: isWorthAnotherAttempt,
      firstPauseMs: options.firstPauseMs,
    })
    return outcomeOf(answer, secrets)
  } catch (error) {
    if (error instanceof ServerErrorAnswer) return outcomeOf(error.answer, secrets)
    if (error instanceof ServiceProtocolError) return outcomeWithoutAnswer('answer_unreadable')
    if (isWorthAnotherAttempt(error)) return outcomeWithoutAnswer('no_answer')
    throw error
  }
}

function isWorthAnotherAttempt(error: unknown): boolean {
  return (
    error instanceof ServerErrorAnswer || error instanceof ServiceTransportError || error instanceof ServiceTimeoutError
  )
}

async function attemptOnce(
  request: ConfirmRequest,
  { access, deadlineMs, onAttempt }: ConfirmOptions,
  attempt: number,
  remainingMs: number,
): Promise<ConfirmAnswer> {
  const startedAt = performance.now()
  const tell = (result: number | string, reason?: string) =>
    onAttempt?.({ attempt, durationMs: Math.round(performance.now() - startedAt), result, reason })
  try {
    const answer = await confirmConnection(access, request, { deadlineMs: Math.min(deadlineMs, remainingMs) })
    tell(answer.status, answer.reason)
    if (answer.status >= 500 && !answer.hasAuthCode) throw new ServerErrorAnswer(answer)
    return answer
  } catch (error) {
    if (!(error instanceof ServerErrorAnswer)) {
      tell(error instanceof ServiceTransportError ? error.code : error instanceof Error ? error.name : 'unknown')
    }
    throw error
  }
}
