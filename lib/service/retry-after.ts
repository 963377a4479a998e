const longestWaitSeconds = 3600

/**
 * Reads a `Retry-After` header ("Errors", 429), which is a number of seconds or an HTTP date.
 *
 * @param now - milliseconds since the epoch, for the date form.
 * @returns whole seconds from 1 to 3,600, or undefined where the header is missing or makes no sense.
 */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  const value = header?.trim() ?? ''
  const seconds = /^\d{1,9}$/.test(value) ? Number(value) : secondsUntil(value, now)
  if (seconds === undefined) return undefined
  return Math.min(Math.max(Math.ceil(seconds), 1), longestWaitSeconds)
}

function secondsUntil(date: string, now: number): number | undefined {
  // An HTTP date names its month; Date.parse alone would also take "7" or "-1" for a date.
  const time = /^[A-Za-z]{3,9},? /.test(date) ? Date.parse(date) : Number.NaN
  return Number.isNaN(time) ? undefined : (time - now) / 1000
}
