import { StringDecoder } from 'node:string_decoder'
import { failed, ServiceProtocolError, ServiceTransportError, succeeded, type Result } from './errors'
import type { OperationName } from './error-kind'

/**
 * Reads a response's body as JSON, up to `maxBytes`.
 *
 * @param options.onProgress - called for each chunk of the body.
 * @returns undefined if the body is not JSON; a ServiceProtocolError if it is longer than `maxBytes`, and a
 *   ServiceTransportError if it breaks off
 */
export async function readJson(
  response: Response,
  options: { operation: OperationName; maxBytes: number; onProgress?: (() => void) | undefined },
): Promise<Result<unknown>> {
  const { operation, maxBytes, onProgress } = options
  // It replaces invalid UTF-8 as a TextDecoder does, but much faster.
  const decoder = new StringDecoder('utf8')
  let text = ''
  let sizeBytes = 0
  try {
    for await (const chunk of response.body ?? []) {
      onProgress?.()
      sizeBytes += chunk.byteLength
      // Leaving the loop cancels the rest of the body.
      if (sizeBytes > maxBytes) break
      text += decoder.write(chunk)
    }
  } catch (error) {
    return failed(ServiceTransportError.of(operation, error))
  }
  if (sizeBytes > maxBytes) return failed(new ServiceProtocolError(operation, response.status, 'too_large'))
  try {
    return succeeded(JSON.parse((text + decoder.end()).replace(/^\ufeff/, '')))
  } catch {
    // The error would quote the body.
    return succeeded(undefined)
  }
}
