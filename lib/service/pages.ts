import { ServiceProtocolError, type OperationName } from './errors'
import type { Pagination } from './records'

const longestPage = 200

/** Which page of a list ("Limits"). What is left out is the service's to choose. */
export interface PageQuery {
  /** From 1. */
  page?: number | undefined
  /** Results per page, from 1 to 200. */
  limit?: number | undefined
}

/** One page of a list ("Pagination object"). */
export interface Page<Item> {
  items: Item[]
  /** Number of this page, from 1. */
  page: number
  /** Results per page, as the service counts them: not always what was asked for. */
  limit: number
  /** Results on all pages together. */
  total: number
}

/** @throws RangeError where the page or its size is out of the interface's bounds. */
export function checkPageQuery({ page, limit }: PageQuery): void {
  if (page !== undefined && !(Number.isSafeInteger(page) && page >= 1)) {
    throw new RangeError('page must be an integer of at least 1.')
  }
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 1 && limit <= longestPage)) {
    throw new RangeError(`limit must be an integer from 1 to ${longestPage}.`)
  }
}

/**
 * Puts a page together. One that is the last, where a later one was asked for, is taken as it is.
 *
 * @throws ServiceProtocolError where another page came than the one asked for: so it does where the
 * service knows the page parameter under another name, and every page would be the first.
 */
export function pageOf<Item>(
  items: Item[],
  { page, limit, total }: Pagination,
  asked: { operation: OperationName; page: number | undefined; status: number },
): Page<Item> {
  const isLast = page * limit >= total
  if (asked.page !== undefined && page !== asked.page && !(page < asked.page && isLast)) {
    throw new ServiceProtocolError(asked.operation, asked.status, 'unexpected_shape', 'data.pagination.page')
  }
  return { items, page, limit, total }
}
