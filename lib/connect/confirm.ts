import 'server-only'
import pRetry from 'p-retry'
import { confirmConnection, type ConfirmAnswer, type ConfirmRequest } from '@/lib/service/confirm-connection'
import { ServiceAnswerTooLargeError, ServiceTimeoutError, ServiceTransportError } from '@/lib/service/errors'
import type { ServiceAccess } from '@/lib/service/transport'
import { outcomeOf, outcomeWithoutAnswer, type Outcome } from './outcome'

const mostAttempts = 3
const deadlineOfAllMs = 25_000
const firstPauseMs = 400

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
  /** Pause before the second attempt; the third waits twice as long. Both are stretched at random, up to double. */
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
  const endsAt = performance.now() + deadlineOfAllMs
  try {
    const answer = await pRetry((attempt) => attemptOnce(request, options, attempt, endsAt), {
      retries: mostAttempts - 1,
      minTimeout: options.firstPauseMs ?? firstPauseMs,
      factor: 2,
      randomize: true,
      maxRetryTime: deadlineOfAllMs,
      shouldRetry: ({ error }) => isWorthAnotherAttempt(error),
    })
    return outcomeOf(answer, secrets)
  } catch (error) {
    if (error instanceof ServerErrorAnswer) return outcomeOf(error.answer, secrets)
    if (error instanceof ServiceAnswerTooLargeError) return outcomeWithoutAnswer('answer_unreadable')
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
  endsAt: number,
): Promise<ConfirmAnswer> {
  const startedAt = performance.now()
  const tell = (result: number | string, reason?: string) =>
    onAttempt?.({ attempt, durationMs: Math.round(performance.now() - startedAt), result, reason })
  try {
    const answer = await confirmConnection(access, request, Math.max(Math.min(deadlineMs, endsAt - startedAt), 1))
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
