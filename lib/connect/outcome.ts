import 'server-only'
import { confirmErrorKind, type ConfirmResult, type ConfirmErrorKind } from '@/lib/service'
import { serviceMessage } from '@/lib/service/message'
import type { FinalReason, RefusalReason } from './link'
import { parseReturnUrl } from './return-url'

/**
 * What the user can do about a refusal: each "expected caller action" of the interface ("Errors"), and
 * what fits the cases that the interface does not list.
 */
type Remedy =
  | { kind: 'press_connect_again' }
  | { kind: 'open_newest_link' }
  | { kind: 'check_address' }
  | { kind: 'wait'; seconds: number }
  | { kind: 'try_again' }
  | { kind: 'tell_operator' }

/**
 * A confirm that did not connect. `message` is the service's own text, made safe to show by
 * `serviceMessage`, or null if there is none to show.
 */
export interface Refused {
  kind: 'refused'
  reason: RefusalReason
  remedy: Remedy
  message: string | null
}

/** The result of one confirm. Pages render this and know nothing about HTTP statuses. */
export type Outcome = { kind: 'connected'; returnUrl: string } | Refused

/** The wait if `Retry-After` is missing: the service's rate limit is per minute ("Limits"). */
const defaultWaitSeconds = 60

type Refusal = Pick<Refused, 'reason' | 'remedy'>

/** What each kind of refusal means to the user. `rate_limited` is separate because its remedy has a time. */
const refusals: Record<Exclude<ConfirmErrorKind, 'rate_limited'>, Refusal> = {
  already_confirmed: { reason: 'already_confirmed', remedy: { kind: 'press_connect_again' } },
  request_not_found: { reason: 'request_not_found', remedy: { kind: 'press_connect_again' } },
  request_expired: { reason: 'request_expired', remedy: { kind: 'press_connect_again' } },
  nonce_mismatch: { reason: 'nonce_mismatch', remedy: { kind: 'open_newest_link' } },
  invalid_address: { reason: 'invalid_address', remedy: { kind: 'check_address' } },
  invalid_request: { reason: 'invalid_request', remedy: { kind: 'tell_operator' } },
  unauthenticated: { reason: 'not_authorized', remedy: { kind: 'tell_operator' } },
  forbidden: { reason: 'not_authorized', remedy: { kind: 'tell_operator' } },
  server_error: { reason: 'server_error', remedy: { kind: 'try_again' } },
  unknown: { reason: 'unknown', remedy: { kind: 'tell_operator' } },
}

/**
 * Turns the service's response to the confirm call into an outcome ("Errors").
 *
 * @param secrets - a message that quotes one of them is not shown.
 */
export function outcomeOf(result: ConfirmResult, secrets: readonly string[]): Outcome {
  const message = serviceMessage(result.error, secrets)
  if (result.hasAuthCode) {
    const returnUrl = parseReturnUrl(result.returnUrl)
    if (returnUrl !== null) return { kind: 'connected', returnUrl }
    return { kind: 'refused', reason: 'return_url_unusable', remedy: { kind: 'tell_operator' }, message }
  }
  return { kind: 'refused', ...refusalFor(result), message }
}

function refusalFor({ status, reason, retryAfterSeconds, isReadable }: ConfirmResult): Refusal {
  const kind = confirmErrorKind(status, reason)
  if (kind === 'rate_limited') {
    return { reason: 'rate_limited', remedy: { kind: 'wait', seconds: retryAfterSeconds ?? defaultWaitSeconds } }
  }
  if (kind === 'unknown') {
    // Redirects are not followed, since the API key goes to the configured host only. The operator must fix the URL.
    if (status >= 300 && status < 400) return { reason: 'redirected', remedy: { kind: 'tell_operator' } }
    if (!isReadable) return { reason: 'answer_unreadable', remedy: { kind: 'try_again' } }
  }
  return refusals[kind]
}

/** The outcome if no response came, or none that could be read. */
export function outcomeWithoutResponse(reason: 'no_answer' | 'answer_unreadable'): Refused {
  return { kind: 'refused', reason, remedy: { kind: 'try_again' }, message: null }
}

/** What helps after a refusal that the service does not take back. */
export function finalRemedy(reason: FinalReason): 'press_connect_again' | 'open_newest_link' {
  return reason === 'nonce_mismatch' ? 'open_newest_link' : 'press_connect_again'
}
