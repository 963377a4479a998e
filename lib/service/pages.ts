import { z } from 'zod'
import { isRateLimited, retryAfterMs, sleep, type CallOptions } from './deadline-and-retry'
import {
  failed,
  isTooLarge,
  serviceError,
  succeeded,
  type ListProblem,
  type OperationName,
  type Result,
  type ServiceError,
} from './errors'
import { count, type Records } from './records'

/** The max number of results per page ("Limits"). */
export const maxPageSize = 200

/** The page of a list to request ("Limits"). The service checks the values, and chooses missing ones. */
export interface PageQuery {
  /** From 1. */
  page?: number | undefined
  /** Results per page, from 1 to 200. */
  limit?: number | undefined
}

/** A record with its position in the list, from 1. An unreadable record has a position too. */
export type Listed<Item> = Item & { position: number }

/** One page of a list ("Pagination object"). */
export interface Page<Item> extends Omit<Records<Listed<Item>>, 'places'> {
  /** Number of this page, from 1. */
  page: number
  /** Results per page according to the service, which can differ from the requested number. */
  limit: number
  /** Number of results on all pages together. */
  total: number
}

/** "Pagination object". */
export const pagination = z.object({
  page: count.refine((page) => page >= 1),
  limit: count.refine((limit) => limit >= 1),
  total: count,
})

/** The records of a page, as the service sends them. */
export type ListedRecords<Item> = Records<Item> & z.output<typeof pagination>

/** Accepts the last page instead of a later one. A service with another name for the page parameter returns page 1. */
export function checkedPage<Item>(
  operation: OperationName,
  { items, places, ...found }: ListedRecords<Item>,
  requested: PageQuery,
): Result<Page<Item>> {
  const { page, limit, total } = found
  const isLast = page * limit >= total
  if (requested.page !== undefined && page !== requested.page && !(page < requested.page && isLast)) {
    return failed(
      serviceError(operation, { name: 'ServiceProtocolError', problem: 'wrong_page', path: 'data.pagination.page' }),
    )
  }
  const positionOf = (index: number) => (page - 1) * limit + (places[index] ?? index) + 1
  return succeeded({ ...found, items: items.map((item, index) => ({ ...item, position: positionOf(index) })) })
}

/**
 * After the error that a page is too large, returns a page at the same position with at most a quarter of the results.
 * Undefined after another error, and if `limit` is missing or 1.
 */
export function smallerAfter(
  error: ServiceError,
  { page = 1, limit }: PageQuery,
): { page: number; limit: number } | undefined {
  if (!isTooLarge(error) || limit === undefined || limit === 1) return undefined
  let fewer = Math.max(Math.floor(limit / 4), 1)
  while (limit % fewer > 0) fewer -= 1
  return { page: ((page - 1) * limit) / fewer + 1, limit: fewer }
}

export interface WalkOptions extends CallOptions {
  /**
   * Max milliseconds for each page with its retries, without the pauses that the service requests. For conversions, it
   * restarts with each chunk of the response.
   *
   * @default 30_000
   */
  deadlineMs?: number | undefined
  /**
   * Max milliseconds of pauses between two pages, after responses with 429.
   *
   * @default 300_000
   */
  maxPauseMs?: number | undefined
}

export type WalkEvent<Item> =
  /** The next page, in order, without the records that the walk yielded shortly before. */
  | { kind: 'page'; page: Page<Item> }
  /** The walk requests the next page after this pause, because the service limits the rate of requests. */
  | { kind: 'pause'; seconds: number }
  /** The last event: the walk could not read a page, or the pages do not add up. */
  | { kind: 'failed'; error: ServiceError }
  /**
   * The last event of a walk that did not fail. `hasChanged` if the service removed or moved records during the walk, so
   * that records may be missing. A list that only grew at its end is whole.
   */
  | { kind: 'end'; hasChanged: boolean }

interface WalkedList<Item> {
  operation: OperationName
  pageSize: number
  /** It must return a 429 immediately. */
  fetchPage: (query: { page: number; limit: number }) => Promise<Result<Page<Item>>>
  /** Returns a text that is unique for each record. */
  identityOf: (item: Item) => string
}

const defaultMaxPauseMs = 300_000
/** The wait after a 429 without `Retry-After`, because the interface counts requests per minute ("Limits"). */
const defaultPauseMs = 60_000
/** The records of two pages, because a walk must not keep the whole list in memory. */
const maxRemembered = 2 * maxPageSize

/**
 * Reads a list until as many records have arrived as it has. If the last page was full, it reads one more. Records that
 * the service adds in front move others to the next page. So it omits a record that it yielded shortly before.
 *
 * @throws the signal's reason, from the loop
 */
export async function* walkPages<Item extends object>(
  { operation, pageSize, fetchPage, identityOf }: WalkedList<Item>,
  { signal, maxPauseMs = defaultMaxPauseMs }: WalkOptions = {},
): AsyncGenerator<WalkEvent<Item>, void, undefined> {
  const recent = new Set<string>()
  let wanted = { page: 1, limit: pageSize }
  let pausedMs = 0
  let firstTotal: number | undefined
  let total = 0
  let hasTotalChanged = false
  let hasChanged = false
  let received = 0
  const failedBy = (error: ServiceError) => ({ kind: 'failed', error }) as const
  const listError = (problem: ListProblem) =>
    failedBy(serviceError(operation, { name: 'ServiceListError', problem, received, total }))

  for (;;) {
    const result = await fetchPage(wanted)
    if (!result.ok) {
      const { error } = result
      const pauseMs = isRateLimited(error) ? (retryAfterMs(error) ?? defaultPauseMs) : undefined
      const smaller = smallerAfter(error, wanted)
      if (pauseMs !== undefined && pausedMs + pauseMs <= maxPauseMs) {
        pausedMs += pauseMs
        yield { kind: 'pause', seconds: Math.ceil(pauseMs / 1000) }
        await sleep(pauseMs, signal)
      } else if (smaller) wanted = smaller
      else if (wanted.page > 1 && received >= total && isRefusedPage(error)) break
      else return yield failedBy(error)
      continue
    }
    const page = result.data
    pausedMs = 0
    firstTotal ??= total = page.total
    hasTotalChanged ||= page.total !== total
    hasChanged ||= page.total < total
    total = page.total
    const items = page.items.filter((item) => isFirstTime(identityOf(item), recent))
    const listed = page.items.length + page.unreadable
    // The end, or a page again that the walk has read.
    if (listed === 0 || (items.length + page.unreadable === 0 && !hasTotalChanged)) break
    received += listed
    hasChanged ||= items.length < page.items.length
    // The total can grow as fast as the walk reads.
    if (received > (hasTotalChanged ? 2 * firstTotal + maxPageSize : total)) {
      return yield listError('too_many_records')
    }
    yield { kind: 'page', page: { ...page, items } }
    if (received >= total && listed < page.limit) break
    wanted = { ...wanted, page: wanted.page + 1 }
  }

  yield received < total ? listError('too_few_records') : { kind: 'end', hasChanged }
}

function isFirstTime(identity: string, recent: Set<string>): boolean {
  if (recent.has(identity)) return false
  recent.add(identity)
  const [oldest] = recent
  if (recent.size > maxRemembered && oldest !== undefined) recent.delete(oldest)
  return true
}

/** The service may refuse a page beyond the end of the list. */
export function isRefusedPage(error: ServiceError): boolean {
  if (error.name !== 'ServiceRefusedError') return false
  const { kind, status } = error
  return kind === 'unknown' || (kind === 'not_the_service' && [400, 404, 410, 416, 422].includes(status))
}
