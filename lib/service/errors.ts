import type { ErrorKind } from './error-kind'
import type { OperationName } from './operation-name'

/**
 * The base of everything that can go wrong in a call to the service. There is one class for each remedy.
 * No error keeps the request, its headers, a body or a credential, so that any of them can be logged.
 */
export abstract class ServiceError extends Error {
  constructor(
    readonly operation: OperationName,
    whatHappened: string,
  ) {
    super(`${operation}: ${whatHappened}`)
  }
}

/** No complete response arrived: the connection failed, or broke off before the body was read. */
export class ServiceTransportError extends ServiceError {
  override readonly name = 'ServiceTransportError'
  /** @param code - Node's own code where there is one, for example `ECONNREFUSED`. */
  constructor(
    operation: OperationName,
    readonly code: string,
  ) {
    super(operation, `the service could not be reached (${code}).`)
  }
}

/** The deadline passed. For an upload it is the time without any progress, for other calls the total time. */
export class ServiceTimeoutError extends ServiceError {
  override readonly name = 'ServiceTimeoutError'
  constructor(
    operation: OperationName,
    readonly deadlineMs: number,
  ) {
    super(operation, `timed out after ${deadlineMs} ms.`)
  }
}

/** In which way a response does not follow the interface. */
export type ProtocolProblem = 'redirect' | 'too_large' | 'not_json' | 'unexpected_shape' | 'wrong_page'

const problemTexts: Record<ProtocolProblem, string> = {
  redirect: 'is a redirect, which is never followed with a credential',
  too_large: 'is larger than the limit',
  not_json: 'is not JSON',
  unexpected_shape: 'is not of the expected shape',
  wrong_page: 'is another page than the requested one',
}

/** A response arrived that does not follow the interface: the service, a proxy, or this client is wrong about it. */
export class ServiceProtocolError extends ServiceError {
  override readonly name = 'ServiceProtocolError'
  /**
   * @param status - undefined for a redirect in response to an upload, where Node does not give it.
   * @param path - the field that is missing or mistyped, like `data.balances.3.bolts`; never its value.
   */
  constructor(
    operation: OperationName,
    readonly status: number | undefined,
    readonly problem: ProtocolProblem,
    readonly path?: string,
  ) {
    const which = status === undefined ? '' : ` (status ${status})`
    const where = path === undefined ? '' : ` at ${path}`
    super(operation, `the response${which} ${problemTexts[problem]}${where}.`)
  }
}

/** Why the pages of a list cannot be right, even if the list changed while they were read. */
export type ListProblem = 'too_few_records' | 'too_many_records' | 'repeated_page' | 'endless'

const listProblemTexts: Record<ListProblem, string> = {
  too_few_records: 'end before all records have come',
  too_many_records: 'have more records than the list',
  repeated_page: 'have the same records again',
  endless: 'do not come to an end',
}

/** The pages of a list do not add up, so what was read of it is not the list. */
export class ServiceListError extends ServiceError {
  override readonly name = 'ServiceListError'
  /** Records that came, those that came twice included. */
  readonly received: number
  /** Records that the list has, by its last page that was read. */
  readonly total: number

  constructor(
    operation: OperationName,
    readonly problem: ListProblem,
    { received, total }: { received: number; total: number },
  ) {
    super(operation, `the pages of the list ${listProblemTexts[problem]} (${received} of ${total}).`)
    this.received = received
    this.total = total
  }
}

/** The details of a refusal. */
export interface Refusal {
  status: number
  /** Machine-readable reason, where the service gave one. */
  reason?: string | undefined
  /** The service's `error` text, as it came. */
  text?: string | undefined
  /** Whole seconds from `Retry-After`. */
  retryAfterSeconds?: number | undefined
}

/** The service refused the request. `kind` says which of the interface's errors it is. */
export class ServiceRefusedError extends ServiceError {
  override readonly name = 'ServiceRefusedError'
  readonly status: number
  readonly reason: string | undefined
  readonly retryAfterSeconds: number | undefined
  // A private field, so that logging the error leaves it out: the text can quote anything, secrets included.
  readonly #text: string | undefined

  constructor(
    operation: OperationName,
    readonly kind: ErrorKind,
    { status, reason, text, retryAfterSeconds }: Refusal,
  ) {
    super(operation, `the service refused (status ${status}, ${kind}).`)
    this.status = status
    this.reason = reason
    this.retryAfterSeconds = retryAfterSeconds
    this.#text = text
  }

  /** The service's `error` text, unchanged. Clean it before showing it, and never log it. */
  get serviceText(): string | undefined {
    return this.#text
  }
}

/** Returns Node's error code of a failed fetch from its chain of causes. The message can quote a URL and is never used. */
export function errorCode(error: unknown): string {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code
  }
  return error instanceof Error ? error.name : 'unknown'
}
