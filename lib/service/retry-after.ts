/**
 * The max wait in seconds. A longer wait is a mistake, such as a timestamp instead of seconds, because the interface
 * limits the rate per minute ("Limits").
 */
const maxSeconds = 24 * 60 * 60

/**
 * Reads the `Retry-After` header ("Errors"): a number of seconds, or an HTTP date. The function compares a date with
 * the response's own `Date`, so the two clocks may differ.
 *
 * @param now - milliseconds since the epoch, used if the response has no valid `Date`.
 * @returns whole seconds, from 1 to one day; undefined if the header is missing or invalid.
 */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? ''
  const sentAt = parseHttpDate(headers.get('date') ?? '') || now
  // A proxy may add a second header, which fetch joins with a comma.
  const [number = (parseHttpDate(value) - sentAt) / 1000] = /^\d+(?=,|$)/.exec(value) ?? []
  const seconds = Math.ceil(Number(number))
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 1), maxSeconds)
}

/** Parses the three formats of an HTTP date (RFC 9110, 5.6.7) to milliseconds since the epoch; NaN if it is another text. */
function parseHttpDate(text: string): number {
  // Without this check, Date.parse would accept "7" or "-1" as a date.
  if (!/^[A-Za-z]{3,9},? /.test(text)) return NaN
  // The oldest format ends with the year and names no time zone. It is also in UTC.
  return Date.parse(/\d{4}$/.test(text) ? `${text} GMT` : text)
}
