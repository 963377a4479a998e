import type { Problem } from '@/lib/console/problem'
import type { BatchUpload } from '@/lib/service'

/** Where the page sends a file: its bytes are the whole body of a POST. */
export const uploadPath = '/console/uploads/file'

/** Headers beside the file. None is in the address, which proxies write into their logs. */
export const uploadHeaders = {
  /** Percent-encoded, since a header takes no more than ASCII. */
  fileName: 'X-File-Name',
  /** A subnet admin's JWT; without it the API key is used. */
  adminJwt: 'X-Admin-Jwt',
}

/** What the route handler says of an upload, as JSON. */
export type UploadAnswer =
  | { kind: 'taken'; batch: BatchUpload }
  /** The service failed, or refused. */
  | { kind: 'failed'; problem: Problem }
  /** Not what the page sends. */
  | { kind: 'invalid' }
