import 'server-only'
import { createHash } from 'node:crypto'
import { ReadableStream as NodeStream } from 'node:stream/web'
import { problemOf } from '@/lib/console/problem'
import { ServiceError, uploadBatch, type BatchUpload, type ServiceAccess } from '@/lib/service'
import { claimFile, keepBatch, type Batch } from './batches'
import { isCertainRefusal } from './protocol'

/** The sender disconnected before the end of the file, so the service never got the whole file. */
export class SenderLeftError extends Error {
  override readonly name = 'SenderLeftError'
}

/** The bytes do not have the given SHA-256, so the service never got the whole file. */
export class FileChangedError extends Error {
  override readonly name = 'FileChangedError'
}

/** A file to send. */
interface FileToSend extends Pick<Batch, 'sha256' | 'by' | 'credential'> {
  name: string
  sizeBytes?: number | undefined
  adminJwt?: string | undefined
  /** Whether to send it even if an earlier file had the same bytes. */
  isAgain: boolean
}

interface SendOptions {
  /** Aborts when the sender disconnects. It has no effect after the end of the file. */
  signal: AbortSignal
  /** Called with the size of each chunk. */
  onBytes: (bytes: number) => void
  /** Whether to compare the file with earlier ones, and to keep the batch. @default true */
  keepsBatch?: boolean
}

/**
 * Streams a file to the service without storing it ("Upload a task batch CSV").
 *
 * It claims the SHA-256 before it sends the first byte, and hashes what it sends. The last chunk leaves only if the
 * bytes have this SHA-256. So a wrong one can neither send an earlier file again nor send part of a file. The upload
 * also ends if the sender disconnects before the end of the file. After the end, it waits for the response in any case,
 * and keeps the batch unless the service certainly refused the file.
 *
 * @throws SentBeforeError, SenderLeftError, FileChangedError, and the errors of `uploadBatch`.
 */
export async function sendFile(
  access: ServiceAccess,
  body: ReadableStreamDefaultReader<Uint8Array>,
  { name, sizeBytes, sha256, by, credential, adminJwt, isAgain }: FileToSend,
  { signal, onBytes, keepsBatch = true }: SendOptions,
): Promise<{ batch: BatchUpload; isKept: boolean }> {
  const claim = keepsBatch ? await claimFile(sha256, { at: Date.now(), fileName: name, by }, { isAgain }) : null
  let sentBytes = 0
  let isAllSent = false

  async function* content(): AsyncGenerator<Uint8Array, void, undefined> {
    const hash = createHash('sha256')
    let last: Uint8Array | undefined
    for (;;) {
      const { done, value } = await body.read().catch(() => {
        throw new SenderLeftError()
      })
      if (done) break
      hash.update(value)
      sentBytes += value.byteLength
      onBytes(value.byteLength)
      if (last) yield last
      last = value
    }
    if (hash.digest('hex') !== sha256) throw new FileChangedError()
    isAllSent = true
    if (last) yield last
  }

  const keep = async (result: BatchUpload | null) =>
    claim !== null && (await keepBatch({ fileName: name, sizeBytes: sentBytes, sha256, by, credential, result }))
  const controller = new AbortController()
  // After the end of the file, the service may accept it, so the app must wait for the response.
  const leave = () => isAllSent || controller.abort(new SenderLeftError())
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  try {
    const stream = NodeStream.from(content()) as ReadableStream<Uint8Array>
    const file = { name, content: stream, sizeBytes }
    const batch = await uploadBatch(access, file, { signal: controller.signal, adminJwt })
    await claim?.setBatch(batch.id)
    return { batch, isKept: await keep(batch) }
  } catch (error) {
    const isRefused = error instanceof ServiceError && isCertainRefusal(problemOf(error, []).kind)
    if (!isAllSent || isRefused) await claim?.release()
    else await keep(null)
    throw error
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
