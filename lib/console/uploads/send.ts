import 'server-only'
import { createHash } from 'node:crypto'
import { problemOf } from '@/lib/console/shared/problem'
import { ServiceError, uploadBatch, type BatchUpload, type ServiceAccess } from '@/lib/service'
import { claimFile, keepBatch, type Batch, type FileClaim } from './batches'
import { isCertainRefusal, type SentFile } from './protocol'

/** An earlier file had the same bytes, and the sender did not ask to send them again. */
export class SentBeforeError extends Error {
  override readonly name = 'SentBeforeError'
  constructor(readonly earlier: SentFile) {
    super('The file was sent before.')
  }
}

/** The sender disconnected before the end of the file, so the service never got the whole file. */
export class SenderLeftError extends Error {
  override readonly name = 'SenderLeftError'
}

/** A file to send. */
interface FileToSend extends Pick<Batch, 'by' | 'credential'> {
  name: string
  sizeBytes?: number | undefined
  adminJwt?: string | undefined
  /** Whether to send it even if an earlier file had the same bytes. */
  isAgain: boolean
}

/** The hash and the size of a file, known at its end. */
type FileBytes = Pick<Batch, 'sha256' | 'sizeBytes'>

interface SendOptions {
  /** Aborts when the sender disconnects. It has no effect after the end of the file. */
  signal: AbortSignal
  onBytes?: (bytes: number) => void
  /** Called before the last bytes leave. If it throws, the upload ends. */
  onEnd?: (file: FileBytes) => void
  /** Called when the service has accepted the file. */
  onBatch?: (batch: BatchUpload) => void
  /** Whether to compare the file with earlier ones, and to keep the batch. @default true */
  keepsBatch?: boolean
}

/**
 * Streams a file to the service without storing it ("Upload a task batch CSV").
 *
 * It holds back the end of the file until it has the SHA-256. If an earlier file had the same bytes, the upload ends
 * there, and the service never gets the whole file. The upload also ends if the sender disconnects before the end of
 * the file. After the end, it waits for the response in any case, and keeps the batch unless the service certainly
 * refused the file.
 *
 * @throws SentBeforeError, SenderLeftError, and the errors of `uploadBatch`.
 */
export async function sendFile(
  access: ServiceAccess,
  body: ReadableStreamDefaultReader<Uint8Array>,
  { name, sizeBytes, by, credential, adminJwt, isAgain }: FileToSend,
  { signal, onBytes = () => {}, onEnd, onBatch, keepsBatch = true }: SendOptions,
): Promise<{ batch: BatchUpload; isKept: boolean }> {
  let isSent = false
  let sent: { claim: FileClaim; batch: Omit<Batch, 'result'> } | undefined
  const content = borrowBody(body, {
    onBytes,
    async onEnd(bytes) {
      onEnd?.(bytes)
      if (keepsBatch) {
        const claim = await claimFile(bytes.sha256, { at: Date.now(), fileName: name, by }, { isAgain })
        if ('earlier' in claim) throw new SentBeforeError(claim.earlier)
        sent = { claim, batch: { ...bytes, fileName: name, by, credential } }
      }
      isSent = true
    },
  })
  const abortController = new AbortController()
  // After the end of the file, the service may accept it, so the app must wait for the response.
  const leave = () => isSent || abortController.abort(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  try {
    const file = { name, content: content.stream, sizeBytes }
    let batch: BatchUpload
    try {
      batch = await uploadBatch(access, file, { signal: abortController.signal, adminJwt })
    } finally {
      // A service that refuses early may answer during the claim at the end of the file.
      await content.settle()
    }
    onBatch?.(batch)
    await sent?.claim.setBatch(batch.id)
    return { batch, isKept: sent !== undefined && (await keepBatch({ ...sent.batch, result: batch })) }
  } catch (error) {
    if (error instanceof SentBeforeError) throw error
    if (abortController.signal.aborted || content.hasFailed()) throw new SenderLeftError()
    const isRefused = error instanceof ServiceError && isCertainRefusal(problemOf(error, []).kind)
    if (isRefused) await sent?.claim.release()
    else if (sent) await keepBatch({ ...sent.batch, result: null })
    throw error
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

/**
 * Wraps the body in a stream. Cancelling the stream does not close the connection, which the response still needs.
 *
 * @param on.onBytes - called with the size of each chunk that it passes on.
 * @param on.onEnd - called before it passes on the last chunk. If it throws, the stream fails.
 */
function borrowBody(
  body: ReadableStreamDefaultReader<Uint8Array>,
  { onBytes, onEnd }: { onBytes: (bytes: number) => void; onEnd: (file: FileBytes) => Promise<void> },
) {
  const hash = createHash('sha256')
  let sizeBytes = 0
  let hasFailed = false
  let isSettled = false
  let ending: Promise<void> | undefined
  let heldBack: Uint8Array | undefined

  async function read() {
    try {
      return await body.read()
    } catch (error) {
      hasFailed = true
      throw error
    }
  }

  function countAndEnqueue(controller: ReadableStreamDefaultController<Uint8Array>, chunk: Uint8Array): void {
    onBytes(chunk.byteLength)
    controller.enqueue(chunk)
  }

  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          const { done, value } = await read()
          if (isSettled) return
          if (done) {
            await (ending = onEnd({ sha256: hash.digest('hex'), sizeBytes }))
            if (heldBack) countAndEnqueue(controller, heldBack)
            return controller.close()
          }
          hash.update(value)
          sizeBytes += value.byteLength
          const next = heldBack
          heldBack = value
          if (next) return countAndEnqueue(controller, next)
        }
      },
    },
    { highWaterMark: 0 },
  )
  return {
    stream,
    hasFailed: () => hasFailed,
    /** Waits for a running `onEnd`, and prevents a later call of it. */
    settle: async () => {
      isSettled = true
      await ending?.catch(() => {})
    },
  }
}
