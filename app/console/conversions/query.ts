import 'server-only'
import type { Route } from 'next'
import { z } from 'zod'
import { readPage } from '@/lib/console/query'
import { conversionPath, pageUrl, type SearchParams } from '@/lib/console/page-url'

/** The service sends each conversion with an entry for every user, so pages are small. */
export const conversionSizes = { choices: [10, 20, 50, 100, 200], default: 20 }

const dateNames = ['from', 'until'] as const
type DateName = (typeof dateNames)[number]

/**
 * The ISO 8601 dates to list ("List conversions"); undefined for no limit. The interface does not state
 * whether the last day counts.
 */
export type ConversionDates = Record<DateName, string | undefined>

/** Why a date is invalid. */
type DateProblem = 'not_a_date' | 'after_until'

/** The dates for the service's client, or the problem of each invalid date with the typed texts. */
export type DateFilter =
  | { ok: true; dates: ConversionDates }
  | { ok: false; problems: Partial<Record<DateName, DateProblem>>; typed: Record<DateName, string> }

// A form also sends its empty fields, which mean no limit. A repeated parameter is an invalid date.
const text = z
  .union([z.string(), z.array(z.string()).transform((values) => values.join(' '))])
  .default('')
  .transform((value) => value.trim())

const isoDate = z.iso.date()

/** Reads the dates from the query (`?from=2026-01-01&until=2026-01-31`). */
export function readDateFilter(searchParams: SearchParams): DateFilter {
  const typed = { from: text.parse(searchParams.from), until: text.parse(searchParams.until) }
  const problems: Partial<Record<DateName, DateProblem>> = {}
  for (const name of dateNames) {
    if (typed[name] !== '' && !isoDate.safeParse(typed[name]).success) problems[name] = 'not_a_date'
  }
  const hasInvalidDate = problems.from !== undefined || problems.until !== undefined
  // ISO 8601 dates sort like text.
  if (!hasInvalidDate && typed.from !== '' && typed.until !== '' && typed.from > typed.until)
    problems.from = 'after_until'
  if (Object.keys(problems).length > 0) return { ok: false, problems, typed }
  return { ok: true, dates: { from: typed.from || undefined, until: typed.until || undefined } }
}

/**
 * The position of a conversion in the list. The interface has no operation that reads one conversion. With its
 * position, the app reads it as a page of one row.
 */
export interface ListPosition extends ConversionDates {
  /** From 1, among the conversions of the dates. */
  at: number | undefined
  /** The page size of the list that linked to the conversion, for the link back. */
  listRows: number
}

const position = z.coerce.number().int().min(1).optional().catch(undefined)

/**
 * Reads the list position from the query of a conversion's page. If it is invalid, the page searches for the
 * conversion.
 */
export function readListPosition(searchParams: SearchParams): ListPosition {
  const at = position.parse(searchParams.at)
  const { limit: listRows } = readPage({ rows: searchParams.listRows }, conversionSizes)
  const read = readDateFilter(searchParams)
  if (!read.ok) return { at: undefined, from: undefined, until: undefined, listRows }
  return { at, ...read.dates, listRows }
}

/** Returns the URL of a conversion's page, with its list position. */
export function conversionUrl(id: string, listPosition: ListPosition): Route {
  return pageUrl(conversionPath(id), listPositionParams(listPosition))
}

/** Returns the parameters that `readListPosition` reads. */
export function listPositionParams({ at, from, until, listRows }: ListPosition): SearchParams {
  return { at: at === undefined ? undefined : String(at), from, until, listRows: String(listRows) }
}

/** Returns the URL of the list's page that contains a conversion. */
export function listUrl({ at, listRows, from, until }: ListPosition): Route {
  const page = Math.ceil((at ?? 1) / listRows)
  const rows = listRows === conversionSizes.default ? undefined : listRows
  return pageUrl('/console/conversions', {}, { from, until, page: page === 1 ? undefined : page, rows })
}
