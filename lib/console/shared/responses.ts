import { streamedCacheControl } from './streamed-paths'

/** A response of a route handler in words: why there is no file, or nothing to search for. */
export function textResponse(status: number, text: string): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}

/** The headers of a response that comes while it is made. nginx would collect it before handing it on. */
export const streamedHeaders = { 'Cache-Control': streamedCacheControl, 'X-Accel-Buffering': 'no' }
