import 'server-only'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'

/**
 * Reads the whole body of a request, and puts it back for whoever reads it next.
 *
 * @param length - in bytes, as the request says.
 * @returns each byte as one character.
 * @throws where the sender goes before all of it is there.
 */
export async function peekBody(request: IncomingMessage, length: number): Promise<string> {
  const chunks: Buffer[] = []
  let missing = length
  while (missing > 0) {
    const chunk = request.read() as Buffer | null
    if (chunk === null) {
      await once(request, 'readable')
      continue
    }
    chunks.push(chunk)
    missing -= chunk.length
  }
  const body = Buffer.concat(chunks)
  // At once, before the stream has come to its end.
  request.unshift(body)
  return body.toString('latin1')
}
