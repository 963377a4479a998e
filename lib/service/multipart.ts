/** A stream is handed on in pieces of at most this size, so that none of them is long under way. */
const longestPieceBytes = 64 * 1024

/** One file for a form. */
export interface FormFile {
  /** Name of the form's field. */
  field: string
  name: string
  contentType: string
  content: ReadableStream<Uint8Array>
  /** Length of the content in bytes, where it is known beforehand. */
  sizeBytes?: number | undefined
}

/** A `multipart/form-data` body (RFC 7578) while it is sent. */
export interface MultipartBody {
  contentType: string
  /** Length of the whole body, where that of the content is known. */
  lengthBytes: number | undefined
  stream: ReadableStream<Uint8Array>
  /** What the content failed with, where it did; the stream then failed with the same. */
  failure(): { error: unknown } | undefined
  /** Lets go of the content, read to its end or not. */
  cancel(reason: unknown): void
}

/**
 * Makes a form with one file, as a stream that reads the file only as fast as it is read itself: it
 * holds one chunk of the content, and asks for the next when that has been taken.
 *
 * @param onProgress - hears of every piece that is asked for, and of every chunk that comes.
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
      for (let at = 0; at < chunk.value.byteLength; at += longestPieceBytes) {
        yield chunk.value.subarray(at, at + longestPieceBytes)
      }
    }
    if (file.sizeBytes !== undefined && leftBytes !== 0) throw new RangeError('The content is not as long as was said.')
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

/** As the HTML standard writes names in form data: UTF-8, but for the three that would end the header's text. */
function escapeName(name: string): string {
  return name.toWellFormed().replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
