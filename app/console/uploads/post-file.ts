import type { SentFile } from '@/lib/console/batches'
import type { Problem, ProblemKind } from '@/lib/console/problem'
import { uploadPath } from '@/lib/request/paths'
import type { BatchUpload } from '@/lib/service'

/** Request headers with the data about the file. The URL does not have this data, because proxies log URLs. */
export const uploadHeaders = {
  /** Percent-encoded, because headers are ASCII. */
  fileName: 'X-File-Name',
  adminJwt: 'X-Admin-Jwt',
  sendAgain: 'X-Send-Again',
}

/** The text of a JWT: printable ASCII that fits into a header. */
export const adminJwtPattern = /^[\x21-\x7e]{1,8192}$/

export type UploadResponse =
  /** `isKept`: whether the batch is in the list of batches. */
  | { kind: 'taken'; batch: BatchUpload; isKept: boolean }
  /** An earlier file had the same bytes. This time, the service did not get the end of the file. */
  | { kind: 'sent_before'; earlier: SentFile }
  /** The file changed after its check. The service did not get the whole file. */
  | { kind: 'file_changed' }
  /** This app refused the request, for the reason of the text. The service got nothing. */
  | { kind: 'refused'; text: string }
  | { kind: 'failed'; problem: Problem }

/** ("Upload a task batch CSV"). After any other failure, the service may have accepted rows. */
export const certainRefusals: readonly ProblemKind[] = ['unauthenticated', 'forbidden', 'rate_limited', 'csv_missing']

export type UploadOutcome =
  | UploadResponse
  /** `isAllSent`: the whole file was sent, so the service may have accepted it. `broken_off`: this app was lost. */
  | { kind: 'cancelled' | 'broken_off'; isAllSent: boolean }
  | { kind: 'signed_out' }
  /** The response is from another program, such as a proxy in front of this app. */
  | { kind: 'not_from_this_app'; status: number }

interface PostOptions {
  adminJwt: string | undefined
  isAgain: boolean
  signal: AbortSignal
  onProgress: (sentBytes: number) => void
}

type Kind = UploadResponse['kind']
const kinds: unknown[] = ['taken', 'sent_before', 'file_changed', 'refused', 'failed'] satisfies Kind[]

/** With XMLHttpRequest, because `fetch` does not report the progress of an upload. */
export async function postFile(
  file: File,
  { adminJwt, isAgain, signal, onProgress }: PostOptions,
): Promise<UploadOutcome> {
  const request = new XMLHttpRequest()
  let isAllSent = false
  const ended = new Promise((resolve) => request.addEventListener('loadend', resolve))
  request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded))
  request.upload.addEventListener('load', () => (isAllSent = true))
  signal.addEventListener('abort', () => request.abort())

  request.open('POST', uploadPath)
  // Null for the HTML of a proxy.
  request.responseType = 'json'
  request.setRequestHeader('Content-Type', 'text/csv')
  request.setRequestHeader(uploadHeaders.fileName, encodeURIComponent(file.name.toWellFormed()))
  if (adminJwt !== undefined) request.setRequestHeader(uploadHeaders.adminJwt, adminJwt)
  if (isAgain) request.setRequestHeader(uploadHeaders.sendAgain, '1')
  request.send(file)

  await ended
  const { status } = request
  if (signal.aborted) return { kind: 'cancelled', isAllSent }
  if (status === 0) {
    // The browser refuses to read a file that was changed after it was chosen.
    const start = await file
      .slice(0, 1)
      .arrayBuffer()
      .catch(() => null)
    return start ? { kind: 'broken_off', isAllSent } : { kind: 'file_changed' }
  }
  const response = request.response as UploadResponse | null
  if (kinds.includes(response?.kind)) return response as UploadResponse
  // A hidden page. Or the file came without a session and is larger than a form: the app refuses it as a proxy does.
  const isHidden = status === 404 || (status === 413 && (await statusOfUpload()) === 404)
  return isHidden ? { kind: 'signed_out' } : { kind: 'not_from_this_app', status }
}

const statusOfUpload = async () => (await fetch(uploadPath, { method: 'HEAD' }).catch(() => null))?.status
