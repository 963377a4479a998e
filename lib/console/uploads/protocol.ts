import type { Problem } from '@/lib/console/shared/problem'
import type { BatchUpload } from '@/lib/service'

/** The page sends a file here, as the body of a POST. */
export const uploadPath = '/console/uploads/file'

/** Headers sent with the file. They are not in the URL, which proxies write to their logs. */
export const uploadHeaders = {
  /** Percent-encoded, since headers are ASCII. */
  fileName: 'X-File-Name',
  /** A subnet admin's JWT, which is used in place of the API key. */
  adminJwt: 'X-Admin-Jwt',
}

/** The text of a JWT: printable ASCII that fits into a header. */
export const adminJwtPattern = /^[\x21-\x7e]{1,8192}$/

/** The route handler's response, as JSON. */
export type UploadResponse =
  | { kind: 'taken'; batch: BatchUpload }
  /** The service refused the file, or failed. */
  | { kind: 'failed'; problem: Problem }
  /** The request is not one that the page sends. */
  | { kind: 'invalid' }
