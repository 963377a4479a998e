import 'server-only'
import { confirmRow, type ConfirmAnswer, type ConfirmRow } from '@/lib/service'
import { serviceText } from '@/lib/service-text'
import { parseReturnAddress } from './return-address'

/**
 * What the user can do about a refused confirm, one for each "expected caller action" of the
 * interface's Errors table and for what can happen besides.
 */
export type Remedy =
  | { kind: 'press_connect_again' }
  | { kind: 'open_newest_link' }
  | { kind: 'check_address' }
  | { kind: 'wait'; seconds: number }
  | { kind: 'try_again' }
  | { kind: 'tell_operator' }

/** Why a confirm was refused: the interface's own reasons, and ours for what it has none for. */
export type RefusalReason =
  | 'already_confirmed'
  | 'request_not_found'
  | 'request_expired'
  | 'nonce_mismatch'
  | 'invalid_address'
  | 'invalid_request'
  | 'not_authorized'
  | 'rate_limited'
  | 'server_error'
  | 'redirected'
  | 'no_answer'
  | 'answer_unreadable'
  | 'return_url_unusable'
  | 'unknown'

/** A confirm that did not connect. `message` is the service's own text, cleaned for showing, where it gave one. */
export interface Refused {
  kind: 'refused'
  reason: RefusalReason
  remedy: Remedy
  message: string | null
}

/** What came of one confirm: pages render this and know nothing of statuses. */
export type Outcome = { kind: 'connected'; returnAddress: string } | Refused

/** The interface counts requests by the minute; where `Retry-After` is missing, that minute is waited. */
const defaultWaitSeconds = 60

type Refusal = Pick<Refused, 'reason' | 'remedy'>

/** What each row of the interface's table means to the user; `rate_limited` says for how long besides. */
const refusals: Record<Exclude<ConfirmRow, 'rate_limited'>, Refusal> = {
  already_confirmed: { reason: 'already_confirmed', remedy: { kind: 'press_connect_again' } },
  request_not_found: { reason: 'request_not_found', remedy: { kind: 'press_connect_again' } },
  request_expired: { reason: 'request_expired', remedy: { kind: 'press_connect_again' } },
  nonce_mismatch: { reason: 'nonce_mismatch', remedy: { kind: 'open_newest_link' } },
  invalid_address: { reason: 'invalid_address', remedy: { kind: 'check_address' } },
  invalid_request: { reason: 'invalid_request', remedy: { kind: 'tell_operator' } },
  unauthenticated: { reason: 'not_authorized', remedy: { kind: 'tell_operator' } },
  forbidden: { reason: 'not_authorized', remedy: { kind: 'tell_operator' } },
  server_error: { reason: 'server_error', remedy: { kind: 'try_again' } },
  unlisted: { reason: 'unknown', remedy: { kind: 'tell_operator' } },
}

/**
 * Turns the service's answer to the confirm call into what the user meets ("Errors").
 *
 * @param secrets - texts that must not be shown even where the service's own message quotes them.
 */
export function outcomeOf(answer: ConfirmAnswer, secrets: readonly string[]): Outcome {
  const message = serviceText(answer.error, secrets)
  if (answer.hasAuthCode) {
    const returnAddress = parseReturnAddress(answer.returnUrl)
    if (returnAddress !== null) return { kind: 'connected', returnAddress }
    return { kind: 'refused', reason: 'return_url_unusable', remedy: { kind: 'tell_operator' }, message }
  }
  return { kind: 'refused', ...refusalOf(answer), message }
}

function refusalOf({ status, reason, retryAfterSeconds, isReadable }: ConfirmAnswer): Refusal {
  const row = confirmRow(status, reason)
  if (row === 'rate_limited') {
    return { reason: 'rate_limited', remedy: { kind: 'wait', seconds: retryAfterSeconds ?? defaultWaitSeconds } }
  }
  if (row === 'unlisted') {
    // A key is sent to the configured address only, so an address that has moved is the operator's to mend.
    if (status >= 300 && status < 400) return { reason: 'redirected', remedy: { kind: 'tell_operator' } }
    if (!isReadable) return { reason: 'answer_unreadable', remedy: { kind: 'try_again' } }
  }
  return refusals[row]
}

/** The outcome where no answer came, or none that could be read to its end. */
export function outcomeWithoutAnswer(reason: 'no_answer' | 'answer_unreadable'): Refused {
  return { kind: 'refused', reason, remedy: { kind: 'try_again' }, message: null }
}
