/** Whoever compresses or buffers would hold back progress, and the signs of life of a download that pauses. */
export const streamedCacheControl = 'no-store, no-transform'

/** Whether the response of the path comes while it is made: an export, or a search that reports its progress. */
export function isStreamedPath(pathname: string): boolean {
  return /^\/console\/.+\/(export|find)$/.test(pathname)
}
