/** A proxy that compresses would buffer progress messages, and the bytes that keep a paused download alive. */
export const streamedCacheControl = 'no-store, no-transform'

/** Whether the path has a streamed response, as exports and searches with progress do. */
export function isStreamedPath(pathname: string): boolean {
  return /^\/console\/.+\/(export|find)$/.test(pathname)
}
