import { z } from 'zod'
import { mapData, type Result } from './errors'
import { checkedPage, maxPageSize, pagination, smallerAfter, walkPages } from './pages'
import type { Page, PageQuery, WalkEvent, WalkOptions } from './pages'
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
  /** The number of listed task runs that are unreadable. */
  unreadable: number
  /** The max number of task runs in one response (100). */
  limit: number
  /** Whether the service may have more pending task runs than listed, because the list has reached its limit. */
  hasMore: boolean
}

/** Reads the task runs that are `pending` or `running` on chain ("List pending task runs"). */
export async function listPendingTaskRuns(
  access: ServiceAccess,
  options: ReadOptions = {},
): Promise<Result<PendingTaskRuns>> {
  const request = {
    operation: 'listPendingTaskRuns',
    path: 'task_runs/pending',
    schema: taskRunsSchema,
    maxResponseBytes,
  } as const
  const result = await read(access, request, options)
  return mapData(result, ({ data: { task_runs, count, limit } }) => {
    return { taskRuns: task_runs.items, unreadable: task_runs.unreadable, limit, hasMore: count >= limit }
  })
}

const balancesSchema = z.object({
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
  const request = {
    operation: 'listBalances',
    path: 'balances',
    query,
    schema: balancesSchema,
    maxResponseBytes,
  } as const
  const result = await read(access, request, options)
  if (!result.ok) return result
  const { data } = result.data
  return checkedPage('listBalances', { ...data.balances, ...data.pagination }, { page })
}

/** Walks over all balances, 200 per page unless `query.limit` sets another number. */
export function walkBalances(
  access: ServiceAccess,
  { limit = maxPageSize }: Omit<PageQuery, 'page'> = {},
  options: WalkOptions = {},
): AsyncGenerator<WalkEvent<Balance>, void, undefined> {
  return walkPages(
    {
      operation: 'listBalances',
      pageSize: limit,
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

const conversionsSchema = z.object({
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
  const result = await readConversions(access, query, options)
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
      operation: 'listConversions',
      pageSize,
      fetchPage: (query) => readConversions(access, { ...dates, ...query }, { ...options, onRateLimit: 'return' }),
      identityOf: ({ conversion_id }) => conversion_id,
    },
    options,
  )
}

async function readConversions(
  access: ServiceAccess,
  { from, until, page, limit }: ConversionQuery,
  options: ReadOptions,
): Promise<Result<Page<Conversion>>> {
  const { names } = access
  const query = { [names.from]: from, [names.until]: until, [names.page]: page, [names.limit]: limit }
  const request = {
    operation: 'listConversions',
    path: 'conversions',
    query,
    schema: conversionsSchema,
    maxResponseBytes: limit === 1 ? maxConversionBytes : maxPageBytes,
    isLong: true,
  } as const
  const result = await read(access, request, options)
  if (!result.ok) return result
  const { data } = result.data
  return checkedPage('listConversions', { ...data.conversions, ...data.pagination }, { page })
}

// The interface limits neither the wallets of an account nor their resources. This size allows about 50,000 resources.
const maxResourcesBytes = 16 * 1024 * 1024

const resourcesSchema = z.object({ status: z.literal('success'), resources: listOf(resource) })

/**
 * Reads the subnet's resources of the account behind a wallet address ("List resources by wallet"). The result covers
 * all wallets of the account.
 *
 * @param walletAddress - any wallet of the account; the match is exact and case-sensitive.
 * @returns a refusal of the kind `wallet_not_found` if no account has the wallet
 */
export async function listResourcesByWallet(
  access: ServiceAccess,
  walletAddress: string,
  options: ReadOptions = {},
): Promise<Result<Records<Resource>>> {
  const query = { [access.names.address]: walletAddress }
  const request = { operation: 'listResourcesByWallet', path: 'resources/by-wallet', query } as const
  const result = await read(
    access,
    { ...request, schema: resourcesSchema, maxResponseBytes: maxResourcesBytes },
    options,
  )
  return mapData(result, ({ resources }) => resources)
}
