import 'server-only'
import { createHash } from 'node:crypto'
import { ReadableStream as NodeStream } from 'node:stream/web'
import { problemOf } from '@/lib/console/problem'
import { serviceText, succeeded, uploadBatch, type Result, type ServiceAccess, type ServiceError } from '@/lib/service'
import { claimFile, type Batch } from '@/lib/console/batches'
import { certainRefusals, type UploadResponse } from './post-file'

export type SendResult =
  | Exclude<UploadResponse, { kind: 'failed' }>
  /** The sender disconnected before the end of the file. */
  | { kind: 'left' }

interface SendOptions {
  sizeBytes?: number | undefined
  adminJwt?: string | undefined
  /** Whether to send the file even if an earlier one had the same bytes. */
  isAgain: boolean
  /** Aborts when the sender disconnects. It does not end the upload after the end of the file. */
  signal: AbortSignal
  onLeave?: () => void
  onBytes: (bytes: number) => void
  /** Whether to compare the file with earlier ones, and to keep the batch. @default true */
  keepsBatch?: boolean
  checkedSha256?: string
}

/**
 * Streams a file to the service without storing it ("Upload a task batch CSV"). After the last byte it claims the
 * file's SHA-256. It sends the end of the form only if no earlier file had this SHA-256, or if the sender asked to send
 * it again. Without that end, the service queues nothing. After the end it always waits for the response, and keeps the
 * batch unless the service certainly refused the file.
 */
export async function sendFile(
  access: ServiceAccess,
  body: ReadableStreamDefaultReader<Uint8Array>,
  given: Omit<Batch, 'sizeBytes' | 'sha256' | 'result'>,
  { sizeBytes, adminJwt, isAgain, signal, onLeave, onBytes, keepsBatch = true, checkedSha256 }: SendOptions,
): Promise<Result<SendResult>> {
  // No program reads it as a path or as several lines. It is cut at the start, so that the extension stays.
  const fileName = (serviceText(given.fileName) ?? 'file.csv').replaceAll(/[/\\]|^\.+$/g, '_').slice(-255)
  const file = { ...given, fileName: fileName.toWellFormed() }
  let sentBytes = 0
  let isAllSent = false
  let hasEnded = false
  let claiming: ReturnType<typeof claimFile> | undefined
  let stopped: SendResult | undefined
  function stop(result: SendResult): Error {
    stopped ??= result
    return new Error(`The upload ended: ${result.kind}.`)
  }

  async function* content(): AsyncGenerator<Uint8Array, void, undefined> {
    const hash = createHash('sha256')
    for (;;) {
      const { done, value } = await body.read().catch(() => {
        throw stop({ kind: 'left' })
      })
      if (done) break
      hash.update(value)
      sentBytes += value.byteLength
      onBytes(value.byteLength)
      yield value
    }
    // The service refused the file meanwhile, so its last byte is no claim.
    if (hasEnded) return
    const sha256 = hash.digest('hex')
    if (checkedSha256 !== undefined && sha256 !== checkedSha256) throw stop({ kind: 'file_changed' })
    isAllSent = true
    if (keepsBatch) claiming = claimFile({ ...file, sha256 }, isAgain)
    const earlier = (await claiming)?.earlier
    if (earlier) throw stop({ kind: 'sent_before', earlier })
  }

  const controller = new AbortController()
  function leave() {
    onLeave?.()
    // After the end of the file, the service may accept it, so the app must wait for the response.
    if (!isAllSent) controller.abort(stop({ kind: 'left' }))
  }
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  try {
    const stream = NodeStream.from(content()) as ReadableStream<Uint8Array>
    const options = { signal: controller.signal, adminJwt }
    const result = await uploadBatch(access, { name: file.fileName, content: stream, sizeBytes }, options)
    const claim = await claiming
    if (result.ok) {
      return succeeded({
        kind: 'taken',
        batch: result.data,
        isKept: (await claim?.keep?.(sentBytes, result.data)) ?? false,
      })
    }
    if (isCertainRefusal(result.error)) await claim?.release?.()
    else await claim?.keep?.(sentBytes, null)
    return result
  } catch (error) {
    if (stopped) return succeeded(stopped)
    await (await claiming)?.release?.()
    // The file has another length than `sizeBytes`.
    if (error instanceof RangeError) return succeeded({ kind: 'file_changed' })
    throw error
  } finally {
    hasEnded = true
    signal.removeEventListener('abort', leave)
  }
}

export const isCertainRefusal = (error: ServiceError): boolean => certainRefusals.includes(problemOf(error, []).kind)
