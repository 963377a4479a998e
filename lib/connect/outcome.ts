import { z } from 'zod'
import type { ConnectCall } from '@/lib/records'
import type { ServiceError } from '@/lib/service'
import { walletAddressProblems } from './wallet-address-shape'

// Not `server-only`, because the browser tests load the examples of the preview, which need this list.

/** The interface's reasons, and our own for all other cases, each with its "expected caller action" ("Errors"). */
export const remedyOf = {
  already_confirmed: 'press_connect_again',
  request_not_found: 'press_connect_again',
  request_expired: 'press_connect_again',
  nonce_mismatch: 'open_newest_link',
  invalid_address: 'check_address',
  invalid_request: 'tell_operator',
  not_authorized: 'tell_operator',
  server_error: 'try_again',
  redirected: 'tell_operator',
  no_answer: 'try_again',
  answer_unreadable: 'try_again',
  return_url_unusable: 'check_profile',
  unknown: 'tell_operator',
} as const

export type RefusalReason = keyof typeof remedyOf

export const refusalReasons = Object.keys(remedyOf) as RefusalReason[]

/** These need a new link, because the service never withdraws such a refusal. */
const finalRemedies = ['press_connect_again', 'open_newest_link'] as const

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
  remedy: z.enum(Object.values(remedyOf)),
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

/** The wait if `Retry-After` is missing. The service's rate limit is per minute ("Limits"). */
export const defaultWaitSeconds = 60

/** @default no text of the service and no code */
export const refusedFor = <Reason extends RefusalReason>(
  reason: Reason,
  { message = null, code = null }: Partial<Pick<Refused, 'message' | 'code'>> = {},
) => ({ kind: 'refused' as const, reason, remedy: remedyOf[reason], message, code })

export const linkExpired = refusedFor('request_expired')

/** Turns the error of a confirm call into an outcome ("Errors"). */
export function outcomeOf(
  error: ServiceError,
  said: Pick<Refused, 'message' | 'code'>,
): Extract<NotConfirmed, { kind: 'refused' | 'wait' }> {
  const { code } = said
  if (error.name === 'ServiceProtocolError') return refusedFor('answer_unreadable', { code })
  if (error.name !== 'ServiceRefusedError') return refusedFor('no_answer', { code })
  const { status, kind, retryAfterSeconds } = error
  // Something in front of the service may limit the rate too. Then it also helps to wait.
  if (kind === 'rate_limited' || status === 429) {
    const waitMs = (retryAfterSeconds ?? defaultWaitSeconds) * 1000
    const { message } = said
    const shared = { message, code: message === null ? null : code }
    return { kind: 'wait', cause: 'asked', until: Date.now() + waitMs, waitMs, place: null, ...shared }
  }
  // We do not follow redirects, because the API key may go only to the configured host. The operator must fix the URL.
  if (status >= 300 && status < 400) return refusedFor('redirected', said)
  if (kind === 'not_the_service') return refusedFor('answer_unreadable', { code })
  if (kind === 'unauthenticated' || kind === 'forbidden') return refusedFor('not_authorized', said)
  return refusedFor(refusalReasons.find((reason) => reason === kind) ?? 'unknown', said)
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
