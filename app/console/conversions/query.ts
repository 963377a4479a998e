import 'server-only'
import type { Route } from 'next'
import { z } from 'zod'
import { readPage } from '@/lib/console/query'
import { pageUrl, type SearchParams } from '@/lib/console/page-url'
import type { Dates } from '@/lib/service'

/** The service sends each conversion with an entry for every user, so pages are small. */
export const conversionSizes = { choices: [10, 26, 50, 100, 200], default: 26 }

export interface DateFilter extends Dates {
  /** Null if the dates are valid. An invalid one is the text as typed. */
  problems: Partial<Record<keyof Dates, 'not_a_date' | 'after_until'>> | null
}

// A form also sends its empty fields, which mean no limit. A repeated parameter is an invalid date.
const text = z
  .union([z.string(), z.array(z.string()).transform((values) => values.join(' '))])
  .default('')
  .transform((value) => value.trim() || undefined)

const isDate = (typed: string | undefined) => z.iso.date().optional().safeParse(typed).success

export function readDateFilter(searchParams: SearchParams): DateFilter {
  const dates = { from: text.parse(searchParams['from']), until: text.parse(searchParams['until']) }
  const { from, until } = dates
  const notDates = {
    ...(!isDate(from) && { from: 'not_a_date' as const }),
    ...(!isDate(until) && { until: 'not_a_date' as const }),
  }
  if (Object.keys(notDates).length > 0) return { ...dates, problems: notDates }
  return { ...dates, problems: from && until && from > until ? { from: 'after_until' } : null }
}

/** With its position in the list, the app reads one conversion as a page of one row. */
export interface ListPosition extends Dates {
  /** From 1, among the conversions of the dates. */
  at?: number | undefined
}

const position = z.coerce.number().int().min(1).optional().catch(undefined)

/** Reads the query of a conversion's page (`?at=7&from=2026-01-01`). */
export function readListPosition(searchParams: SearchParams): ListPosition {
  const { problems, ...dates } = readDateFilter(searchParams)
  return problems ? {} : { at: position.parse(searchParams['at']), ...dates }
}

/** `listRows` is the page size of the list. */
export function listUrl(searchParams: SearchParams): Route {
  const { at = 1, from, until } = readListPosition(searchParams)
  const { limit } = readPage({ rows: searchParams['listRows'] }, conversionSizes)
  const page = Math.ceil(at / limit)
  const rows = limit === conversionSizes.default ? undefined : limit
  return pageUrl('/console/conversions', { from, until }, { page: page === 1 ? undefined : page, rows })
}
