/** The progress and the speed of an upload. */
export interface Transfer {
  sentBytes: number
  atMs: number
  /** Smoothed; null before the second measurement. */
  bytesPerSecond: number | null
}

/** The time constant of the smoothing. The speed takes about this long to follow a change. */
const smoothingMs = 5000

/** @param atMs - from a monotonic clock, such as `performance.now()`. */
export function transferAt(sentBytes: number, atMs: number, before?: Transfer): Transfer {
  if (!before || sentBytes < before.sentBytes) return { sentBytes, atMs, bytesPerSecond: null }
  const passedMs = atMs - before.atMs
  if (passedMs <= 0) return { ...before, sentBytes }
  const now = ((sentBytes - before.sentBytes) / passedMs) * 1000
  const weight = 1 - Math.exp(-passedMs / smoothingMs)
  const speed = before.bytesPerSecond
  // The first value has no earlier value to smooth it with.
  return { sentBytes, atMs, bytesPerSecond: speed === null ? now : speed + weight * (now - speed) }
}

/** Returns the whole seconds until the upload ends at this speed; null if unknown or more than a week. */
export function secondsLeft({ sentBytes, bytesPerSecond }: Transfer, totalBytes: number): number | null {
  if (bytesPerSecond === null || bytesPerSecond <= 0) return null
  const seconds = Math.ceil((totalBytes - sentBytes) / bytesPerSecond)
  return seconds > 7 * 86_400 ? null : Math.max(seconds, 0)
}
