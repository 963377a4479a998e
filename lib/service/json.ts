import { StringDecoder } from 'node:string_decoder'
import { errorCode, ServiceTransportError } from './errors'
import type { OperationName } from './operation-name'

/** The JSON of a response, or the reason why it has no JSON. */
export type JsonResult = { ok: true; value: unknown } | { ok: false; problem: 'not_json' | 'too_large' }

/**
 * Reads a response's body as JSON.
 *
 * @param options.maxBytes - the client stops reading a longer body.
 * @param options.onProgress - called for each chunk of the body.
 * @throws ServiceTransportError if the body breaks off
 */
export async function readJson(
  response: Response,
  {
    operation,
    maxBytes,
    onProgress,
  }: { operation: OperationName; maxBytes: number; onProgress?: (() => void) | undefined },
): Promise<JsonResult> {
  // It replaces invalid UTF-8 as a TextDecoder does, but much faster.
  const decoder = new StringDecoder('utf8')
  let text = ''
  let sizeBytes = 0
  try {
    for await (const chunk of response.body ?? []) {
      onProgress?.()
      sizeBytes += chunk.byteLength
      // Leaving the loop cancels the rest of the body.
      if (sizeBytes > maxBytes) return { ok: false, problem: 'too_large' }
      text += decoder.write(chunk)
    }
  } catch (error) {
    throw new ServiceTransportError(operation, errorCode(error))
  }
  try {
    return { ok: true, value: JSON.parse((text + decoder.end()).replace(/^\ufeff/, '')) }
  } catch {
    // The error would quote the body.
    return { ok: false, problem: 'not_json' }
  }
}
