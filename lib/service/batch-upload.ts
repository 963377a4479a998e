import { withDeadline } from './deadline'
import { interpretResponse } from './interpret-response'
import { batchUpload, type BatchUpload } from './records'
import { send, type ServiceAccess } from './transport'

const operation = 'uploadBatch'
const maxResponseBytes = 64 * 1024
const defaultStallMs = 120_000
/** The stream splits larger chunks, so that sending them shows progress. */
const maxChunkBytes = 64 * 1024

/** A CSV file of task run rows. The interface specifies neither its columns nor a max size. */
export interface BatchFile {
  name: string
  content: ReadableStream<Uint8Array>
  /** Length in bytes, if known. The request sends it, and content of another length is an error. */
  sizeBytes?: number | undefined
}

/** Options of an upload. */
export interface UploadOptions {
  /** Aborts the upload and cancels its content. The upload rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  /**
   * Max milliseconds without progress. A chunk of content that arrives or is sent counts as progress. The limit also
   * applies between the last chunk and the response. The whole upload has no limit, because its duration depends on the
   * size and the connection.
   *
   * @default 120_000
   */
  stallMs?: number | undefined
  /** A subnet admin's JWT, used instead of the API key ("Authentication", rule 4). */
  adminJwt?: string | undefined
}

/**
 * Streams a file of any size in constant memory ("Upload a task batch CSV"). There is no retry, because a stream can be
 * read only once and rows must not be processed twice. The function always cancels the content at the end.
 *
 * @throws any ServiceError, the reason of `options.signal`, and the content's own error; RangeError if the file has no
 *   name or its length differs from `sizeBytes`
 */
export async function uploadBatch(
  access: ServiceAccess,
  file: BatchFile,
  { signal, stallMs = defaultStallMs, adminJwt }: UploadOptions = {},
): Promise<BatchUpload> {
  return withDeadline(operation, { signal, deadlineMs: stallMs }, async (deadline) => {
    const form = formOf(file, deadline.restart)
    try {
      // Form parsers do not treat a part without a file name as a file.
      if (file.name === '') throw new RangeError('The file must have a name.')
      const request = { operation, method: 'POST', path: 'task_batch_uploads', credential: adminJwt } as const
      const response = await send(access, { ...request, headers: form.headers, body: form.pieces }, deadline.signal)
      return await interpretResponse(response, { operation, schema: batchUpload, maxResponseBytes })
    } catch (error) {
      throw form.contentError() ?? error
    } finally {
      form.cancel(deadline.signal.reason)
    }
  })
}

/**
 * Creates the form of an upload, with its one file (`multipart/form-data`, RFC 7578). The body reads the next chunk of
 * content after the previous chunk has been consumed, so only one chunk is in memory.
 *
 * @param onProgress - called when a chunk of content arrives and when the body's consumer requests a piece.
 * @returns `contentError`: the error of the content, which fetch hides. `cancel`: cancels the content, even after it was
 *   read to its end.
 */
function formOf({ name, content, sizeBytes }: BatchFile, onProgress: () => void) {
  const boundary = `form-${crypto.randomUUID()}`
  const encoder = new TextEncoder()
  const head = encoder.encode(
    `--${boundary}\r\n` +
      `Content-Disposition: form-data; name="csv_file"; filename="${escapeName(name)}"\r\n` +
      'Content-Type: text/csv\r\n\r\n',
  )
  const tail = encoder.encode(`\r\n--${boundary}--\r\n`)
  const reader = content.getReader()

  let contentError: unknown
  async function* pieces(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      yield head
      onProgress()
      let leftBytes = sizeBytes ?? Infinity
      for (;;) {
        const chunk = await reader.read()
        onProgress()
        if (chunk.done) break
        leftBytes -= chunk.value.byteLength
        if (leftBytes < 0) break
        for (let at = 0; at < chunk.value.byteLength; at += maxChunkBytes) {
          yield chunk.value.subarray(at, at + maxChunkBytes)
          onProgress()
        }
      }
      if (sizeBytes !== undefined && leftBytes !== 0)
        throw new RangeError('The content does not have the length that was given.')
      yield tail
    } catch (error) {
      throw (contentError = error)
    }
  }

  return {
    headers: {
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      // Without this header, fetch sends the body chunked, and some proxies reject that.
      ...(sizeBytes !== undefined && { 'Content-Length': String(head.byteLength + sizeBytes + tail.byteLength) }),
    },
    pieces: pieces(),
    contentError: () => contentError,
    cancel: (reason: unknown) => void reader.cancel(reason).catch(() => {}),
  }
}

/** Escapes a name as the HTML standard does in form data. These three characters would end the header's text. */
function escapeName(name: string): string {
  return name.toWellFormed().replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
