/** The operations of the interface, with the names of this client's functions. */
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

/** The reasons in the table of "Errors", each with its status. */
const confirmReasons = {
  already_confirmed: 409,
  request_not_found: 404,
  request_expired: 410,
  nonce_mismatch: 422,
  invalid_address: 422,
  invalid_request: 422,
} as const

/** The errors of the confirm operation. */
export type ConfirmErrorKind = CommonErrorKind | keyof typeof confirmReasons

/** All errors, including the errors of "Upload a task batch CSV" and "List resources by wallet". */
export type ErrorKind = ConfirmErrorKind | 'csv_missing' | 'wallet_not_found' | 'address_missing'

/** The parts of an error response that decide its kind. */
interface ErrorResponse {
  status: number
  /** The body's `reason`. */
  reason: string | undefined
  /** The body's `error`. */
  text: string | undefined
  /** Whether the body's `status` is `error`. */
  hasErrorStatus: boolean
}

/** Classifies a response of the confirm endpoint by the table of "Errors". There, 400 means a wrong key or subnet. */
export function confirmErrorKind(response: Pick<ErrorResponse, 'status' | 'reason' | 'text'>): ConfirmErrorKind {
  const { status, reason } = response
  if (isConfirmReason(reason) && confirmReasons[reason] === status) return reason
  const kind = commonErrorKind(response)
  return kind === 'unknown' && status === 400 ? 'unauthenticated' : kind
}

const isConfirmReason = (reason = ''): reason is keyof typeof confirmReasons => Object.hasOwn(confirmReasons, reason)

/** The interface specifies the texts of the upload's errors word for word, but no status codes. */
const uploadErrorKinds = new Map<string | undefined, ErrorKind>([
  ['csv file is required', 'csv_missing'],
  ['invalid or missing token', 'unauthenticated'],
  ['forbidden', 'forbidden'],
])

/**
 * Classifies a response of any other endpoint. A status code counts only if the interface gives it a meaning, which 400
 * and 404 have at the confirm endpoint only. The response bodies that the interface lists identify the endpoints' own
 * errors.
 */
export function errorKind(operation: OperationName, response: Omit<ErrorResponse, 'reason'>): ErrorKind {
  const kind = commonErrorKind(response)
  if (kind !== 'unknown') return kind
  if (operation === 'listResourcesByWallet') return resourcesErrorKind(response)
  const text = response.text?.trim().replace(/\.$/, '').toLowerCase()
  return (operation === 'uploadBatch' ? uploadErrorKinds.get(text) : undefined) ?? kind
}

/**
 * The bodies of both errors have `status: error`, and only their texts differ. The interface gives the meaning of the
 * texts (the wallet was not found, or the address is missing), but not their wording. If the text has neither meaning,
 * a 404 of this shape means an unknown wallet. A text with both meanings stays `unknown`, so that a wrong name of the
 * address parameter never looks like an unknown wallet. Without `status: error`, only a text about the wallet counts,
 * because a wrong base URL also returns "not found".
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

/**
 * The service's own errors always have an `error` text ("Error body"). A response without it, with any status, is from
 * something between this app and the service, such as a CDN, and says nothing about the key or the request.
 */
function commonErrorKind({ status, text }: Pick<ErrorResponse, 'status' | 'text'>): CommonErrorKind {
  if (text === undefined) return 'not_the_service'
  if (status === 401) return 'unauthenticated'
  if (status === 403) return 'forbidden'
  if (status === 429) return 'rate_limited'
  return status >= 500 ? 'server_error' : 'unknown'
}
