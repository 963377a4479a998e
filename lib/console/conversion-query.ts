import type { Route } from 'next'
import { z } from 'zod'
import { addressWith, type PageSearch } from './address'

/**
 * How many conversions a page of their list may have. They are few, since the service sends each with
 * an entry for every user, shown or not; the least of them is for subnets with very many users.
 */
export const conversionPageSizes = [5, 10, 20, 50] as const

const defaultPageSize = 20

const dateNames = ['from', 'until'] as const
type DateName = (typeof dateNames)[number]

/** The chosen dates ("List conversions"): ISO 8601 dates, both included; undefined where there is no limit. */
export type ConversionDates = Record<DateName, string | undefined>

/** Why a date cannot be taken. */
export type DateProblem = 'not_a_date' | 'after_until'

/** The dates as the service's client takes them, or what is wrong with which, and what was typed. */
export type DatesRead =
  | { ok: true; dates: ConversionDates }
  | { ok: false; problems: Partial<Record<DateName, DateProblem>>; typed: Record<DateName, string> }

// A form sends an empty field too, which is no limit. A parameter that comes twice is no date.
const text = z
  .union([z.string(), z.array(z.string()).transform((values) => values.join(' '))])
  .default('')
  .transform((value) => value.trim())

const isoDate = z.iso.date()

/** Reads the dates of the filter (`?from=2026-01-01&until=2026-01-31`). */
export function readDates(search: PageSearch): DatesRead {
  const typed = { from: text.parse(search.from), until: text.parse(search.until) }
  const problems: Partial<Record<DateName, DateProblem>> = {}
  for (const name of dateNames) {
    if (typed[name] !== '' && !isoDate.safeParse(typed[name]).success) problems[name] = 'not_a_date'
  }
  const isEither = problems.from !== undefined || problems.until !== undefined
  // ISO 8601 dates sort as texts do.
  if (!isEither && typed.from !== '' && typed.until !== '' && typed.from > typed.until) problems.from = 'after_until'
  if (Object.keys(problems).length > 0) return { ok: false, problems, typed }
  return { ok: true, dates: { from: typed.from || undefined, until: typed.until || undefined } }
}

const pageNumber = z.coerce.number().int().min(1)
const pageSize = z.coerce
  .number()
  .refine((size) => conversionPageSizes.some((each) => each === size))
  .catch(defaultPageSize)

const listQuery = z.object({ page: pageNumber.catch(1), rows: pageSize })

/** Which page of the list the query asks for (`?page=2&rows=20`). */
export function readConversionPage(search: PageSearch): { page: number; limit: number } {
  const { page, rows } = listQuery.parse({ page: search.page, rows: search.rows })
  return { page, limit: rows }
}

/**
 * Where in the list a conversion was seen: its number from 1 among those of the chosen dates. The
 * interface has no operation for one conversion; with this it is found by one call for one row.
 */
export interface ConversionPlace extends ConversionDates {
  at: number | undefined
  /** Rows a page of the list that it was seen in: the way back there. */
  listRows: number
}

const placeQuery = z.object({ at: pageNumber.optional().catch(undefined), listRows: pageSize })

/** Reads the place that a link to a conversion carries. Whatever is wrong with it, the conversion is looked for. */
export function readPlace(search: PageSearch): ConversionPlace {
  const { at, listRows } = placeQuery.parse({ at: search.at, listRows: search.listRows })
  const read = readDates(search)
  if (!read.ok) return { at: undefined, from: undefined, until: undefined, listRows }
  return { at, ...read.dates, listRows }
}

/** A conversion's page, without a query. An identifier cannot leave its segment, whatever it is. */
export function conversionPath(id: string): Route {
  return `/console/conversions/${encodeURIComponent(id)}` as Route
}

/** The address of a conversion's page with the place where it was seen. */
export function conversionAddress(id: string, place: ConversionPlace): Route {
  return addressWith(conversionPath(id), placeSearch(place))
}

/** The part of a query that `readPlace` reads. */
export function placeSearch({ at, from, until, listRows }: ConversionPlace): PageSearch {
  return { at: at === undefined ? undefined : String(at), from, until, listRows: String(listRows) }
}

/** The address of the list's page on which a conversion was seen. */
export function listAddress({ at, listRows, from, until }: ConversionPlace): Route {
  const page = Math.ceil((at ?? 1) / listRows)
  return addressWith(
    '/console/conversions',
    {},
    {
      from,
      until,
      page: page === 1 ? undefined : page,
      rows: listRows === defaultPageSize ? undefined : listRows,
    },
  )
}
