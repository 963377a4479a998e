/** Forbids compression. A compressing proxy would buffer progress messages and the bytes that keep a download alive. */
export const streamedCacheControl = 'no-store, no-transform'

/** Checks whether the path has a streamed response, as exports do. */
export function isStreamedPath(pathname: string): boolean {
  return /^\/console\/.+\/export$/.test(pathname)
}
