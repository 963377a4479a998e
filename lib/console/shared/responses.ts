import { streamedCacheControl } from './streamed-paths'

/** Makes a route handler's response in plain text, such as the reason why there is no file. */
export function textResponse(status: number, text: string): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}

/** The headers of a streamed response. Without `X-Accel-Buffering`, nginx would buffer it. */
export const streamedHeaders = { 'Cache-Control': streamedCacheControl, 'X-Accel-Buffering': 'no' }
