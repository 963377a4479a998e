import { z } from 'zod'
import { failed, isTooLarge, ServiceProtocolError, succeeded, type Result, type ServiceError } from './errors'
import type { OperationName } from './error-kind'
import { count, type Records } from './records'

/** The max number of results per page ("Limits"). */
export const maxPageSize = 200

/** The page of a list to request ("Limits"). The service chooses missing values. */
export interface PageQuery {
  /** From 1. */
  page?: number | undefined
  /** Results per page, from 1 to 200. */
  limit?: number | undefined
}

/** One page of a list ("Pagination object"). */
export interface Page<Item> extends Records<Item> {
  /** Number of this page, from 1. */
  page: number
  /** Results per page according to the service, which can differ from the requested number. */
  limit: number
  /** Number of results on all pages together. */
  total: number
}

/** The schema of "Pagination object". */
export const pagination = z.object({
  page: count.refine((page) => page >= 1),
  limit: count.refine((limit) => limit >= 1),
  total: count,
})

/**
 * Checks that a page is the requested one. The last page is accepted instead of a later page. A service that has another
 * name for the page parameter ignores it and always returns page 1.
 */
export function checkedPage<Item>(
  operation: OperationName,
  found: Page<Item>,
  requested: PageQuery,
): Result<Page<Item>> {
  const { page, limit, total } = found
  const isLast = page * limit >= total
  if (requested.page !== undefined && page !== requested.page && !(page < requested.page && isLast)) {
    return failed(new ServiceProtocolError(operation, undefined, 'wrong_page', 'data.pagination.page'))
  }
  return succeeded(found)
}

/**
 * Returns a smaller page after the error that a page is too large. It begins at the same position and has at most a
 * quarter of the results, but at least one. Undefined after another error, and if `limit` is missing or 1.
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
