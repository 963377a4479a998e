/** The max size of a chunk in bytes. The stream splits larger chunks, so that sending them shows progress. */
const maxChunkBytes = 64 * 1024

/** A CSV file of task run rows. The interface specifies neither its columns nor a max size. */
export interface BatchFile {
  name: string
  content: ReadableStream<Uint8Array>
  /** Length in bytes, if known. The request sends it, and content of another length is an error. */
  sizeBytes?: number | undefined
}

/**
 * Creates the form of an upload, with its one file (`multipart/form-data`, RFC 7578). The body reads the next chunk of
 * content after the previous chunk has been consumed, so only one chunk is in memory.
 *
 * @param onProgress - called when a chunk of content arrives and when the body's consumer requests a piece.
 * @returns `lengthBytes`: the length of the whole body, if the length of the content is known. `cancel`: cancels the
 *   content, even after it was read to its end.
 */
export function multipartBody(file: BatchFile, onProgress: () => void) {
  const boundary = `form-${crypto.randomUUID()}`
  const encoder = new TextEncoder()
  const head = encoder.encode(
    `--${boundary}\r\n` +
      `Content-Disposition: form-data; name="csv_file"; filename="${escapeName(file.name)}"\r\n` +
      'Content-Type: text/csv\r\n\r\n',
  )
  const tail = encoder.encode(`\r\n--${boundary}--\r\n`)
  const content = file.content.getReader()

  async function* pieces(): AsyncGenerator<Uint8Array, void, undefined> {
    yield head
    onProgress()
    let leftBytes = file.sizeBytes ?? Infinity
    for (;;) {
      const chunk = await content.read()
      onProgress()
      if (chunk.done) break
      leftBytes -= chunk.value.byteLength
      if (leftBytes < 0) break
      for (let at = 0; at < chunk.value.byteLength; at += maxChunkBytes) {
        yield chunk.value.subarray(at, at + maxChunkBytes)
        onProgress()
      }
    }
    if (file.sizeBytes !== undefined && leftBytes !== 0)
      throw new RangeError('The content does not have the length that was given.')
    yield tail
  }

  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    lengthBytes: file.sizeBytes === undefined ? undefined : head.byteLength + file.sizeBytes + tail.byteLength,
    pieces: pieces(),
    cancel: (reason: unknown) => void content.cancel(reason).catch(() => {}),
  }
}

/** Escapes a name as the HTML standard does in form data. These three characters would end the header's text. */
function escapeName(name: string): string {
  return name.toWellFormed().replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
