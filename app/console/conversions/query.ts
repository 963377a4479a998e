import 'server-only'
import type { Route } from 'next'
import { z } from 'zod'
import { readPage } from '@/lib/console/query'
import { pageUrl, type SearchParams } from '@/lib/console/page-url'
import type { Dates } from '@/lib/service'

/** The service sends each conversion with an entry for every user, so pages are small. */
export const conversionSizes = { choices: [10, 20, 50, 100, 200], default: 20 }

/**
 * The dates to list ("List conversions"); undefined for no limit. The interface does not state whether the last day
 * counts.
 */
export interface DateFilter extends Dates {
  /** Why each invalid date, which is the text as typed, cannot be sent; null if the dates are valid. */
  problems: Partial<Record<keyof Dates, 'not_a_date' | 'after_until'>> | null
}

// A form also sends its empty fields, which mean no limit. A repeated parameter is an invalid date.
const text = z
  .union([z.string(), z.array(z.string()).transform((values) => values.join(' '))])
  .default('')
  .transform((value) => value.trim() || undefined)

const isDate = (typed: string | undefined) => z.iso.date().optional().safeParse(typed).success

/** Reads the dates from the query (`?from=2026-01-01&until=2026-01-31`). */
export function readDateFilter(searchParams: SearchParams): DateFilter {
  const dates = { from: text.parse(searchParams['from']), until: text.parse(searchParams['until']) }
  const { from, until } = dates
  const notDates = {
    ...(!isDate(from) && { from: 'not_a_date' as const }),
    ...(!isDate(until) && { until: 'not_a_date' as const }),
  }
  if (Object.keys(notDates).length > 0) return { ...dates, problems: notDates }
  // ISO 8601 dates sort like text.
  return { ...dates, problems: from && until && from > until ? { from: 'after_until' } : null }
}

/**
 * The position of a conversion in the list. The interface has no operation that reads one conversion. With its
 * position, the app reads it as a page of one row.
 */
export interface ListPosition extends Dates {
  /** From 1, among the conversions of the dates. */
  at?: number | undefined
}

const position = z.coerce.number().int().min(1).optional().catch(undefined)

/**
 * Reads the list position from the query of a conversion's page (`?at=7&from=2026-01-01`). If it is invalid, the page
 * searches for the conversion.
 */
export function readListPosition(searchParams: SearchParams): ListPosition {
  const { problems, ...dates } = readDateFilter(searchParams)
  return problems ? {} : { at: position.parse(searchParams['at']), ...dates }
}

/**
 * Returns the URL of the list's page that contains the conversion of a page.
 *
 * @param searchParams - the query of the page, which has the page size of its list as `listRows`.
 */
export function listUrl(searchParams: SearchParams): Route {
  const { at = 1, from, until } = readListPosition(searchParams)
  const { limit } = readPage({ rows: searchParams['listRows'] }, conversionSizes)
  const page = Math.ceil(at / limit)
  const rows = limit === conversionSizes.default ? undefined : limit
  return pageUrl('/console/conversions', { from, until }, { page: page === 1 ? undefined : page, rows })
}
