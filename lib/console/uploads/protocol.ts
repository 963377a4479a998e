import type { Route } from 'next'
import type { Problem, ProblemKind } from '@/lib/console/shared/problem'
import type { BatchUpload } from '@/lib/service'

/** An example of a file, by the columns that the operator has set. */
export const examplePath = '/console/uploads/example'

/** The page of a batch. */
export const batchPath = (id: string): Route => `/console/uploads/${encodeURIComponent(id)}` as Route

/** Headers sent with the file. They are not in the URL, which proxies write to their logs. */
export const uploadHeaders = {
  /** Percent-encoded, since headers are ASCII. */
  fileName: 'X-File-Name',
  /** A subnet admin's JWT, which is used in place of the API key. */
  adminJwt: 'X-Admin-Jwt',
  /** Present if the file is to be sent although its bytes were sent before. */
  sendAgain: 'X-Send-Again',
}

/** The text of a JWT: printable ASCII that fits into a header. */
export const adminJwtPattern = /^[\x21-\x7e]{1,8192}$/

/** A file that was sent before. */
export interface SentFile {
  /** When it was sent, in milliseconds since the epoch. */
  at: number
  fileName: string
  /** Who sent it, by name. */
  by: string
  /** Null if no answer came that says whether the service accepted it. */
  batchId: string | null
}

/** The route handler's response, as JSON. */
export type UploadResponse =
  /** `isKept`: the batch is in the list of batches. */
  | { kind: 'taken'; batch: BatchUpload; isKept: boolean }
  /** The same bytes were sent before. The service did not get them as a whole now. */
  | { kind: 'sent_before'; earlier: SentFile }
  /** The service refused the file, or failed. */
  | { kind: 'failed'; problem: Problem }
  /** The request is not one that the page sends. */
  | { kind: 'invalid' }

/**
 * The refusals that the interface describes ("Upload a task batch CSV"): a status of 401, 403 or 429, and three texts.
 * After any other failure, whatever its status, the service may have taken rows.
 */
const certainRefusals: readonly ProblemKind[] = ['unauthenticated', 'forbidden', 'rate_limited', 'csv_missing']

/** Whether it is certain that the service did not accept the rows. */
export function isCertainRefusal(kind: ProblemKind): boolean {
  return certainRefusals.includes(kind)
}
