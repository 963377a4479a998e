import {
  answerText,
  isConfirmReason,
  isRefusedPage,
  serviceMessage,
  type CommonErrorKind,
  type ConfirmErrorKind,
  type ErrorKind,
  type ProtocolProblem,
  type ServiceError,
} from '@/lib/service'

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
  /** The service's text, made safe by `serviceMessage`. */
  message: string | null
  retryAfterSeconds?: number | undefined
  /** The status and the media type of an answer that is not the service's. */
  answer?: string | undefined
  /** Whether the requested page of a list may be beyond the end of the list. */
  mayBePastEnd?: boolean
}

const kinds = {
  ServiceTransportError: 'unreachable',
  ServiceTimeoutError: 'timed_out',
  ServiceListError: 'inconsistent_list',
} as const

/** @param secrets - the message is null if the service's text quotes one of them. */
export function problemOf(error: ServiceError, secrets: readonly string[]): Problem {
  if (error.name === 'ServiceRefusedError') {
    const { kind, retryAfterSeconds } = error
    const pastEnd = isRefusedPage(error) ? { mayBePastEnd: true } : {}
    if (kind === 'not_the_service') return { kind, message: null, answer: answerText(error), ...pastEnd }
    // No page of the console shows the result of the confirm endpoint, so its reasons say nothing here.
    const message = serviceMessage(error.serviceText, secrets)
    return { kind: isConfirmReason(kind) ? 'unknown' : kind, message, retryAfterSeconds, ...pastEnd }
  }
  return { kind: error.name === 'ServiceProtocolError' ? error.problem : kinds[error.name], message: null }
}
