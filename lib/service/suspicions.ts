import type { Conversion } from './records'

/**
 * Something in a response that is best explained by a parameter that the service does not know. The
 * interface does not show the names of its query parameters, and a service can ignore those it does not
 * know. `names` are those of `ServiceAccess.names` to check.
 */
export type Suspicion =
  /** Conversions that lie outside the requested dates. */
  | { kind: 'outside_dates'; names: ('from' | 'until')[]; count: number }
  /** The service counts with another page size than the requested one. It can also be its maximum. */
  | { kind: 'other_page_size'; names: ['limit']; requested: number; given: number }
  /** The page has fewer records than its own page size and total make. */
  | { kind: 'short_page'; names: ['limit']; expected: number; given: number }

/**
 * Compares a page with what was requested.
 *
 * @param page - the page as the service gave it, with the number of its records.
 */
export function pageSuspicions(
  requestedLimit: number | undefined,
  { page, limit, total, records }: { page: number; limit: number; total: number; records: number },
): Suspicion[] {
  const suspicions: Suspicion[] = []
  const given = Math.max(limit, records)
  if (requestedLimit !== undefined && given !== requestedLimit) {
    suspicions.push({ kind: 'other_page_size', names: ['limit'], requested: requestedLimit, given })
  }
  const expected = Math.max(Math.min(limit, total - (page - 1) * limit), 0)
  if (records < expected) suspicions.push({ kind: 'short_page', names: ['limit'], expected, given: records })
  return suspicions
}

/** The days that conversions were requested of. */
export interface Dates {
  /** First day, an ISO 8601 date like `2026-01-31`. */
  from?: string | undefined
  /** Last day, an ISO 8601 date. */
  until?: string | undefined
}

const dayMs = 24 * 60 * 60 * 1000

/**
 * Compares conversions with the requested dates. The interface does not say which time of a conversion
 * the dates are compared with, in which time zone, and whether the last day is included. So a conversion
 * lies outside where all its times do, by more than a day.
 */
export function dateSuspicions(conversions: readonly Conversion<unknown>[], { from, until }: Dates): Suspicion[] {
  const earliest = from === undefined ? -Infinity : Date.parse(from) - dayMs
  const latest = until === undefined ? Infinity : Date.parse(until) + 2 * dayMs
  const times = conversions.map((each) =>
    [each.converted_at, each.period_started_at, each.period_ended_at].map((time) => Date.parse(time)),
  )
  const before = times.filter((each) => Math.max(...each) < earliest).length
  const after = times.filter((each) => Math.min(...each) > latest).length
  if (before + after === 0) return []
  const names = [...(before > 0 ? ['from' as const] : []), ...(after > 0 ? ['until' as const] : [])]
  return [{ kind: 'outside_dates', names, count: before + after }]
}
