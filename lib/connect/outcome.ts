import 'server-only'
import { z } from 'zod'
import type { ConnectCall } from '@/lib/records'
import type { ErrorKind, ServiceError } from '@/lib/service'
import { walletAddressProblems } from './wallet-address-shape'

/** The interface's reasons, and our own for all other cases. */
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

/** These need a new link, because the service never withdraws such a refusal. */
const finalRemedies = ['press_connect_again', 'open_newest_link'] as const

/** Each "expected caller action" of the interface ("Errors"), and our own. */
const remedies = [...finalRemedies, 'check_address', 'try_again', 'check_profile', 'tell_operator'] as const

/**
 * Why a press has to wait:
 *
 * - `queue`: other users are first in the queue for the service's budget.
 * - `attempts`: this user has tried too often.
 * - `asked`: the service has requested the wait with a 429.
 */
export const waitCauses = ['queue', 'attempts', 'asked'] as const

/** The service's text, safe to show, and the support code, which the log line contains too. */
const saidFields = { message: z.string().nullable(), code: z.string().nullable() }

const refusedSchema = z.object({
  kind: z.literal('refused'),
  reason: z.enum(refusalReasons),
  remedy: z.enum(remedies),
  ...saidFields,
})

export const appProblems = [
  'declined',
  'failed',
  'unreadable',
  'already_chosen',
  'not_chosen',
  'cannot_sign',
  'dialog_open',
  'locked',
  'no_account',
  'invalid_address',
  'other_address',
] as const

export type AppProblem = (typeof appProblems)[number]

/** What the link's cookie stores of a press that did not connect. */
export const notConfirmedSchema = z.discriminatedUnion('kind', [
  refusedSchema,
  z.object({
    kind: z.literal('wait'),
    cause: z.enum(waitCauses),
    /** Milliseconds since the epoch. */
    until: z.number(),
    /** If the clock is set back, the rest of the wait must not be longer. */
    waitMs: z.number(),
    /** In the queue, counted from 1; null if unknown. */
    place: z.number().nullable(),
    ...saidFields,
  }),
  /** Before any call to the service. */
  z.object({ kind: z.literal('address_problem'), problem: z.enum(walletAddressProblems) }),
  z.object({ kind: z.literal('proof_problem'), problem: z.enum(['missing', 'refused']) }),
  z.object({ kind: z.literal('app_problem'), app: z.string(), problem: z.enum(appProblems) }),
])

/** The outcome of a press of Connect. */
export type Outcome =
  | {
      kind: 'confirmed'
      /** Secret, because it contains the `auth_code`. It is ready for a `Location` header. */
      returnUrl: string
    }
  | NotConfirmed

export type NotConfirmed = z.output<typeof notConfirmedSchema>

export type ConfirmOutcome = Extract<Outcome, { kind: 'confirmed' | 'refused' | 'wait' }>

export type Refused = z.output<typeof refusedSchema>

/** Without a call to the service. */
export const linkExpired = {
  kind: 'refused',
  reason: 'request_expired',
  remedy: 'press_connect_again',
  message: null,
  code: null,
} as const satisfies Refused

/** The wait if `Retry-After` is missing. The service's rate limit is per minute ("Limits"). */
export const defaultWaitSeconds = 60

type Refusal = Pick<Refused, 'reason' | 'remedy'>

/** The reason and the remedy for each kind of refusal. Any other kind counts as unknown. */
const refusals: Partial<Record<ErrorKind, Refusal>> & { unknown: Refusal } = {
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

/** Turns the error of a confirm call into an outcome ("Errors"). */
export function outcomeOf(
  error: ServiceError,
  said: Pick<Refused, 'message' | 'code'>,
): Extract<NotConfirmed, { kind: 'refused' | 'wait' }> {
  if (error.name === 'ServiceProtocolError') return refusedWithoutAnswer('answer_unreadable', said.code)
  if (error.name !== 'ServiceRefusedError') return refusedWithoutAnswer('no_answer', said.code)
  const { status, kind, retryAfterSeconds } = error
  // Something in front of the service may limit the rate too. Then it also helps to wait.
  if (kind === 'rate_limited' || status === 429) {
    const waitMs = (retryAfterSeconds ?? defaultWaitSeconds) * 1000
    const { message } = said
    const code = message === null ? null : said.code
    return { kind: 'wait', cause: 'asked', until: Date.now() + waitMs, waitMs, place: null, message, code }
  }
  // We do not follow redirects, because the API key may go only to the configured host. The operator must fix the URL.
  const isRedirect = status >= 300 && status < 400
  if (isRedirect) return { kind: 'refused', reason: 'redirected', remedy: 'tell_operator', ...said }
  if (kind === 'not_the_service') return refusedWithoutAnswer('answer_unreadable', said.code)
  return { kind: 'refused', ...(refusals[kind] ?? refusals.unknown), ...said }
}

function refusedWithoutAnswer(reason: 'no_answer' | 'answer_unreadable', code: string | null): Refused {
  return { kind: 'refused', reason, remedy: 'try_again', message: null, code }
}

/** Checks whether only a new link helps. The app then never calls the service for this one again. */
export function isFinal(outcome: Outcome): outcome is Refused & { remedy: (typeof finalRemedies)[number] } {
  return outcome.kind === 'refused' && finalRemedies.some((remedy) => remedy === outcome.remedy)
}

/** A press with a valid form, for logs, metrics, records and reports. */
export interface ConnectAttempt extends ConnectCall {
  /** Without the return URL, because it contains the `auth_code`. */
  outcome: { kind: 'confirmed' } | Exclude<ConfirmOutcome, { kind: 'confirmed' }>
  /** The media type of the last response; undefined without one. */
  contentType?: string | undefined
}

/**
 * Checks whether an earlier confirm had connected the request ("Connect request states"). The service keeps its wallet,
 * which may differ from this one.
 */
export function isConfirmedBefore(outcome: string, status: number | null): boolean {
  return outcome === 'confirmed' && status === 409
}

/** For the operator, in the log and the console. */
const hints: Partial<Record<RefusalReason, string>> = {
  request_not_found:
    'If the service knows no link at all, the connect URL is registered at its other deployment: compare SERVICE_BASE_URL and SERVICE_ENVIRONMENT with the one where users press Connect (staging or production).',
  not_authorized:
    'The service refused the subnet or its key: check SUBNET_ID, SERVICE_API_KEY and SERVICE_BASE_URL (staging and production have their own), and that the key was created by a current admin of this subnet.',
  invalid_request: 'The service refused the body of the confirm request, and its answer names the field.',
  redirected: 'The service answered with a redirect, which is not followed: check SERVICE_BASE_URL.',
  return_url_unusable: 'The service confirmed, but its return_url is not an absolute http or https URL.',
  answer_unreadable:
    'Something between this app and the service answered, so this says nothing about the key. Look at the status and the content type in the log: check that SERVICE_BASE_URL is the address of the service, and that its CDN, firewall or gateway lets this server through (an allow-list of IP addresses).',
  no_answer: 'The service did not answer in time: check SERVICE_BASE_URL and the network of this server.',
  unknown: 'The service gave an answer that its interface does not describe.',
}

/**
 * @param field - the request's field that the service's answer names.
 * @param signatureField - SERVICE_SIGNATURE_FIELD.
 */
export function operatorHint(reason: string, field: string | undefined, signatureField: string): string | undefined {
  if (reason === 'invalid_request' && field !== undefined) {
    return field === signatureField
      ? `The service refused the field "${field}": if it knows the signature by another name, set SERVICE_SIGNATURE_FIELD. Until then, users can connect without signing.`
      : `The service refused the field "${field}" of the confirm request.`
  }
  return Object.hasOwn(hints, reason) ? hints[reason as RefusalReason] : undefined
}
