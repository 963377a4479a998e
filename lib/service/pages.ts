import { ServiceProtocolError } from './errors'
import type { Listed } from './listed'
import type { OperationName } from './operation-name'
import type { Pagination } from './records'

/** The max number of results per page ("Limits"). */
export const maxPageSize = 200

/** The page of a list to request ("Limits"). The service chooses missing values. */
export interface PageQuery {
  /** From 1. */
  page?: number | undefined
  /** Results per page, from 1 to 200. */
  limit?: number | undefined
}

/** The requested period of conversions. */
export interface Dates {
  /** First day, an ISO 8601 date like `2026-01-31`. */
  from?: string | undefined
  /** Last day, an ISO 8601 date. */
  until?: string | undefined
}

/** One page of a list ("Pagination object"). */
export interface Page<Item> {
  items: Listed<Item>[]
  /** Number of this page, from 1. */
  page: number
  /** Results per page according to the service, which can differ from the requested number. */
  limit: number
  /** Number of results on all pages together. */
  total: number
}

/** @throws RangeError if the page or its size is outside the interface's bounds. */
export function checkPageQuery({ page, limit }: PageQuery): void {
  if (page !== undefined && !(Number.isSafeInteger(page) && page >= 1)) {
    throw new RangeError('page must be an integer of at least 1.')
  }
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 1 && limit <= maxPageSize)) {
    throw new RangeError(`limit must be an integer from 1 to ${maxPageSize}.`)
  }
}

/**
 * Returns a smaller page that begins at the same position and has at most a quarter of the results, but at least one.
 * Undefined if `limit` is missing or 1.
 */
export function smallerPage({ page = 1, limit }: PageQuery): { page: number; limit: number } | undefined {
  if (limit === undefined || limit === 1) return undefined
  let fewer = Math.max(Math.floor(limit / 4), 1)
  while (limit % fewer > 0) fewer -= 1
  return { page: ((page - 1) * limit) / fewer + 1, limit: fewer }
}

/**
 * Builds a page. If the requested page is beyond the end, the function accepts the last page instead.
 *
 * @throws ServiceProtocolError if the response is not the requested page. A service that has another name for the page
 *   parameter ignores it and always returns page 1.
 */
export function buildPage<Item>(
  items: Listed<Item>[],
  { page, limit, total }: Pagination,
  requested: PageQuery & { operation: OperationName; status: number },
): Page<Item> {
  const isLast = page * limit >= total
  if (requested.page !== undefined && page !== requested.page && !(page < requested.page && isLast)) {
    throw new ServiceProtocolError(requested.operation, requested.status, 'wrong_page', 'data.pagination.page')
  }
  return { items, page, limit, total }
}
