import { z } from 'zod'
import type { Result } from './errors'
import { checkedPage, pagination, smallerAfter, type Page, type PageQuery } from './pages'
import { conversion, listOf, type Conversion } from './records'
import { read, type ReadOptions, type ServiceAccess } from './transport'
import { walkPages, type WalkEvent, type WalkOptions } from './walk'

const operation = 'listConversions'
/** A small number, because each conversion lists every user. */
const walkPageSize = 20
/** The max size of a page with several conversions, so that there are never many large conversions in memory. */
const maxPageBytes = 64 * 1024 * 1024
/** Enough for about 1.4 million users, whose conversion needs about 900 MB of memory. */
const maxConversionBytes = 256 * 1024 * 1024

const schema = z.object({
  status: z.literal('success'),
  data: z.object({ conversions: listOf(conversion), pagination }),
})

/** The requested period of conversions. */
export interface Dates {
  /** First day, an ISO 8601 date like `2026-01-31`. */
  from?: string | undefined
  /** Last day, an ISO 8601 date. */
  until?: string | undefined
}

/** The conversions to list ("List conversions"), and the page. */
export interface ConversionQuery extends PageQuery, Dates {}

/**
 * Reads one page of the conversion history ("List conversions"). The deadline restarts with each chunk of the response.
 *
 * If a page of several conversions is larger than 64 MiB, the client requests fewer conversions from the same
 * position. `page` and `limit` of the result then describe the smaller page.
 */
export async function listConversions(
  access: ServiceAccess,
  query: ConversionQuery = {},
  options: ReadOptions = {},
): Promise<Result<Page<Conversion>>> {
  const result = await readPage(access, query, options)
  const smaller = result.ok ? undefined : smallerAfter(result.error, query)
  return smaller ? listConversions(access, { ...query, ...smaller }, options) : result
}

/**
 * Walks over all conversions, 20 per page unless `query.limit` sets another number. It has one page in memory, and
 * continues with smaller pages after a page that is too large.
 */
export function walkConversions(
  access: ServiceAccess,
  { limit: pageSize = walkPageSize, ...dates }: Omit<ConversionQuery, 'page'> = {},
  options: WalkOptions = {},
): AsyncGenerator<WalkEvent<Conversion>, void, undefined> {
  return walkPages(
    {
      operation,
      pageSize,
      fetchPage: (query) => readPage(access, { ...dates, ...query }, { ...options, onRateLimit: 'return' }),
      identityOf: ({ conversion_id }) => conversion_id,
    },
    options,
  )
}

async function readPage(
  access: ServiceAccess,
  { from, until, page, limit }: ConversionQuery,
  options: ReadOptions,
): Promise<Result<Page<Conversion>>> {
  const { names } = access
  const query = { [names.from]: from, [names.until]: until, [names.page]: page, [names.limit]: limit }
  const maxResponseBytes = limit === 1 ? maxConversionBytes : maxPageBytes
  const request = { operation, path: 'conversions', query, schema, maxResponseBytes, isLong: true } as const
  const result = await read(access, request, options)
  if (!result.ok) return result
  const { data } = result.data
  return checkedPage(operation, { ...data.conversions, ...data.pagination }, { page })
}
