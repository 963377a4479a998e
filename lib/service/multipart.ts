/** Larger chunks of content are split, so that progress is noticed while they are sent. */
const maxChunkBytes = 64 * 1024

/** The file of a form. */
export interface FormFile {
  /** Name of the form's field. */
  field: string
  name: string
  contentType: string
  content: ReadableStream<Uint8Array>
  /** Length of the content in bytes, where it is known beforehand. */
  sizeBytes?: number | undefined
}

/** A `multipart/form-data` body (RFC 7578) that is being sent. */
interface MultipartBody {
  contentType: string
  /** Length of the whole body, where the length of the content is known. */
  lengthBytes: number | undefined
  stream: ReadableStream<Uint8Array>
  /** The content's error, where reading it failed; the stream fails with the same error. */
  failure(): { error: unknown } | undefined
  /** Cancels the content, whether it was read to its end or not. */
  cancel(reason: unknown): void
}

/**
 * Creates a form with one file as a stream. It reads the next chunk of content only when the last one has
 * been consumed, so that one chunk is in memory at a time.
 *
 * @param onProgress - called when a chunk of content arrives and when one is requested from the stream.
 */
export function multipartBody(file: FormFile, onProgress: () => void): MultipartBody {
  const boundary = `form-${crypto.randomUUID()}`
  const encoder = new TextEncoder()
  const head = encoder.encode(
    `--${boundary}\r\n` +
      `Content-Disposition: form-data; name="${escapeName(file.field)}"; filename="${escapeName(file.name)}"\r\n` +
      `Content-Type: ${file.contentType}\r\n\r\n`,
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

/** Escapes a name as the HTML standard does in form data: the three characters that would end the header's text. */
function escapeName(name: string): string {
  return name.toWellFormed().replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
