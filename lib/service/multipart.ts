/** The max size of a chunk in bytes. The stream splits larger chunks, so that sending them shows progress. */
const maxChunkBytes = 64 * 1024

/** A CSV file of task run rows. The interface specifies neither its columns nor a max size. */
export interface BatchFile {
  name: string
  content: ReadableStream<Uint8Array>
  /** Length in bytes, if known. The request sends it, and content of another length is an error. */
  sizeBytes?: number | undefined
}

/** A `multipart/form-data` body (RFC 7578) that is being sent. */
interface MultipartBody {
  contentType: string
  /** Length of the whole body in bytes, if the length of the content is known. */
  lengthBytes: number | undefined
  stream: ReadableStream<Uint8Array>
  /** The content's error, if reading the content failed. The stream fails with the same error. */
  failure(): { error: unknown } | undefined
  /** Cancels the content, even after it was read to its end. */
  cancel(reason: unknown): void
}

/**
 * Creates the form of an upload, with its one file, as a stream. It reads the next chunk of content after the previous chunk has been
 * consumed, so only one chunk is in memory.
 *
 * @param onProgress - called when a chunk of content arrives and when the stream's consumer requests a chunk.
 */
export function multipartBody(file: BatchFile, onProgress: () => void): MultipartBody {
  const boundary = `form-${crypto.randomUUID()}`
  const encoder = new TextEncoder()
  const head = encoder.encode(
    `--${boundary}\r\n` +
      `Content-Disposition: form-data; name="csv_file"; filename="${escapeName(file.name)}"\r\n` +
      'Content-Type: text/csv\r\n\r\n',
  )
  const tail = encoder.encode(`\r\n--${boundary}--\r\n`)
  const content = file.content.getReader()
  let failure: { error: unknown } | undefined

  async function* pieces(): AsyncGenerator<Uint8Array, void, undefined> {
    yield head
    let leftBytes = file.sizeBytes ?? Infinity
    for (;;) {
      const chunk = await content.read()
      onProgress()
      if (chunk.done) break
      leftBytes -= chunk.value.byteLength
      if (leftBytes < 0) break
      for (let at = 0; at < chunk.value.byteLength; at += maxChunkBytes) {
        yield chunk.value.subarray(at, at + maxChunkBytes)
      }
    }
    if (file.sizeBytes !== undefined && leftBytes !== 0)
      throw new RangeError('The content does not have the length that was given.')
    yield tail
  }

  const source = pieces()
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        onProgress()
        try {
          const piece = await source.next()
          if (piece.done) controller.close()
          else controller.enqueue(piece.value)
        } catch (error) {
          failure = { error }
          throw error
        }
      },
    },
    { highWaterMark: 0 },
  )
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    lengthBytes: file.sizeBytes === undefined ? undefined : head.byteLength + file.sizeBytes + tail.byteLength,
    stream,
    failure: () => failure,
    cancel: (reason) => void content.cancel(reason).catch(() => {}),
  }
}

/** Escapes a name as the HTML standard does in form data. These three characters would end the header's text. */
function escapeName(name: string): string {
  return name.toWellFormed().replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
