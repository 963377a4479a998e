import type { ErrorKind, OperationName } from './error-kind'

/** The end of a call: its data, or why it failed. No call throws an error of the service. */
export type Result<Data> = { ok: true; data: Data } | { ok: false; error: ServiceError }

export const succeeded = <Data>(data: Data): Result<Data> => ({ ok: true, data })
export const failed = (error: ServiceError) => ({ ok: false, error }) as const

/** Changes the data of a result. A failure stays as it is. */
export const mapData = <Data, Changed>(result: Result<Data>, change: (data: Data) => Changed): Result<Changed> =>
  result.ok ? succeeded(change(result.data)) : result

/** Returns the data of a result, or throws its error, for a program that ends with it. */
export function orThrow<Data>(result: Result<Data>): Data {
  if (!result.ok) throw result.error
  return result.data
}

/**
 * The base class of all errors of a call to the service. Each remedy has one class. No error contains the request, its
 * headers, a body or a credential, so every error is safe to log.
 */
export abstract class ServiceError extends Error {
  constructor(
    readonly operation: OperationName,
    whatHappened: string,
    options?: ErrorOptions,
  ) {
    super(`${operation}: ${whatHappened}`, options)
  }
}

/** No complete response arrived, because the connection failed or broke off. */
export class ServiceTransportError extends ServiceError {
  override readonly name = 'ServiceTransportError'
  /** @param code - Node's error code, for example `ECONNREFUSED`, or else the name of the error. */
  constructor(
    operation: OperationName,
    readonly code: string,
    options?: ErrorOptions,
  ) {
    super(operation, `the service could not be reached (${code}).`, options)
  }

  /** Its cause has only the name and the code of the error, because the rest can quote a request or a response. */
  static of(operation: OperationName, error: unknown): ServiceTransportError {
    const { name, code } = causeOf(error)
    return new ServiceTransportError(operation, code ?? name, { cause: { name, code } })
  }
}

/** The deadline passed. For an upload, the deadline is the time without progress; for other calls, the total time. */
export class ServiceTimeoutError extends ServiceError {
  override readonly name = 'ServiceTimeoutError'
  constructor(
    operation: OperationName,
    readonly deadlineMs: number,
  ) {
    super(operation, `timed out after ${deadlineMs} ms.`)
  }
}

/** How a response violates the interface. */
export type ProtocolProblem = 'redirect' | 'too_large' | 'unexpected_shape' | 'wrong_page'

const problemTexts: Record<ProtocolProblem, string> = {
  redirect: 'is a redirect, which is never followed with a credential',
  too_large: 'is larger than the limit',
  unexpected_shape: 'is not of the expected shape',
  wrong_page: 'is another page than the requested one',
}

/** The response violates the interface. The cause is the service, a proxy, or a mistake in this client. */
export class ServiceProtocolError extends ServiceError {
  override readonly name = 'ServiceProtocolError'
  /**
   * @param status - undefined for `wrong_page`, and for a redirect in response to an upload, which Node does not report.
   * @param path - the missing or mistyped field, like `data.balances.3.bolts`; never its value.
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

/** Checks whether an error says that a response is larger than the limit. */
export function isTooLarge(error: ServiceError): boolean {
  return error instanceof ServiceProtocolError && error.problem === 'too_large'
}

/** Why the pages of a list are not the list. */
export type ListProblem = 'too_few_records' | 'too_many_records'

/** The pages of a list do not add up, so the records that were read are not the list. */
export class ServiceListError extends ServiceError {
  override readonly name = 'ServiceListError'
  /**
   * @param received - number of received records, including repeated records.
   * @param total - number of records in the list, according to the last page that was read.
   */
  constructor(
    operation: OperationName,
    readonly problem: ListProblem,
    readonly received: number,
    readonly total: number,
  ) {
    const what = problem === 'too_few_records' ? 'end before all records have come' : 'have more records than the list'
    super(operation, `the pages of the list ${what} (${received} of ${total}).`)
  }
}

/** The details of a refusal. */
export interface Refusal {
  status: number
  /** The media type of the response, if it has one; see `mediaTypeOf`. */
  contentType?: string | undefined
  /** Machine-readable reason, if the service sent one ("Errors"). */
  reason?: string | undefined
  /** The service's unchanged `error` text. */
  text?: string | undefined
  /** Whole seconds from `Retry-After`. */
  retryAfterSeconds?: number | undefined
  /** The field of the confirm request that the text names ("Errors"), if any. */
  field?: string | undefined
}

/** Describes a response to people by its status and media type: `403, text/html`. */
export function answerText({ status, contentType }: Pick<Refusal, 'status' | 'contentType'>): string {
  return `${status}, ${contentType ?? 'no content type'}`
}

/**
 * The service refused the request, or something between this app and the service did. `kind` is one of the interface's
 * errors, or `not_the_service`.
 */
export class ServiceRefusedError extends ServiceError {
  override readonly name = 'ServiceRefusedError'
  readonly status: number
  readonly contentType: string | undefined
  readonly reason: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly field: string | undefined
  // A private field does not appear in logs. The text can quote anything, including secrets.
  readonly #text: string | undefined

  constructor(
    operation: OperationName,
    readonly kind: ErrorKind,
    { status, contentType, reason, text, retryAfterSeconds, field }: Refusal,
  ) {
    super(
      operation,
      kind === 'not_the_service'
        ? `something between this app and the service answered (status ${answerText({ status, contentType })}).`
        : `the service refused (status ${status}, ${kind}).`,
    )
    this.status = status
    this.contentType = contentType
    this.reason = reason
    this.retryAfterSeconds = retryAfterSeconds
    this.field = field
    this.#text = text
  }

  /** The service's unchanged `error` text. Clean it before you show it, and never log it. */
  get serviceText(): string | undefined {
    return this.#text
  }
}

/**
 * Returns Node's error code of a failed fetch from its chain of causes, or else the name of the error. It never uses a
 * message, because a message can quote a URL.
 */
export function errorCode(error: unknown): string {
  const { name, code } = causeOf(error)
  return code ?? name
}

/** Returns the first error with a code in the chain of causes, or else the error itself. */
function causeOf(error: unknown): { name: string; code?: string } {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if ('code' in cause && typeof cause.code === 'string') return { name: cause.name, code: cause.code }
  }
  return { name: error instanceof Error ? error.name : 'unknown' }
}
