import { z } from 'zod'
import { ServiceProtocolError } from './errors'
import { interpretResponse } from './interpret-response'
import { readRecord, type Listed } from './listed'
import { buildPage, checkPageQuery, smallerPage, type Dates, type Page, type PageQuery } from './pages'
import { conversion, pagination, userBreakdownEntry, type Conversion } from './records'
import { read, type ReadOptions, type ServiceAccess } from './transport'
import { walkPages, type WalkEvent, type WalkOptions } from './walk'

const operation = 'listConversions'
/** A small number, because each conversion lists every user. */
const walkPageSize = 20
const defaultMaxPageBytes = 64 * 1024 * 1024
/** Enough for about 1.4 million users, whose conversion needs about 900 MB of memory. */
const maxConversionBytes = 256 * 1024 * 1024

const body = z.object({
  status: z.literal('success'),
  data: z.object({ conversions: z.array(z.unknown()), pagination }),
})

/** The conversions to list ("List conversions"), and the page. */
export interface ConversionQuery extends PageQuery, Dates {}

/** Options for reading conversions. */
export interface ConversionOptions {
  /**
   * Max bytes of a page with several conversions. The client requests a larger page again with fewer conversions, so
   * that it never has many large conversions in memory. A single conversion may have 256 MiB.
   *
   * @default 67_108_864
   */
  maxPageBytes?: number | undefined
}

/**
 * Reads one page of the conversion history ("List conversions"). The deadline restarts with each chunk of the response.
 *
 * If a page of several conversions is larger than `maxPageBytes`, the client requests fewer conversions from the same
 * position. `page` and `limit` of the result then describe the smaller page.
 *
 * @throws any ServiceError, and the reason of `options.signal`; RangeError before the request for a query outside the
 *   bounds
 */
export async function listConversions(
  access: ServiceAccess,
  query: ConversionQuery = {},
  options: ReadOptions & ConversionOptions = {},
): Promise<Page<Conversion>> {
  try {
    return await readPage(access, query, options)
  } catch (error) {
    const smaller = isTooLarge(error) ? smallerPage(query) : undefined
    if (smaller === undefined) throw error
    return listConversions(access, { ...query, ...smaller }, options)
  }
}

/**
 * Walks over all conversions, 20 per page unless `query.limit` sets another number. It has one page in memory. After a
 * page larger than `maxPageBytes`, the walk continues with smaller pages.
 *
 * @throws the errors of `listConversions`, and ServiceListError if the pages do not add up, all from the loop
 */
export function walkConversions(
  access: ServiceAccess,
  { limit: pageSize = walkPageSize, ...dates }: Omit<ConversionQuery, 'page'> = {},
  options: WalkOptions & ConversionOptions = {},
): AsyncGenerator<WalkEvent<Conversion>, void, undefined> {
  return walkPages(
    {
      operation,
      pageSize,
      readsAhead: false,
      fetchPage: (query, signal) =>
        readPage(access, { ...dates, ...query }, { ...options, signal, onRateLimit: 'throw' }),
      isTooLarge,
      identityOf: ({ conversion_id }) => conversion_id,
    },
    options,
  )
}

async function readPage(
  access: ServiceAccess,
  query: ConversionQuery,
  { maxPageBytes = defaultMaxPageBytes, ...options }: ReadOptions & ConversionOptions,
): Promise<Page<Conversion>> {
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
  const maxResponseBytes = query.limit === 1 ? maxConversionBytes : maxPageBytes
  return read(
    access,
    { operation, path: 'conversions', query: parameters },
    (response, { restart }) => interpretConversions(response, query, { maxResponseBytes, onProgress: restart }),
    options,
  )
}

/** Interprets a response to "List conversions". `requested` is the query of the request. */
export async function interpretConversions(
  response: Response,
  requested: ConversionQuery = {},
  limits: { maxResponseBytes: number; onProgress?: () => void } = { maxResponseBytes: defaultMaxPageBytes },
): Promise<Page<Conversion>> {
  const { data } = await interpretResponse(response, { operation, schema: body, ...limits })
  const items = data.conversions.map(readConversion)
  return buildPage(items, data.pagination, { ...requested, operation, status: response.status })
}

const conversionFields = conversion.omit({ user_breakdown: true })
const withBreakdown = z.looseObject({ user_breakdown: z.array(z.unknown()) })

function readConversion(record: unknown): Listed<Conversion> {
  const { data } = withBreakdown.safeParse(record)
  if (!data) return readRecord(conversion, record)
  // Without the entries, so that the JSON of an unreadable conversion does not list every user.
  const { user_breakdown, ...fields } = data
  return {
    ...readRecord(conversionFields, fields),
    user_breakdown: user_breakdown.map((entry) => readRecord(userBreakdownEntry, entry)),
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof ServiceProtocolError && error.problem === 'too_large'
}

function checkDate(name: string, date: string | undefined): void {
  if (date !== undefined && !z.iso.date().safeParse(date).success) {
    throw new RangeError(`${name} must be an ISO 8601 date, like 2026-01-31.`)
  }
}
