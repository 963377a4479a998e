import type { Problem, ProblemKind } from '@/lib/console/problem'
import type { BatchUpload } from '@/lib/service'
import type { SentFile } from '@/lib/console/batches'

/** Request headers with the data about the file. The URL does not have this data, because proxies log URLs. */
export const uploadHeaders = {
  /** Percent-encoded, because headers are ASCII. */
  fileName: 'X-File-Name',
  /** A subnet admin's JWT, which replaces the API key. */
  adminJwt: 'X-Admin-Jwt',
  /** Present if the sender wants to send the same bytes again. */
  sendAgain: 'X-Send-Again',
}

/** The text of a JWT: printable ASCII that fits into a header. */
export const adminJwtPattern = /^[\x21-\x7e]{1,8192}$/

/** The route handler's response, as JSON. */
export type UploadResponse =
  /** `isKept`: whether the batch is in the list of batches. */
  | { kind: 'taken'; batch: BatchUpload; isKept: boolean }
  /** An earlier file had the same bytes. This time, the service did not get the end of the file. */
  | { kind: 'sent_before'; earlier: SentFile }
  /** The file changed after its check. The service did not get the whole file. */
  | { kind: 'file_changed' }
  /** This app refused the request, for the reason of the text. The service got nothing. */
  | { kind: 'refused'; text: string }
  /** The service refused the file, or failed. */
  | { kind: 'failed'; problem: Problem }

/**
 * The refusals that the interface describes ("Upload a task batch CSV"): a status of 401, 403 or 429, and three texts.
 * They are certain: after any other failure, with any status, the service may have accepted rows.
 */
export const certainRefusals: readonly ProblemKind[] = ['unauthenticated', 'forbidden', 'rate_limited', 'csv_missing']
