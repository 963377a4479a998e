import { withDeadline } from './deadline-and-retry'
import type { Result } from './errors'
import { interpretResponse } from './response'
import { batchUpload, type BatchUpload } from './records'
import { send, type ServiceAccess } from './transport'

const operation = 'uploadBatch'
const maxResponseBytes = 64 * 1024
const defaultStallMs = 120_000
/** Larger chunks are split, so that sending them shows progress. */
const maxPieceBytes = 64 * 1024

/** A CSV file of task run rows. The interface specifies neither its columns nor a max size. */
export interface BatchFile {
  /** The name of the file, which must not be empty. */
  name: string
  /** The bytes of the file. The upload reads them once, and cancels the stream at its end. */
  content: ReadableStream<Uint8Array>
  /**
   * Length in bytes, if known. The request sends it, and content of another length is an error. Without it, the body is
   * sent chunked, which some proxies reject.
   */
  sizeBytes?: number | undefined
}

export interface UploadOptions {
  /** Aborts the upload, which then rejects with the signal's reason, and cancels its content. */
  signal?: AbortSignal | undefined
  /**
   * Max milliseconds without a chunk of content that arrives or is sent, and from the last one to the response.
   *
   * @default 120_000
   */
  stallMs?: number | undefined
  /** A subnet admin's JWT, used instead of the API key ("Authentication", rule 4). */
  adminJwt?: string | undefined
}

/**
 * Streams a file in constant memory ("Upload a task batch CSV"), as a form with one file (RFC 7578). It makes no
 * retries, because rows must not be processed twice. It always cancels the content at the end. If the content fails,
 * even after its last byte, the request lacks the end of the form and stays incomplete.
 *
 * @throws the reason of `options.signal`, and the content's own error; RangeError if the file has no name or its length
 *   differs from `sizeBytes`
 */
export async function uploadBatch(
  access: ServiceAccess,
  { name, content, sizeBytes }: BatchFile,
  { signal, stallMs = defaultStallMs, adminJwt }: UploadOptions = {},
): Promise<Result<BatchUpload>> {
  const boundary = `form-${crypto.randomUUID()}`
  const encoder = new TextEncoder()
  const head = encoder.encode(
    `--${boundary}\r\n` +
      `Content-Disposition: form-data; name="csv_file"; filename="${escapeName(name)}"\r\n` +
      'Content-Type: text/csv\r\n\r\n',
  )
  const tail = encoder.encode(`\r\n--${boundary}--\r\n`)
  const headers = {
    'Content-Type': `multipart/form-data; boundary=${boundary}`,
    // Without this header, fetch sends the body chunked, and some proxies reject that.
    ...(sizeBytes !== undefined && { 'Content-Length': String(head.byteLength + sizeBytes + tail.byteLength) }),
  }
  const reader = content.getReader()
  return withDeadline(operation, { signal, deadlineMs: stallMs }, async (deadline) => {
    let contentError: unknown

    async function* form(): AsyncGenerator<Uint8Array, void, undefined> {
      try {
        yield head
        deadline.restart()
        let leftBytes = sizeBytes ?? Infinity
        for (;;) {
          const chunk = await reader.read()
          deadline.restart()
          if (chunk.done) break
          leftBytes -= chunk.value.byteLength
          if (leftBytes < 0) break
          for (let at = 0; at < chunk.value.byteLength; at += maxPieceBytes) {
            yield chunk.value.subarray(at, at + maxPieceBytes)
            deadline.restart()
          }
        }
        if (sizeBytes !== undefined && leftBytes !== 0)
          throw new RangeError('The content does not have the length that was given.')
        yield tail
      } catch (error) {
        throw (contentError = error)
      }
    }

    try {
      // Form parsers do not treat a part without a file name as a file.
      if (name === '') throw new RangeError('The file must have a name.')
      const request = { operation, method: 'POST', path: 'task_batch_uploads', credential: adminJwt } as const
      const sent = await send(access, { ...request, headers, body: form() }, deadline.signal)
      const expected = { operation, schema: batchUpload, maxResponseBytes } as const
      const result = sent.ok ? await interpretResponse(sent.data, expected) : sent
      // The failure of fetch hides the error of the content.
      if (!result.ok && contentError !== undefined) throw contentError
      return result
    } finally {
      void reader.cancel(deadline.signal.reason).catch(() => {})
    }
  })
}

/** Escapes a name as the HTML standard does in form data. These three characters would end the header's text. */
function escapeName(name: string): string {
  return name.toWellFormed().replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
