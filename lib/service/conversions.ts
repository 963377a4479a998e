import { z } from 'zod'
import type { CallOptions } from './deadline'
import { judge } from './judge'
import { checkPageQuery, itemsOf, pageOf, walkPages, type Page, type PageQuery, type WalkOptions } from './pages'
import { conversion, pagination, type Conversion } from './records'
import { read, type ServiceAccess } from './transport'

const operation = 'listConversions'
// A conversion has an entry for each user, so a page grows with the subnet: this holds some 400,000 entries.
const answerLimitBytes = 64 * 1024 * 1024
/** Few, so that a page of a subnet with many users stays small. */
const conversionsInWalkedPage = 20

const body = z.object({
  status: z.literal('success'),
  data: z.object({ conversions: z.array(conversion), pagination }),
})

/** Which conversions to list, and which page of them. */
export interface ConversionQuery extends PageQuery {
  /** First day, an ISO 8601 date like `2026-01-31`. */
  from?: string | undefined
  /** Last day, an ISO 8601 date. */
  until?: string | undefined
}

/**
 * "List conversions" ("Endpoints", 3): one page of the history of Subnet Points turned into bolts. A
 * page too large to be read (64 MiB) is a ServiceProtocolError: ask for fewer conversions a page then.
 *
 * @throws ServiceError of each kind, and the reason of `options.signal`; RangeError for a query out of
 * bounds, before anything is sent
 */
export async function listConversions(
  access: ServiceAccess,
  { from, until, page, limit }: ConversionQuery = {},
  options: CallOptions = {},
): Promise<Page<Conversion>> {
  checkPageQuery({ page, limit })
  checkDate('from', from)
  checkDate('until', until)
  const { names } = access
  const query = { [names.from]: from, [names.until]: until, [names.page]: page, [names.limit]: limit }
  return read(
    access,
    { operation, path: 'conversions', query },
    (response) => judgeConversions(response, page),
    options,
  )
}

/** Judges an answer to "List conversions"; `page` is the one asked for. */
export async function judgeConversions(response: Response, page?: number): Promise<Page<Conversion>> {
  const { data } = await judge(response, { operation, schema: body, answerLimitBytes })
  return pageOf(data.conversions, data.pagination, { operation, page, status: response.status })
}

/**
 * Walks over all pages of "List conversions", 20 a page unless `query.limit` says otherwise.
 *
 * @throws as `listConversions` does, from the loop
 */
export function walkConversionPages(
  access: ServiceAccess,
  { limit = conversionsInWalkedPage, ...filter }: Omit<ConversionQuery, 'page'> = {},
  { signal, deadlineMs, lookAhead }: WalkOptions = {},
): AsyncGenerator<Page<Conversion>, void, undefined> {
  const fetchPage = (page: number, signal: AbortSignal) =>
    listConversions(access, { ...filter, page, limit }, { signal, deadlineMs })
  return walkPages(operation, fetchPage, { signal, lookAhead })
}

/** Walks over all conversions, one by one, as `walkConversionPages` does. */
export function walkConversions(
  access: ServiceAccess,
  query?: Omit<ConversionQuery, 'page'>,
  options?: WalkOptions,
): AsyncGenerator<Conversion, void, undefined> {
  return itemsOf(walkConversionPages(access, query, options))
}

function checkDate(name: string, date: string | undefined): void {
  if (date !== undefined && !z.iso.date().safeParse(date).success) {
    throw new RangeError(`${name} must be an ISO 8601 date, like 2026-01-31.`)
  }
}
