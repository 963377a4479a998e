export function textResponse(status: number, text: string): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}

/** Forbids compression, because a compressing proxy would buffer the download. */
export const streamedCacheControl = 'no-store, no-transform'

/** The headers of a streamed response. Without `X-Accel-Buffering`, nginx would buffer it. */
export const streamedHeaders = { 'Cache-Control': streamedCacheControl, 'X-Accel-Buffering': 'no' }

export const isStreamedPath = (pathname: string): boolean => /^\/console\/.+\/export$/.test(pathname)
