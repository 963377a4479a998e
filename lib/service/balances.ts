import { z } from 'zod'
import type { CallOptions } from './deadline'
import { judge } from './judge'
import { checkPageQuery, itemsOf, pageOf, walkPages, type Page, type PageQuery, type WalkOptions } from './pages'
import { balance, pagination, type Balance } from './records'
import { read, type ServiceAccess } from './transport'

const operation = 'listBalances'
const answerLimitBytes = 1024 * 1024

const body = z.object({
  status: z.literal('success'),
  data: z.object({ balances: z.array(balance), pagination }),
})

/**
 * "List balances" ("Endpoints", 4): one page of the subnet's users with what they have.
 *
 * @throws ServiceError of each kind, and the reason of `options.signal`; RangeError for a query out of
 * bounds, before anything is sent
 */
export async function listBalances(
  access: ServiceAccess,
  { page, limit }: PageQuery = {},
  options: CallOptions = {},
): Promise<Page<Balance>> {
  checkPageQuery({ page, limit })
  const query = { [access.names.page]: page, [access.names.limit]: limit }
  return read(access, { operation, path: 'balances', query }, (response) => judgeBalances(response, page), options)
}

/** Judges an answer to "List balances"; `page` is the one asked for. */
export async function judgeBalances(response: Response, page?: number): Promise<Page<Balance>> {
  const { data } = await judge(response, { operation, schema: body, answerLimitBytes })
  return pageOf(data.balances, data.pagination, { operation, page, status: response.status })
}

/**
 * Walks over all pages of "List balances", 200 a page unless `query.limit` says otherwise.
 *
 * @throws as `listBalances` does, from the loop
 */
export function walkBalancePages(
  access: ServiceAccess,
  { limit = 200 }: Omit<PageQuery, 'page'> = {},
  { signal, deadlineMs, lookAhead }: WalkOptions = {},
): AsyncGenerator<Page<Balance>, void, undefined> {
  const fetchPage = (page: number, signal: AbortSignal) => listBalances(access, { page, limit }, { signal, deadlineMs })
  return walkPages(operation, fetchPage, { signal, lookAhead })
}

/** Walks over all balances, one by one, as `walkBalancePages` does: `for await (const balance of walkBalances(access))`. */
export function walkBalances(
  access: ServiceAccess,
  query?: Omit<PageQuery, 'page'>,
  options?: WalkOptions,
): AsyncGenerator<Balance, void, undefined> {
  return itemsOf(walkBalancePages(access, query, options))
}
