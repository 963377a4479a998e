import type { ErrorRow } from './error-rows'

/** The operations of the interface, named as the functions of this client are. */
export type OperationName =
  | 'listPendingTaskRuns'
  | 'confirmConnection'
  | 'listConversions'
  | 'listBalances'
  | 'uploadBatch'
  | 'listResourcesByWallet'

/**
 * What can go wrong between this client and the service, one class for each remedy. None of them keeps
 * the request, its headers, a body or a credential: an error must be safe to log whole.
 */
export abstract class ServiceError extends Error {
  constructor(
    readonly operation: OperationName,
    whatHappened: string,
  ) {
    super(`${operation}: ${whatHappened}`)
  }
}

/** No answer came: the connection could not be made, or broke before the answer was read. */
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

/** The deadline passed: for an upload that of a stall, otherwise that of the whole call. */
export class ServiceTimeoutError extends ServiceError {
  override readonly name = 'ServiceTimeoutError'
  constructor(
    operation: OperationName,
    readonly deadlineMs: number,
  ) {
    super(operation, `timed out after ${deadlineMs} ms.`)
  }
}

/** In which way an answer is not one of the interface. */
export type ProtocolProblem = 'redirect' | 'too_large' | 'not_json' | 'unexpected_shape'

const problemWordings: Record<ProtocolProblem, string> = {
  redirect: 'redirects, which is not followed with a credential',
  too_large: 'is larger than is read',
  not_json: 'is not JSON',
  unexpected_shape: 'is not of the expected shape',
}

/** An answer came, and it is not one of the interface: the two sides, or what is between them, disagree. */
export class ServiceProtocolError extends ServiceError {
  override readonly name = 'ServiceProtocolError'
  /**
   * @param status - undefined for a redirect in answer to an upload, where Node does not tell it.
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
    super(operation, `the answer${which} ${problemWordings[problem]}${where}.`)
  }
}

/** What a refusal says beside its row. */
export interface Refusal {
  status: number
  /** Machine-readable reason, where the service gave one. */
  reason?: string | undefined
  /** The service's `error` text, as it came. */
  text?: string | undefined
  /** Whole seconds from `Retry-After`. */
  retryAfterSeconds?: number | undefined
}

/** The service answered, and refused. `row` says which row of the interface's error tables it is. */
export class ServiceRefusedError extends ServiceError {
  override readonly name = 'ServiceRefusedError'
  readonly status: number
  readonly reason: string | undefined
  readonly retryAfterSeconds: number | undefined
  // Private, so that a log of the whole error leaves it out: the service may quote anything in it.
  readonly #text: string | undefined

  constructor(
    operation: OperationName,
    readonly row: ErrorRow,
    { status, reason, text, retryAfterSeconds }: Refusal,
  ) {
    super(operation, `the service refused (status ${status}, ${row}).`)
    this.status = status
    this.reason = reason
    this.retryAfterSeconds = retryAfterSeconds
    this.#text = text
  }

  /** The service's `error` text, as it came: clean it before it is shown, and do not log it. */
  get serviceText(): string | undefined {
    return this.#text
  }
}

/** Node's code of a failed fetch, dug out of its causes; never its message, which can quote an address. */
export function codeOf(error: unknown): string {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code
  }
  return error instanceof Error ? error.name : 'unknown'
}
