/** How far an upload has come, and how fast it goes. */
export interface Transfer {
  sentBytes: number
  atMs: number
  /** Smoothed; null until there is anything to go by. */
  bytesPerSecond: number | null
}

/** Within about this time the speed follows a change of the line's. */
const smoothingMs = 5000

/** @param atMs - of a clock that only goes forward, like `performance.now()`. */
export function transferAt(sentBytes: number, atMs: number, before?: Transfer): Transfer {
  if (!before || sentBytes < before.sentBytes) return { sentBytes, atMs, bytesPerSecond: null }
  const passedMs = atMs - before.atMs
  if (passedMs <= 0) return { ...before, sentBytes }
  const now = ((sentBytes - before.sentBytes) / passedMs) * 1000
  const weight = 1 - Math.exp(-passedMs / smoothingMs)
  const speed = before.bytesPerSecond
  // The first figure counts whole: there is nothing before it to be smoothed with.
  return { sentBytes, atMs, bytesPerSecond: speed === null ? now : speed + weight * (now - speed) }
}

/** Whole seconds until all is sent at this speed; null where that cannot be told, or would be more than a week. */
export function secondsLeft({ sentBytes, bytesPerSecond }: Transfer, totalBytes: number): number | null {
  if (bytesPerSecond === null || bytesPerSecond <= 0) return null
  const seconds = Math.ceil((totalBytes - sentBytes) / bytesPerSecond)
  return seconds > 7 * 86_400 ? null : Math.max(seconds, 0)
}
