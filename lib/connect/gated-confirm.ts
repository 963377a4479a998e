import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Admission, CallResult, ConfirmGate, WaitCause } from '@/lib/limits/confirm-gate'
import type { ConfirmRequest } from '@/lib/service'
import { confirm, type ConfirmOptions } from './confirm'
import { isFinalReason } from './link'
import { finalRemedy, type Outcome } from './outcome'

/** An outcome of the service, or a wait that a limit asks for. */
export type GatedOutcome =
  | Outcome
  | {
      kind: 'wait'
      /** `asked`: the service itself, by a 429. */
      cause: WaitCause | 'asked'
      waitMs: number
      place: number | null
      /** The service's own text, where it was the service that asked. */
      message: string | null
    }

/** Somebody whose turn comes so soon waits in the request: a page that counts two seconds down helps nobody. */
const shortWaitMs = 2000

/**
 * Confirms a wallet connection if the limits let it through. Whoever has a turn within two seconds waits for it here. Each attempt after the first is paid for as well,
 * and the gate is told what came of the call.
 */
export async function gatedConfirm(
  gate: ConfirmGate,
  {
    userId,
    request,
    options,
  }: { userId: string; request: ConfirmRequest; options: Omit<ConfirmOptions, 'mayTryAgain'> },
): Promise<GatedOutcome> {
  const { requestId, nonce } = request
  const admission = await enterSoon(gate, { userId, requestId, nonce })
  if (admission.kind === 'wait') return { ...admission, message: null }
  if (admission.kind === 'refused') {
    const { reason, message } = admission.refusal
    return { kind: 'refused', reason, remedy: { kind: finalRemedy(reason) }, message }
  }

  const { call } = admission
  let result: CallResult = { kind: 'failed' }
  try {
    const outcome = await confirm(request, { ...options, mayTryAgain: () => call.mayTryAgain() })
    result = callResultOf(outcome)
    if (result.kind !== 'rate_limited' || outcome.kind !== 'refused') return outcome
    // Everybody waits now, and this user has a time of their own after that.
    await call.end(result)
    const own = await gate.waitOf(userId)
    const waitMs = Math.max(own?.waitMs ?? 0, result.retryAfterMs)
    return { kind: 'wait', cause: 'asked', waitMs, place: own?.place ?? null, message: outcome.message }
  } finally {
    await call.end(result)
  }
}

/** Enters, and once more where a place in the queue comes up at once. */
async function enterSoon(gate: ConfirmGate, press: Parameters<ConfirmGate['enter']>[0]): Promise<Admission> {
  const admission = await gate.enter(press)
  if (admission.kind !== 'wait' || admission.cause !== 'queue' || admission.waitMs > shortWaitMs) return admission
  await sleep(admission.waitMs)
  return gate.enter(press)
}

function callResultOf(outcome: Outcome): CallResult {
  if (outcome.kind === 'connected') return { kind: 'answered' }
  const { reason, remedy, message } = outcome
  if (remedy.kind === 'wait') return { kind: 'rate_limited', retryAfterMs: remedy.seconds * 1000 }
  if (isFinalReason(reason)) return { kind: 'refused_for_good', refusal: { reason, message } }
  const isFailure = reason === 'server_error' || reason === 'no_answer' || reason === 'answer_unreadable'
  return { kind: isFailure ? 'failed' : 'answered' }
}
