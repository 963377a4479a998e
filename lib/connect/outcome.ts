import 'server-only'
import { z } from 'zod'
import { waitCauses } from '@/lib/limits/confirm-gate'
import type { ConnectCall } from '@/lib/records'
import { confirmErrorKind, type ConfirmErrorKind, type ConfirmResult } from '@/lib/service'
import { returnUrlSchema } from './return-url'
import { walletAddressProblems } from './wallet-address-shape'

/** Why a confirm was refused: the interface's reasons, and our own for cases without one. */
export const refusalReasons = [
  'already_confirmed',
  'request_not_found',
  'request_expired',
  'nonce_mismatch',
  'invalid_address',
  'invalid_request',
  'not_authorized',
  'server_error',
  'redirected',
  'no_answer',
  'answer_unreadable',
  'return_url_unusable',
  'unknown',
] as const

export type RefusalReason = (typeof refusalReasons)[number]

/** What only a new link helps against: the service never takes such a refusal back. */
const finalRemedies = ['press_connect_again', 'open_newest_link'] as const

/**
 * What the user can do about a refusal: each "expected caller action" of the interface ("Errors"), and
 * what fits the cases that the interface does not list.
 */
const remedies = [...finalRemedies, 'check_address', 'try_again', 'check_profile', 'tell_operator'] as const

/** The service's own text, safe to show; and what the user quotes to the operator, who finds the log line by it. */
const saidFields = { message: z.string().nullable(), code: z.string().nullable() }

const refusedSchema = z.object({
  kind: z.literal('refused'),
  reason: z.enum(refusalReasons),
  remedy: z.enum(remedies),
  ...saidFields,
})

/** Why the answer of a wallet app was not used. Each problem has its own message for the user. */
export const appProblems = [
  'declined',
  'failed',
  'unreadable',
  'already_chosen',
  'not_chosen',
  'invalid_address',
  'other_address',
] as const

export type AppProblem = (typeof appProblems)[number]

/** What a press came to that did not connect. It is kept with the link, and read back from its cookie. */
export const notConfirmedSchema = z.discriminatedUnion('kind', [
  refusedSchema,
  z.object({
    kind: z.literal('wait'),
    cause: z.enum(waitCauses),
    /** Milliseconds since the epoch. */
    until: z.number(),
    /** How many people come before this one, this one included; null where it is not known. */
    place: z.number().nullable(),
    ...saidFields,
  }),
  /** Found in the form, before the service was asked. */
  z.object({ kind: z.literal('address_problem'), problem: z.enum(walletAddressProblems) }),
  z.object({ kind: z.literal('proof_problem'), problem: z.enum(['missing', 'refused']) }),
  /** Found in the answer of a wallet app. */
  z.object({ kind: z.literal('app_problem'), app: z.string(), problem: z.enum(appProblems) }),
])

/**
 * What came of a press of Connect: the one word for it from the call to the link. Records and metrics keep of it what
 * they may, and the page's state derives from what the link keeps.
 */
export type Outcome =
  | {
      kind: 'confirmed'
      /** Secret: it carries the `auth_code`. As it goes into a `Location` header. */
      returnUrl: string
    }
  | NotConfirmed

export type NotConfirmed = z.output<typeof notConfirmedSchema>

/** What came of a press whose form had no problem. */
export type ConfirmOutcome = Extract<Outcome, { kind: 'confirmed' | 'refused' | 'wait' }>

export type Refused = z.output<typeof refusedSchema>

/** The wait if `Retry-After` is missing: the service's rate limit is per minute ("Limits"). */
export const defaultWaitSeconds = 60

type Refusal = Pick<Refused, 'reason' | 'remedy'>

/** What each kind of refusal means to the user. */
const refusals: Record<Exclude<ConfirmErrorKind, 'rate_limited'>, Refusal> = {
  already_confirmed: { reason: 'already_confirmed', remedy: 'press_connect_again' },
  request_not_found: { reason: 'request_not_found', remedy: 'press_connect_again' },
  request_expired: { reason: 'request_expired', remedy: 'press_connect_again' },
  nonce_mismatch: { reason: 'nonce_mismatch', remedy: 'open_newest_link' },
  invalid_address: { reason: 'invalid_address', remedy: 'check_address' },
  invalid_request: { reason: 'invalid_request', remedy: 'tell_operator' },
  unauthenticated: { reason: 'not_authorized', remedy: 'tell_operator' },
  forbidden: { reason: 'not_authorized', remedy: 'tell_operator' },
  server_error: { reason: 'server_error', remedy: 'try_again' },
  unknown: { reason: 'unknown', remedy: 'tell_operator' },
}

/**
 * Turns the service's response to the confirm call into an outcome ("Errors").
 *
 * @param said.message - the service's text, made safe to show.
 */
export function outcomeOf(
  { status, hasAuthCode, returnUrl, reason, retryAfterSeconds, isReadable }: ConfirmResult,
  said: Pick<Refused, 'message' | 'code'>,
): ConfirmOutcome {
  if (hasAuthCode) {
    const usable = returnUrlSchema.safeParse(returnUrl)
    if (usable.success) return { kind: 'confirmed', returnUrl: usable.data }
    return { kind: 'refused', reason: 'return_url_unusable', remedy: 'check_profile', ...said }
  }
  const kind = confirmErrorKind(status, reason)
  if (kind === 'rate_limited') {
    const until = Date.now() + (retryAfterSeconds ?? defaultWaitSeconds) * 1000
    const code = said.message === null ? null : said.code
    return { kind: 'wait', cause: 'asked', until, place: null, message: said.message, code }
  }
  // Redirects are not followed, since the API key goes to the configured host only. The operator must fix the URL.
  const isRedirect = kind === 'unknown' && status >= 300 && status < 400
  if (isRedirect) return { kind: 'refused', reason: 'redirected', remedy: 'tell_operator', ...said }
  if (kind === 'unknown' && !isReadable) return refusedWithoutAnswer('answer_unreadable', said.code)
  return { kind: 'refused', ...refusals[kind], ...said }
}

/** The outcome if no response came, or none that could be read. */
export function refusedWithoutAnswer(reason: 'no_answer' | 'answer_unreadable', code: string | null): Refused {
  return { kind: 'refused', reason, remedy: 'try_again', message: null, code }
}

/** Whether only a new link helps: the service is never asked again for this one. */
export function isFinal(outcome: Outcome): outcome is Refused & { remedy: (typeof finalRemedies)[number] } {
  return outcome.kind === 'refused' && finalRemedies.some((remedy) => remedy === outcome.remedy)
}

/** A press of Connect that has passed the checks of the form, with its outcome: what is logged, counted, recorded and reported. */
export interface ConnectAttempt extends ConnectCall {
  /** Without the return URL, which carries the code. */
  outcome: { kind: 'confirmed' } | Exclude<ConfirmOutcome, { kind: 'confirmed' }>
}

/**
 * Whether the service had confirmed the request already ("Connect request states"). What it has recorded is the earlier
 * confirm then, perhaps with another wallet.
 */
export function isConfirmedBefore(outcome: string, status: number | null): boolean {
  return outcome === 'confirmed' && status === 409
}
