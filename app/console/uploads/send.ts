import 'server-only'
import { createHash } from 'node:crypto'
import { ReadableStream as NodeStream } from 'node:stream/web'
import { problemOf } from '@/lib/console/problem'
import { serviceText, succeeded, uploadBatch, type Result, type ServiceAccess, type ServiceError } from '@/lib/service'
import { claimFile, type Batch } from '@/lib/console/batches'
import { certainRefusals, type UploadResponse } from './protocol'

/** The end of an upload that the service did not refuse. */
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
  /** Called with the size of each chunk. */
  onBytes: (bytes: number) => void
  /** Whether to compare the file with earlier ones, and to keep the batch. @default true */
  keepsBatch?: boolean
}

/**
 * Streams a file to the service without storing it ("Upload a task batch CSV").
 *
 * It claims the SHA-256 before it sends the first byte, and hashes what it sends. The end of the form leaves only if the
 * bytes have this SHA-256. Otherwise the request stays incomplete, so a wrong one can neither send an earlier file again
 * nor send part of a file. The upload also ends if the sender disconnects before the end of the file. After the end, it
 * waits for the response in any case, and keeps the batch unless the service certainly refused the file.
 */
export async function sendFile(
  access: ServiceAccess,
  body: ReadableStreamDefaultReader<Uint8Array>,
  given: Omit<Batch, 'sizeBytes' | 'result'>,
  { sizeBytes, adminJwt, isAgain, signal, onLeave, onBytes, keepsBatch = true }: SendOptions,
): Promise<Result<SendResult>> {
  const file = { ...given, fileName: safeName(given.fileName) }
  const claim = keepsBatch ? await claimFile(file, isAgain) : null
  if (claim?.earlier) return succeeded({ kind: 'sent_before', earlier: claim.earlier })
  const left = new Error('The sender disconnected before the end of the file.')
  let sentBytes = 0
  let isAllSent = false

  async function* content(): AsyncGenerator<Uint8Array, void, undefined> {
    const hash = createHash('sha256')
    for (;;) {
      const { done, value } = await body.read().catch(() => {
        throw left
      })
      if (done) break
      hash.update(value)
      sentBytes += value.byteLength
      onBytes(value.byteLength)
      yield value
    }
    if (hash.digest('hex') !== file.sha256) throw new RangeError('The file does not have the SHA-256 that was given.')
    isAllSent = true
  }

  const controller = new AbortController()
  function leave() {
    onLeave?.()
    // After the end of the file, the service may accept it, so the app must wait for the response.
    if (!isAllSent) controller.abort(left)
  }
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  try {
    const stream = NodeStream.from(content()) as ReadableStream<Uint8Array>
    const options = { signal: controller.signal, adminJwt }
    const result = await uploadBatch(access, { name: file.fileName, content: stream, sizeBytes }, options)
    if (result.ok) {
      const batch = result.data
      return succeeded({ kind: 'taken', batch, isKept: (await claim?.keep(sentBytes, batch)) ?? false })
    }
    if (isAllSent && !isCertainRefusal(result.error)) await claim?.keep(sentBytes, null)
    else await claim?.release()
    return result
  } catch (error) {
    if (isAllSent) await claim?.keep(sentBytes, null)
    else await claim?.release()
    if (error === left) return succeeded({ kind: 'left' })
    // The file has another SHA-256, or another length than `sizeBytes`.
    if (error instanceof RangeError) return succeeded({ kind: 'file_changed' })
    throw error
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

/** Makes a file name that no program reads as a path or as several lines. It cuts the start, and keeps the extension. */
const safeName = (name: string) =>
  (serviceText(name) ?? 'file.csv')
    .replaceAll(/[/\\]|^\.+$/g, '_')
    .slice(-255)
    .toWellFormed()

/** Checks whether the service certainly did not accept the rows. */
export const isCertainRefusal = (error: ServiceError): boolean => certainRefusals.includes(problemOf(error, []).kind)
