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
  problems: { [Name in keyof Dates]?: 'not_a_date' | 'after_until' | undefined } | null
}

// A form also sends its empty fields, which mean no limit. A repeated parameter is an invalid date.
const typedDate = (value: SearchParams[string]) => [value ?? []].flat().join(' ').trim() || undefined

const problemOf = (typed: string | undefined) =>
  z.iso.date().optional().safeParse(typed).success ? undefined : ('not_a_date' as const)

export function readDateFilter(searchParams: SearchParams): DateFilter {
  const [from, until] = [typedDate(searchParams['from']), typedDate(searchParams['until'])]
  const notDates = { from: problemOf(from), until: problemOf(until) }
  if (notDates.from ?? notDates.until) return { from, until, problems: notDates }
  return { from, until, problems: from && until && from > until ? { from: 'after_until' } : null }
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
