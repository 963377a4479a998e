import {
  ServiceListError,
  ServiceProtocolError,
  ServiceRefusedError,
  ServiceTimeoutError,
  ServiceTransportError,
  answerText,
  isRefusedPage,
  serviceMessage,
  type ConfirmErrorKind,
  type CommonErrorKind,
  type ErrorKind,
  type ProtocolProblem,
  type ServiceError,
} from '@/lib/service'

/** Why a call to the service failed. Each kind has its own advice for the operator. */
export type ProblemKind =
  | CommonErrorKind
  | Exclude<ErrorKind, ConfirmErrorKind>
  | ProtocolProblem
  | 'inconsistent_list'
  | 'unreachable'
  | 'timed_out'

/** A failed call, for display. It is safe to send to a browser. */
export interface Problem {
  kind: ProblemKind
  /** The service's error text, made safe by `serviceMessage`; null without a text to show. */
  message: string | null
  /** Seconds, from `Retry-After`. */
  retryAfterSeconds?: number | undefined
  /** The status and the media type of an answer that is not the service's. */
  answer?: string | undefined
  /** Whether the requested page of a list may be beyond the end of the list. */
  mayBePastEnd?: boolean
}

/**
 * Converts an error of the service's client to a problem for display.
 *
 * @param secrets - the message is null if the service's text quotes one of them.
 */
export function problemOf(error: ServiceError, secrets: readonly string[]): Problem {
  if (error instanceof ServiceRefusedError) {
    const { kind, retryAfterSeconds } = error
    const pastEnd = isRefusedPage(error) ? { mayBePastEnd: true } : {}
    if (kind === 'not_the_service') return { kind, message: null, answer: answerText(error), ...pastEnd }
    const message = serviceMessage(error.serviceText, secrets)
    return { kind: kindOfRefusal(kind), message, retryAfterSeconds, ...pastEnd }
  }
  return { kind: kindOfFailure(error), message: null }
}

function kindOfFailure(error: ServiceError): ProblemKind {
  if (error instanceof ServiceTransportError) return 'unreachable'
  if (error instanceof ServiceTimeoutError) return 'timed_out'
  if (error instanceof ServiceProtocolError) return error.problem
  if (error instanceof ServiceListError) return 'inconsistent_list'
  return 'unknown'
}

function kindOfRefusal(kind: ErrorKind): ProblemKind {
  switch (kind) {
    // Only the confirm endpoint refuses with these, and no page of the console shows its result.
    case 'already_confirmed':
    case 'request_not_found':
    case 'request_expired':
    case 'nonce_mismatch':
    case 'invalid_address':
    case 'invalid_request':
      return 'unknown'
    default:
      return kind
  }
}
