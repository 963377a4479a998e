import {
  ServiceProtocolError,
  ServiceRefusedError,
  ServiceTimeoutError,
  ServiceTransportError,
  type ConfirmRow,
  type CommonRow,
  type ErrorRow,
  type ProtocolProblem,
  type ServiceError,
} from '@/lib/service'
import { serviceText } from '@/lib/service-text'

/** Why the service could not be read or written: one kind for each thing that an operator can do about it. */
export type ProblemKind = CommonRow | Exclude<ErrorRow, ConfirmRow> | ProtocolProblem | 'unreachable' | 'timed_out'

/** A failed call, as pages show it: safe to send to a browser. */
export interface Problem {
  kind: ProblemKind
  /** The service's own text, cleaned for showing, where it gave one. */
  message: string | null
  /** Seconds, from `Retry-After`. */
  retryAfterSeconds?: number | undefined
}

/**
 * Turns an error of the service's client into what is shown of it.
 *
 * @param secrets - texts that must not be shown even where the service's own text quotes them.
 */
export function problemOf(error: ServiceError, secrets: readonly string[]): Problem {
  if (error instanceof ServiceRefusedError) {
    const { row, retryAfterSeconds } = error
    return { kind: kindOfRow(row), message: serviceText(error.serviceText, secrets), retryAfterSeconds }
  }
  return { kind: kindOfFailure(error), message: null }
}

function kindOfFailure(error: ServiceError): ProblemKind {
  if (error instanceof ServiceTransportError) return 'unreachable'
  if (error instanceof ServiceTimeoutError) return 'timed_out'
  if (error instanceof ServiceProtocolError) return error.problem
  return 'unlisted'
}

function kindOfRow(row: ErrorRow): ProblemKind {
  switch (row) {
    // Rows of the confirm endpoint alone, which no page of the console waits for.
    case 'already_confirmed':
    case 'request_not_found':
    case 'request_expired':
    case 'nonce_mismatch':
    case 'invalid_address':
    case 'invalid_request':
      return 'unlisted'
    default:
      return row
  }
}

/** What of an error goes into the log: never a text of the service, which may quote anything. */
export function problemLogFields(error: ServiceError): Record<string, string | number | undefined> {
  const { operation, name } = error
  if (error instanceof ServiceRefusedError) {
    return {
      operation,
      error: name,
      row: error.row,
      status: error.status,
      reason: serviceText(error.reason) ?? undefined,
    }
  }
  if (error instanceof ServiceProtocolError) {
    return { operation, error: name, status: error.status, problem: error.problem, path: error.path }
  }
  if (error instanceof ServiceTransportError) return { operation, error: name, code: error.code }
  return { operation, error: name }
}
