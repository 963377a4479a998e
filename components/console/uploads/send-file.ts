import type { Problem } from '@/lib/console/problem'
import { uploadHeaders, uploadPath, type UploadAnswer } from '@/lib/console/uploads/upload-answer'
import type { BatchUpload } from '@/lib/service'

/** What became of an upload. */
export type UploadOutcome =
  | { kind: 'taken'; batch: BatchUpload }
  /** The service failed, or refused. */
  | { kind: 'failed'; problem: Problem }
  /** `isAllSent` where nothing but the answer was missing, here and in the next. */
  | { kind: 'cancelled'; isAllSent: boolean }
  /** The connection to this app broke. */
  | { kind: 'broken_off'; isAllSent: boolean }
  | { kind: 'file_changed' }
  | { kind: 'signed_out' }
  /** Something else than this app's handler answered: a proxy in front of it, say. */
  | { kind: 'not_from_this_app'; status: number }

/**
 * Sends a file to this app, which hands it on to the service. The browser reads it as it is sent. It is
 * XMLHttpRequest, since `fetch` does not tell how far an upload has come.
 *
 * @param options.adminJwt - to be used in place of the API key.
 * @param options.onProgress - hears how many bytes have been sent.
 * @returns always; nothing is thrown.
 */
export async function sendFile(
  file: File,
  options: { adminJwt: string | undefined; signal: AbortSignal; onProgress: (sentBytes: number) => void },
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
  request.send(file)

  const end = await ended
  options.signal.removeEventListener('abort', abort)
  if (end === 'abort') return { kind: 'cancelled', isAllSent }
  if (end === 'error') return (await isReadable(file)) ? { kind: 'broken_off', isAllSent } : { kind: 'file_changed' }
  return outcomeOf(request.status, request.responseText)
}

function outcomeOf(status: number, text: string): UploadOutcome {
  const answer = answerIn(text)
  if (status === 200 && answer?.kind === 'taken') return answer
  if (status === 502 && answer?.kind === 'failed') return answer
  // There is nothing at this address for who may not open the console.
  if (status === 404) return { kind: 'signed_out' }
  return { kind: 'not_from_this_app', status }
}

/** This app's own words are taken at that; anything else is none of them. */
function answerIn(text: string): UploadAnswer | null {
  try {
    return JSON.parse(text) as UploadAnswer | null
  } catch {
    return null
  }
}

/** A browser refuses to read a file that was changed after it was chosen. */
async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}
