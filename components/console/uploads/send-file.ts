import type { Problem } from '@/lib/console/shared/problem'
import { uploadHeaders, type SentFile, type UploadResponse } from '@/lib/console/uploads/protocol'
import { uploadPath } from '@/lib/request/paths'
import type { BatchUpload } from '@/lib/service'

/** The outcome of an upload. */
export type UploadOutcome =
  | { kind: 'taken'; batch: BatchUpload; isKept: boolean }
  | { kind: 'sent_before'; earlier: SentFile }
  /** The service refused the file, or failed. */
  | { kind: 'failed'; problem: Problem }
  /** `isAllSent`: the whole file was sent, so the service may have accepted it. */
  | { kind: 'cancelled'; isAllSent: boolean }
  /** The connection to this app failed. */
  | { kind: 'broken_off'; isAllSent: boolean }
  | { kind: 'file_changed' }
  | { kind: 'signed_out' }
  /** The response is from another program, such as a proxy in front of this app. */
  | { kind: 'not_from_this_app'; status: number }

/**
 * Uploads a file to this app, which streams it to the service. The browser reads the file while it sends it. This uses
 * XMLHttpRequest, because `fetch` does not report the progress of an upload.
 *
 * @param options.adminJwt - the credential instead of the API key.
 * @param options.isAgain - sends the file although this console sent its bytes before.
 * @param options.onProgress - called with the number of bytes sent so far.
 * @returns the outcome, and never throws.
 */
export async function sendFile(
  file: File,
  options: {
    adminJwt: string | undefined
    isAgain: boolean
    signal: AbortSignal
    onProgress: (sentBytes: number) => void
  },
): Promise<UploadOutcome> {
  const request = new XMLHttpRequest()
  let isAllSent = false
  const ended = new Promise<'load' | 'abort' | 'error'>((resolve) => {
    request.addEventListener('load', () => resolve('load'))
    request.addEventListener('abort', () => resolve('abort'))
    request.addEventListener('error', () => resolve('error'))
  })
  request.upload.addEventListener('progress', ({ loaded }) => options.onProgress(loaded))
  request.upload.addEventListener('load', () => (isAllSent = true))
  const abort = () => request.abort()
  options.signal.addEventListener('abort', abort)

  request.open('POST', uploadPath)
  request.setRequestHeader('Content-Type', 'text/csv')
  request.setRequestHeader(uploadHeaders.fileName, encodeURIComponent(file.name.toWellFormed()))
  if (options.adminJwt !== undefined) request.setRequestHeader(uploadHeaders.adminJwt, options.adminJwt)
  if (options.isAgain) request.setRequestHeader(uploadHeaders.sendAgain, '1')
  request.send(file)

  const end = await ended
  options.signal.removeEventListener('abort', abort)
  if (end === 'abort') return { kind: 'cancelled', isAllSent }
  if (end === 'error') return (await isReadable(file)) ? { kind: 'broken_off', isAllSent } : { kind: 'file_changed' }
  // Without a session, the size limit is that of an ordinary form.
  if (request.status === 413 && (await isUploadHidden())) return { kind: 'signed_out' }
  return outcomeOf(request.status, request.responseText)
}

function outcomeOf(status: number, text: string): UploadOutcome {
  const response = parseResponse(text)
  if (status === 200 && response?.kind === 'taken') return response
  if (status === 409 && response?.kind === 'sent_before') return response
  if (status === 502 && response?.kind === 'failed') return response
  // The app responds with 404 unless the user is a signed-in operator.
  if (status === 404) return { kind: 'signed_out' }
  return { kind: 'not_from_this_app', status }
}

/** Checks whether this app no longer accepts files from this browser. */
async function isUploadHidden(): Promise<boolean> {
  try {
    return (await fetch(uploadPath, { method: 'HEAD' })).status === 404
  } catch {
    return false
  }
}

/** Parses the JSON of this app's route handler. Null if the response is not JSON. */
function parseResponse(text: string): UploadResponse | null {
  try {
    return JSON.parse(text) as UploadResponse | null
  } catch {
    return null
  }
}

/** Checks whether the browser can read the file. It refuses a file that was changed after it was chosen. */
async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}
