import { z } from 'zod'
import {
  countBreakdown,
  interpretConversions,
  type BreakdownOptions,
  type ConversionOptions,
} from './conversion-response'
import { ServiceProtocolError } from './errors'
import { checkPageQuery, smallerPage, type Dates, type Page, type PageQuery } from './pages'
import type { Conversion } from './records'
import { read, type ReadOptions, type ServiceAccess } from './transport'
import { walkPages, type WalkEvent, type WalkOptions } from './walk'

const operation = 'listConversions'
/** A small number, because each conversion lists every user. */
const walkPageSize = 20

/** The conversions to list ("List conversions"), and the page. */
export interface ConversionQuery extends PageQuery, Dates {}

/**
 * Reads one page of the conversion history ("List conversions"). `options.breakdown` reads the breakdowns; by default,
 * the client counts their entries. The deadline restarts with each chunk of the response.
 *
 * If a page of several conversions is larger than `maxPageBytes`, the client requests fewer conversions from the same
 * position. `page` and `limit` of the result then describe the smaller page.
 *
 * @throws any ServiceError, and the reason of `options.signal`; RangeError before the request for a query outside the
 *   bounds
 */
export function listConversions<Breakdown>(
  access: ServiceAccess,
  query: ConversionQuery,
  options: ReadOptions & ConversionOptions & BreakdownOptions<Breakdown>,
): Promise<Page<Conversion<Breakdown>>>
export function listConversions(
  access: ServiceAccess,
  query?: ConversionQuery,
  options?: ReadOptions & ConversionOptions,
): Promise<Page<Conversion>>
export async function listConversions(
  access: ServiceAccess,
  query: ConversionQuery = {},
  options: ReadOptions & ConversionOptions & Partial<BreakdownOptions<unknown>> = {},
): Promise<Page<Conversion<unknown>>> {
  const { breakdown = countBreakdown } = options
  try {
    return await readPage(access, query, { ...options, breakdown })
  } catch (error) {
    const smaller = isTooLarge(error) ? smallerPage(query) : undefined
    if (smaller === undefined) throw error
    return listConversions(access, { ...query, ...smaller }, { ...options, breakdown })
  }
}

/**
 * Walks over all conversions, 20 per page unless `query.limit` sets another number. After a page larger than
 * `maxPageBytes`, the walk continues with smaller pages. `options.breakdown` reads the breakdowns; by default, the
 * client counts their entries.
 *
 * @throws the errors of `listConversions`, and ServiceListError if the pages do not add up, all from the loop
 */
export function walkConversions<Breakdown>(
  access: ServiceAccess,
  query: Omit<ConversionQuery, 'page'>,
  options: WalkOptions & ConversionOptions & BreakdownOptions<Breakdown>,
): AsyncGenerator<WalkEvent<Conversion<Breakdown>>, void, undefined>
export function walkConversions(
  access: ServiceAccess,
  query?: Omit<ConversionQuery, 'page'>,
  options?: WalkOptions & ConversionOptions,
): AsyncGenerator<WalkEvent<Conversion>, void, undefined>
export function walkConversions(
  access: ServiceAccess,
  { limit: pageSize = walkPageSize, ...dates }: Omit<ConversionQuery, 'page'> = {},
  options: WalkOptions & ConversionOptions & Partial<BreakdownOptions<unknown>> = {},
): AsyncGenerator<WalkEvent<Conversion<unknown>>, void, undefined> {
  const { breakdown = countBreakdown } = options
  return walkPages(
    {
      operation,
      pageSize,
      fetchPage: (query, signal) =>
        readPage(access, { ...dates, ...query }, { ...options, signal, breakdown, onRateLimit: 'throw' }),
      isTooLarge,
      identityOf: ({ conversion_id }) => conversion_id,
    },
    options,
  )
}

async function readPage<Breakdown>(
  access: ServiceAccess,
  query: ConversionQuery,
  { breakdown, maxPageBytes, ...options }: ReadOptions & ConversionOptions & BreakdownOptions<Breakdown>,
): Promise<Page<Conversion<Breakdown>>> {
  checkPageQuery(query)
  checkDate('from', query.from)
  checkDate('until', query.until)
  const { names } = access
  const parameters = {
    [names.from]: query.from,
    [names.until]: query.until,
    [names.page]: query.page,
    [names.limit]: query.limit,
  }
  return read(
    access,
    { operation, path: 'conversions', query: parameters },
    (response, deadline) => interpretConversions(response, query, { breakdown, maxPageBytes, deadline }),
    options,
  )
}

function isTooLarge(error: unknown): boolean {
  return error instanceof ServiceProtocolError && error.problem === 'too_large'
}

function checkDate(name: string, date: string | undefined): void {
  if (date !== undefined && !z.iso.date().safeParse(date).success) {
    throw new RangeError(`${name} must be an ISO 8601 date, like 2026-01-31.`)
  }
}
