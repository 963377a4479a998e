import type { OperationName } from './errors'

/**
 * The rows that every operation has ("Authentication", 5; "Errors"), and `unlisted` for all that the
 * interface says nothing about.
 */
export type CommonRow = 'unauthenticated' | 'forbidden' | 'rate_limited' | 'server_error' | 'unlisted'

/** The rows of the confirm operation, whose reasons are in the table of "Errors". */
export type ConfirmRow =
  | CommonRow
  | 'already_confirmed'
  | 'request_not_found'
  | 'request_expired'
  | 'nonce_mismatch'
  | 'invalid_address'
  | 'invalid_request'

/** All rows, with those of "Upload a task batch CSV" and "List resources by wallet". */
export type ErrorRow = ConfirmRow | 'csv_missing' | 'wallet_not_found' | 'address_missing'

/** What of an answer tells its row. */
export interface ErrorSigns {
  status: number
  /** The body's `reason`. */
  reason: string | undefined
  /** The body's `error`. */
  text: string | undefined
  /** Whether the body's `status` is `error`. */
  saysError: boolean
}

/**
 * Tells which row of the interface's error tables an answer is.
 *
 * A status decides only where the interface gives it one. So 400 is a credential's or a subnet's fault
 * at the confirm endpoint alone, 404 is none at all elsewhere, and what the other endpoints refuse
 * with is known by the body that they are stated to give.
 */
export function errorRow(operation: OperationName, signs: ErrorSigns): ErrorRow {
  switch (operation) {
    case 'confirmConnection':
      return confirmRow(signs.status, signs.reason)
    case 'uploadBatch':
      return uploadRow(signs)
    case 'listResourcesByWallet':
      return resourcesRow(signs)
    case 'listPendingTaskRuns':
    case 'listConversions':
    case 'listBalances':
      return commonRow(signs.status)
  }
}

const confirmRows: Readonly<Record<string, ConfirmRow>> = {
  '409 already_confirmed': 'already_confirmed',
  '404 request_not_found': 'request_not_found',
  '410 request_expired': 'request_expired',
  '422 nonce_mismatch': 'nonce_mismatch',
  '422 invalid_address': 'invalid_address',
  '422 invalid_request': 'invalid_request',
}

/** The row of a confirm answer ("Errors"). */
export function confirmRow(status: number, reason: string | undefined): ConfirmRow {
  const row = confirmRows[`${status} ${reason}`]
  return row ?? (status === 400 ? 'unauthenticated' : commonRow(status))
}

/** The endpoint's status codes are not shown, but its texts are, word for word. */
function uploadRow({ status, text }: ErrorSigns): ErrorRow {
  const row = commonRow(status)
  if (row !== 'unlisted') return row
  switch (text?.trim().replace(/\.$/, '').toLowerCase()) {
    case 'csv file is required':
      return 'csv_missing'
    case 'invalid or missing token':
      return 'unauthenticated'
    case 'forbidden':
      return 'forbidden'
    default:
      return 'unlisted'
  }
}

/**
 * Two refusals are marked by `status: error`, and told apart by nothing but what their text is about:
 * that the wallet was not found, or that the address is missing. A text that speaks of both, or of
 * neither, stays unlisted: an address parameter under a wrong name must not look like an unknown wallet.
 */
function resourcesRow({ status, text = '', saysError }: ErrorSigns): ErrorRow {
  const row = commonRow(status)
  if (row !== 'unlisted' || !saysError) return row
  const isNotFound = /not[ _](be[ _])?found/i.test(text)
  const isMissing = /\b(missing|required)\b/i.test(text)
  if (isNotFound === isMissing) return 'unlisted'
  return isNotFound ? 'wallet_not_found' : 'address_missing'
}

function commonRow(status: number): CommonRow {
  if (status === 401) return 'unauthenticated'
  if (status === 403) return 'forbidden'
  if (status === 429) return 'rate_limited'
  return status >= 500 ? 'server_error' : 'unlisted'
}
