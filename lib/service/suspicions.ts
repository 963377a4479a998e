import type { Conversion } from './records'

/**
 * A sign in a response that the service has another name for a query parameter. The interface does not show these
 * names, and a service can ignore unknown parameters. `names` lists the names of `ServiceAccess.names` to check.
 */
export type Suspicion =
  /** Conversions outside the requested dates. */
  | { kind: 'outside_dates'; names: ('from' | 'until')[]; count: number }
  /** The service uses another page size than requested. The size can also be the service's maximum. */
  | { kind: 'other_page_size'; names: ['limit']; requested: number; given: number }
  /** The page has fewer records than its page size and total require. */
  | { kind: 'short_page'; names: ['limit']; expected: number; given: number }

/**
 * Compares a page with the request.
 *
 * @param page - the page as the service sent it, with the number of its records.
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

/** The requested period of conversions. */
export interface Dates {
  /** First day, an ISO 8601 date like `2026-01-31`. */
  from?: string | undefined
  /** Last day, an ISO 8601 date. */
  until?: string | undefined
}

const dayMs = 24 * 60 * 60 * 1000

/**
 * Compares conversions with the requested dates. The interface does not specify which time of a conversion counts, in
 * which time zone, and whether the last day is included. Therefore a conversion counts as outside only if all its times
 * are outside by more than a day.
 */
export function dateSuspicions(conversions: readonly Conversion[], { from, until }: Dates): Suspicion[] {
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
