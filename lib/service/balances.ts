import { z } from 'zod'
import type { Result } from './errors'
import { checkedPage, maxPageSize, pagination, type Page, type PageQuery } from './pages'
import { balance, listOf, type Balance } from './records'
import { read, type ReadOptions, type ServiceAccess } from './transport'
import { walkPages, type WalkEvent, type WalkOptions } from './walk'

const operation = 'listBalances'
const maxResponseBytes = 1024 * 1024

const schema = z.object({
  status: z.literal('success'),
  data: z.object({ balances: listOf(balance), pagination }),
})

/** Reads one page of the subnet's users and their balances ("List balances"). */
export async function listBalances(
  access: ServiceAccess,
  { page, limit }: PageQuery = {},
  options: ReadOptions = {},
): Promise<Result<Page<Balance>>> {
  const query = { [access.names.page]: page, [access.names.limit]: limit }
  const result = await read(access, { operation, path: 'balances', query, schema, maxResponseBytes }, options)
  if (!result.ok) return result
  const { data } = result.data
  return checkedPage(operation, { ...data.balances, ...data.pagination }, { page })
}

/** Walks over all balances, 200 per page unless `query.limit` sets another number. */
export function walkBalances(
  access: ServiceAccess,
  { limit = maxPageSize }: Omit<PageQuery, 'page'> = {},
  options: WalkOptions = {},
): AsyncGenerator<WalkEvent<Balance>, void, undefined> {
  return walkPages(
    {
      operation,
      pageSize: limit,
      fetchPage: (query) => listBalances(access, query, { ...options, onRateLimit: 'return' }),
      identityOf: ({ user_id, wallet_address }) => `${user_id}\n${wallet_address}`,
    },
    options,
  )
}
