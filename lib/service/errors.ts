export type OperationName =
  | 'listPendingTaskRuns'
  | 'confirmConnection'
  | 'listConversions'
  | 'listBalances'
  | 'uploadBatch'
  | 'listResourcesByWallet'

/**
 * The errors that every operation can return ("Authentication", rule 5; "Errors"). `unknown` covers every response of the
 * service that the interface does not describe. `not_the_service` covers every response that is not the service's.
 */
export type CommonErrorKind =
  | 'unauthenticated'
  | 'forbidden'
  | 'rate_limited'
  | 'server_error'
  | 'unknown'
  | 'not_the_service'

/** The table of "Errors". */
const confirmReasons = {
  already_confirmed: 409,
  request_not_found: 404,
  request_expired: 410,
  nonce_mismatch: 422,
  invalid_address: 422,
  invalid_request: 422,
} as const

export type ConfirmErrorKind = CommonErrorKind | keyof typeof confirmReasons

/** With the errors of "Upload a task batch CSV" and "List resources by wallet". */
export type ErrorKind = ConfirmErrorKind | 'csv_missing' | 'wallet_not_found' | 'address_missing'

/** The parts of an error response that decide its kind; `text` is the body's `error`. */
interface ErrorResponse {
  status: number
  reason: string | undefined
  text: string | undefined
  /** Whether the body's `status` is `error`. */
  hasErrorStatus: boolean
}

/** Classifies a response of the confirm endpoint ("Errors"). There, 400 means a wrong key or subnet. */
export function confirmErrorKind(response: Pick<ErrorResponse, 'status' | 'reason' | 'text'>): ConfirmErrorKind {
  const { status, reason } = response
  if (isConfirmReason(reason) && confirmReasons[reason] === status) return reason
  const kind = commonErrorKind(response)
  return kind === 'unknown' && status === 400 ? 'unauthenticated' : kind
}

export const isConfirmReason = (reason = ''): reason is keyof typeof confirmReasons =>
  Object.hasOwn(confirmReasons, reason)

/** The interface specifies the texts of the upload's errors word for word, but no status codes. */
const uploadErrorKinds = new Map<string | undefined, ErrorKind>([
  ['csv file is required', 'csv_missing'],
  ['invalid or missing token', 'unauthenticated'],
  ['forbidden', 'forbidden'],
])

/** Classifies a response of any other endpoint, where 400 and 404 have no meaning. The texts of the interface have one. */
export function errorKind(operation: OperationName, response: Omit<ErrorResponse, 'reason'>): ErrorKind {
  const kind = commonErrorKind(response)
  if (kind !== 'unknown') return kind
  if (operation === 'listResourcesByWallet') return resourcesErrorKind(response)
  const text = response.text?.trim().replace(/\.$/, '').toLowerCase()
  return (operation === 'uploadBatch' ? uploadErrorKinds.get(text) : undefined) ?? kind
}

/**
 * Both errors have `status: error`, and texts whose wording the interface leaves open. A text with both meanings stays
 * `unknown`, so that a wrong name of the address parameter never looks like an unknown wallet. A wrong base URL also
 * returns "not found". So without `status: error`, only a text about the wallet counts.
 */
function resourcesErrorKind({ status, text = '', hasErrorStatus }: Omit<ErrorResponse, 'reason'>): ErrorKind {
  const isNotFound =
    /not[ _](be[ _])?found|\bno such\b|\bdoes(n.?t| not) exist\b|\bnot known\b|\bunknown (wallet|account)\b/i.test(text)
  const isMissing = /\b(missing|required)\b/i.test(text)
  if (isNotFound && isMissing) return 'unknown'
  if (isNotFound) return hasErrorStatus || /wallet/i.test(text) ? 'wallet_not_found' : 'unknown'
  if (!hasErrorStatus) return 'unknown'
  if (isMissing) return 'address_missing'
  return status === 404 ? 'wallet_not_found' : 'unknown'
}

/** The service's errors have an `error` text ("Error body"). A CDN's or proxy's tell nothing about the key. */
function commonErrorKind({ status, text }: Pick<ErrorResponse, 'status' | 'text'>): CommonErrorKind {
  if (text === undefined) return 'not_the_service'
  if (status === 401) return 'unauthenticated'
  if (status === 403) return 'forbidden'
  if (status === 429) return 'rate_limited'
  return status >= 500 ? 'server_error' : 'unknown'
}

export type Result<Data> = { ok: true; data: Data } | { ok: false; error: ServiceError }

export const succeeded = <Data>(data: Data): Result<Data> => ({ ok: true, data })
export const failed = (error: ServiceError) => ({ ok: false, error }) as const

export const mapData = <Data, Changed>(result: Result<Data>, change: (data: Data) => Changed): Result<Changed> =>
  result.ok ? succeeded(change(result.data)) : result

/** Returns the data of a result, or throws its error, for a program that ends with it. */
export function orThrow<Data>(result: Result<Data>): Data {
  if (!result.ok) throw result.error
  return result.data
}

export type ProtocolProblem = 'redirect' | 'too_large' | 'unexpected_shape' | 'wrong_page'

const problemTexts: Record<ProtocolProblem, string> = {
  redirect: 'is a redirect, which is never followed with a credential',
  too_large: 'is larger than the limit',
  unexpected_shape: 'is not of the expected shape',
  wrong_page: 'is another page than the requested one',
}

export type ListProblem = 'too_few_records' | 'too_many_records'

export interface Refusal {
  status: number
  /** A media type without parameters. */
  contentType?: string | undefined
  /** Machine-readable ("Errors"). */
  reason?: string | undefined
  /** The service's unchanged `error` text, which can quote anything. Clean it before you show it, and never log it. */
  serviceText?: string | undefined
  /** Whole seconds from `Retry-After`. */
  retryAfterSeconds?: number | undefined
  /** The field of the confirm request that the text names ("Errors"), if any. */
  field?: string | undefined
}

/** Why a call failed. Each remedy has one name. */
export type Failure =
  /** No complete response arrived. `code` is Node's error code, like `ECONNREFUSED`, or else the name of the error. */
  | { name: 'ServiceTransportError'; code: string }
  /** The deadline passed, or an upload made no progress for that time. */
  | { name: 'ServiceTimeoutError'; deadlineMs: number }
  /**
   * The response violates the interface. `status` is undefined for `wrong_page`, and for a redirect of an upload, which
   * Node does not report. `path` is the missing or mistyped field, like `data.balances.3.bolts`; never its value.
   */
  | { name: 'ServiceProtocolError'; status?: number; problem: ProtocolProblem; path?: string }
  /** The pages do not add up. `received` includes repeated records, and `total` is that of the last page. */
  | { name: 'ServiceListError'; problem: ListProblem; received: number; total: number }
  /** The service refused the request, or something between this app and the service did (`not_the_service`). */
  | ({ name: 'ServiceRefusedError'; kind: ErrorKind } & Refusal)

/** Safe to log, because it has no request, header, body or credential. */
class FailureError extends Error {
  constructor(
    readonly operation: OperationName,
    failure: Failure,
    options?: ErrorOptions,
  ) {
    super(`${operation}: ${whatHappened(failure)}`, options)
    Object.assign(this, failure)
    // So logs leave it out.
    if ('serviceText' in failure) Object.defineProperty(this, 'serviceText', { enumerable: false })
  }
}

export type ServiceError = FailureError & Failure

export type ServiceRefusedError = Extract<ServiceError, { name: 'ServiceRefusedError' }>

export const serviceError = (operation: OperationName, failure: Failure, options?: ErrorOptions) =>
  new FailureError(operation, failure, options) as ServiceError

export const isServiceError = (error: unknown): error is ServiceError => error instanceof FailureError

function whatHappened(failure: Failure): string {
  switch (failure.name) {
    case 'ServiceTransportError':
      return `the service could not be reached (${failure.code}).`
    case 'ServiceTimeoutError':
      return `timed out after ${failure.deadlineMs} ms.`
    case 'ServiceProtocolError': {
      const which = failure.status === undefined ? '' : ` (status ${failure.status})`
      const where = failure.path === undefined ? '' : ` at ${failure.path}`
      return `the response${which} ${problemTexts[failure.problem]}${where}.`
    }
    case 'ServiceListError': {
      const { problem, received, total } = failure
      const what =
        problem === 'too_few_records' ? 'end before all records have come' : 'have more records than the list'
      return `the pages of the list ${what} (${received} of ${total}).`
    }
    case 'ServiceRefusedError':
      return failure.kind === 'not_the_service'
        ? `something between this app and the service answered (status ${answerText(failure)}).`
        : `the service refused (status ${failure.status}, ${failure.kind}).`
  }
}

/** Describes a response: `403, text/html`. */
export function answerText({ status, contentType }: Pick<Refusal, 'status' | 'contentType'>): string {
  return `${status}, ${contentType ?? 'no content type'}`
}

export const isTooLarge = (error: ServiceError): boolean =>
  error.name === 'ServiceProtocolError' && error.problem === 'too_large'

/** The cause has only the name and the code of the error, because the rest can quote a request or a response. */
export const transportError = (operation: OperationName, error: unknown): ServiceError =>
  serviceError(operation, { name: 'ServiceTransportError', code: errorCode(error) }, { cause: causeOf(error) })

/** Returns Node's error code of a failed fetch, or else the name of the error; never a message, which can quote a URL. */
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
