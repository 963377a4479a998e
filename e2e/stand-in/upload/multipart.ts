/** The start of a part. The following data events are its content. */
interface PartStart {
  type: 'part'
  name: string | null
  fileName: string | null
}

interface PartData {
  type: 'data'
  chunk: Buffer
}

/** Thrown if the body breaks the format of `multipart/form-data` (RFC 7578). */
export class MalformedMultipart extends Error {
  override readonly name = 'MalformedMultipart'
}

const headerLimitInBytes = 16 * 1024
const lineEnd = Buffer.from('\r\n')
const headerEnd = Buffer.from('\r\n\r\n')

/**
 * Reads a multipart body of any length as a stream. It keeps at most one chunk and a boundary (or a part's headers) in
 * memory.
 */
export async function* readMultipart(
  source: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<PartStart | PartData, void> {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  // The first boundary has no line break before it. Add one, so that it equals all other boundaries.
  let held: Buffer = lineEnd
  let state: 'preamble' | 'boundary' | 'headers' | 'content' | 'epilogue' = 'preamble'

  for await (const chunk of source) {
    if (state === 'epilogue') continue
    held = Buffer.concat([held, chunk])
    for (let progress = true; progress;) {
      progress = false
      if (state === 'preamble' || state === 'content') {
        const at = held.indexOf(delimiter)
        // Without a delimiter, all bytes are content, except the last ones if a delimiter may begin there.
        const known = at >= 0 ? at : Math.max(0, held.length - delimiter.length + 1)
        if (state === 'content' && known > 0) {
          yield { type: 'data', chunk: held.subarray(0, known) }
        }
        held = held.subarray(at >= 0 ? at + delimiter.length : known)
        if (at >= 0) {
          state = 'boundary'
          progress = true
        }
      } else if (state === 'boundary' && held.length >= 2) {
        const after = held.toString('latin1', 0, 2)
        if (after === '--') {
          state = 'epilogue'
        } else if (after === '\r\n') {
          // Keep the line break, because a part without headers has an empty line here.
          state = 'headers'
          progress = true
        } else {
          throw new MalformedMultipart('a boundary is followed by neither a line break nor "--"')
        }
      } else if (state === 'headers') {
        const at = held.indexOf(headerEnd)
        if ((at >= 0 ? at : held.length) > headerLimitInBytes) {
          throw new MalformedMultipart('the headers of a part are too long')
        }
        if (at >= 0) {
          yield partStart(held.toString('utf8', 0, at))
          held = held.subarray(at + headerEnd.length)
          state = 'content'
          progress = true
        }
      }
    }
  }
  if (state !== 'epilogue') throw new MalformedMultipart('the closing boundary is missing')
}

/** Reads the boundary of a `multipart/form-data` content type; null for another type. */
export function boundaryOf(contentType: string | undefined): string | null {
  const match = /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(
    contentType ?? '',
  )
  return match?.[1] ?? match?.[2] ?? null
}

function partStart(headers: string): PartStart {
  const disposition = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(headers)?.[1] ?? ''
  return {
    type: 'part',
    name: parameter(disposition, 'name'),
    fileName: parameter(disposition, 'filename'),
  }
}

function parameter(disposition: string, name: string): string | null {
  const value = new RegExp(`(?:^|;)\\s*${name}=(?:"([^"]*)"|([^\\s;"]+))`, 'i').exec(disposition)
  return value?.[1] ?? value?.[2] ?? null
}
