import { z } from 'zod'
import { interpretResponse } from './interpret-response'
import { readRecord } from './listed'
import { buildPage, checkPageQuery, maxPageSize, type Page, type PageQuery } from './pages'
import { balance, pagination, type Balance } from './records'
import { read, type ReadOptions, type ServiceAccess } from './transport'
import { walkPages, type WalkEvent, type WalkOptions } from './walk'

const operation = 'listBalances'
const maxResponseBytes = 1024 * 1024

const body = z.object({
  status: z.literal('success'),
  data: z.object({ balances: z.array(z.unknown()), pagination }),
})

/**
 * Reads one page of the subnet's users and their balances ("List balances").
 *
 * @throws any ServiceError, and the reason of `options.signal`; RangeError before the request for a query outside the
 *   bounds
 */
export async function listBalances(
  access: ServiceAccess,
  { page, limit }: PageQuery = {},
  options: ReadOptions = {},
): Promise<Page<Balance>> {
  checkPageQuery({ page, limit })
  const query = { [access.names.page]: page, [access.names.limit]: limit }
  return read(
    access,
    { operation, path: 'balances', query },
    (response) => interpretBalances(response, { page, limit }),
    options,
  )
}

/** Interprets a response to "List balances". `requested` is the requested page. */
export async function interpretBalances(response: Response, requested: PageQuery = {}): Promise<Page<Balance>> {
  const { data } = await interpretResponse(response, { operation, schema: body, maxResponseBytes })
  const items = data.balances.map((record) => readRecord(balance, record))
  return buildPage(items, data.pagination, { ...requested, operation, status: response.status })
}

/**
 * Walks over all balances, 200 per page unless `query.limit` sets another number.
 *
 * @throws the errors of `listBalances`, and ServiceListError if the pages do not add up, all from the loop
 */
export function walkBalances(
  access: ServiceAccess,
  { limit = maxPageSize }: Omit<PageQuery, 'page'> = {},
  options: WalkOptions = {},
): AsyncGenerator<WalkEvent<Balance>, void, undefined> {
  return walkPages(
    {
      operation,
      pageSize: limit,
      fetchPage: (query, signal) => listBalances(access, query, { ...options, signal, onRateLimit: 'throw' }),
      identityOf: ({ user_id, wallet_address }) => `${user_id}\n${wallet_address}`,
    },
    options,
  )
}
