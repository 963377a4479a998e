import { z } from 'zod'
import { mapData, type OperationName, type Result } from './errors'
import { checkedPage, maxPageSize, pagination, smallerAfter, walkPages } from './pages'
import type { ListedRecords, Page, PageQuery, WalkEvent, WalkOptions } from './pages'
import { balance, conversion, count, listOf, resource, taskRun } from './records'
import type { Balance, Conversion, Records, Resource, TaskRun } from './records'
import { read, type ReadOptions, type ServiceAccess } from './transport'

/** Enough for 100 task runs, or a page of 200 balances. */
const maxResponseBytes = 1024 * 1024

const taskRunsSchema = z.object({
  status: z.literal('success'),
  data: z.object({ task_runs: listOf(taskRun), count, limit: count }),
})

/** The task runs whose end is not on chain yet. */
export interface PendingTaskRuns {
  /** Sorted by `updated_at`, oldest first. */
  taskRuns: TaskRun[]
  unreadable: number
  /** The max number of task runs in one response (100). */
  limit: number
  /** Whether the list has reached its limit, so that the service may have more. */
  hasMore: boolean
}

/** Reads the task runs that are `pending` or `running` on chain ("List pending task runs"). */
export async function listPendingTaskRuns(
  access: ServiceAccess,
  options: ReadOptions = {},
): Promise<Result<PendingTaskRuns>> {
  const request = { operation: 'listPendingTaskRuns', path: 'task_runs/pending' } as const
  const result = await read(access, { ...request, schema: taskRunsSchema, maxResponseBytes }, options)
  return mapData(result, ({ data: { task_runs, count, limit } }) => {
    return { taskRuns: task_runs.items, unreadable: task_runs.unreadable, limit, hasMore: count >= limit }
  })
}

/** The requested period of conversions. */
export interface Dates {
  /** First day, an ISO 8601 date like `2026-01-31`; no limit without it. */
  from?: string | undefined
  /** Last day, an ISO 8601 date; no limit without it. The interface does not say whether this day counts. */
  until?: string | undefined
}

interface ConversionQuery extends PageQuery, Dates {}

interface PageRequest<Item> {
  operation: OperationName
  path: string
  schema: z.ZodType<ListedRecords<Item>>
  maxResponseBytes: number
  isLong?: boolean
}

async function readPage<Item>(
  access: ServiceAccess,
  request: PageRequest<Item>,
  { from, until, page, limit }: ConversionQuery,
  options: ReadOptions,
): Promise<Result<Page<Item>>> {
  const { names } = access
  const query = { [names.from]: from, [names.until]: until, [names.page]: page, [names.limit]: limit }
  const result = await read(access, { ...request, query }, options)
  return result.ok ? checkedPage(request.operation, result.data, { page }) : result
}

const balancesSchema = z
  .object({ status: z.literal('success'), data: z.object({ balances: listOf(balance), pagination }) })
  .transform(({ data }) => ({ ...data.balances, ...data.pagination }))

/** Reads one page of the subnet's users and their balances ("List balances"). */
export function listBalances(
  access: ServiceAccess,
  { page, limit }: PageQuery = {},
  options: ReadOptions = {},
): Promise<Result<Page<Balance>>> {
  const request = { operation: 'listBalances', path: 'balances', schema: balancesSchema, maxResponseBytes } as const
  return readPage(access, request, { page, limit }, options)
}

/** Walks over all balances, 200 per page unless `query.limit` sets another number. */
export function walkBalances(
  access: ServiceAccess,
  { limit: pageSize = maxPageSize }: Omit<PageQuery, 'page'> = {},
  options: WalkOptions = {},
): AsyncGenerator<WalkEvent<Balance>, void, undefined> {
  return walkPages(
    {
      operation: 'listBalances',
      pageSize,
      fetchPage: (query) => listBalances(access, query, { ...options, onRateLimit: 'return' }),
      identityOf: ({ user_id, wallet_address }) => `${user_id}\n${wallet_address}`,
    },
    options,
  )
}

/** A small number, because each conversion lists every user. */
const walkPageSize = 20
/** The max size of a page with several conversions, so that there are never many large conversions in memory. */
const maxPageBytes = 64 * 1024 * 1024
/** Enough for about 1.4 million users, whose conversion needs about 900 MB of memory. */
const maxConversionBytes = 256 * 1024 * 1024

const conversionsSchema = z
  .object({ status: z.literal('success'), data: z.object({ conversions: listOf(conversion), pagination }) })
  .transform(({ data }) => ({ ...data.conversions, ...data.pagination }))

/**
 * Reads one page of the conversion history ("List conversions"). The deadline restarts with each chunk of the response.
 * If a page of several conversions is larger than 64 MiB, the result is a smaller page from the same position.
 */
export async function listConversions(
  access: ServiceAccess,
  query: ConversionQuery = {},
  options: ReadOptions = {},
): Promise<Result<Page<Conversion>>> {
  const result = await readConversions(access, query, options)
  const smaller = result.ok ? undefined : smallerAfter(result.error, query)
  return smaller ? listConversions(access, { ...query, ...smaller }, options) : result
}

/** Walks over all conversions, 20 per page unless `query.limit` sets another number, with one page in memory. */
export function walkConversions(
  access: ServiceAccess,
  { limit: pageSize = walkPageSize, ...dates }: Omit<ConversionQuery, 'page'> = {},
  options: WalkOptions = {},
): AsyncGenerator<WalkEvent<Conversion>, void, undefined> {
  return walkPages(
    {
      operation: 'listConversions',
      pageSize,
      fetchPage: (query) => readConversions(access, { ...dates, ...query }, { ...options, onRateLimit: 'return' }),
      identityOf: ({ conversion_id }) => conversion_id,
    },
    options,
  )
}

function readConversions(access: ServiceAccess, query: ConversionQuery, options: ReadOptions) {
  const request = {
    operation: 'listConversions',
    path: 'conversions',
    schema: conversionsSchema,
    isLong: true,
  } as const
  const maxBytes = query.limit === 1 ? maxConversionBytes : maxPageBytes
  return readPage(access, { ...request, maxResponseBytes: maxBytes }, query, options)
}

/** The interface limits neither wallets nor resources. This is enough for about 50,000 resources. */
const maxResourcesBytes = 16 * 1024 * 1024

const resourcesSchema = z
  .object({ status: z.literal('success'), resources: listOf(resource) })
  .transform(({ resources }) => resources)

/**
 * Reads the subnet's resources of the account behind a wallet address ("List resources by wallet"), for all its wallets.
 *
 * @param walletAddress - any wallet of the account; the match is exact and case-sensitive.
 * @returns a refusal of the kind `wallet_not_found` if no account has the wallet
 */
export function listResourcesByWallet(
  access: ServiceAccess,
  walletAddress: string,
  options: ReadOptions = {},
): Promise<Result<Records<Resource>>> {
  const request = { operation: 'listResourcesByWallet', path: 'resources/by-wallet', schema: resourcesSchema } as const
  const query = { [access.names.address]: walletAddress }
  return read(access, { ...request, query, maxResponseBytes: maxResourcesBytes }, options)
}
