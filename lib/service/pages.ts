import { follow, type CallOptions } from './deadline'
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

/** How a caller bounds a walk over all pages. */
export interface WalkOptions extends CallOptions {
  /** Milliseconds that each page may take. 30,000 by default. */
  deadlineMs?: number | undefined
  /** How many pages may be on their way, or wait, while one is worked on; as many are held. 1 by default. */
  lookAhead?: number | undefined
}

/**
 * Walks over all pages in order. The pages after the first are asked for ahead, so that the service's
 * time and the consumer's overlap; never more than `lookAhead` of them, so that memory stays constant.
 * Leaving the loop early aborts what is on its way.
 *
 * It ends with the last page by `total`, which may change on the way, or with the first empty one. It
 * ends with an error where `total` runs away from it: beyond twice the pages that there were at first.
 *
 * @param fetchPage - fetches the page of that number; the signal ends it.
 */
export async function* walkPages<Item>(
  operation: OperationName,
  fetchPage: (page: number, signal: AbortSignal) => Promise<Page<Item>>,
  { signal, lookAhead = 1 }: Pick<WalkOptions, 'signal' | 'lookAhead'> = {},
): AsyncGenerator<Page<Item>, void, undefined> {
  const controller = new AbortController()
  const release = follow(signal, controller)
  const underway: Promise<Page<Item>>[] = []
  let asked = 0
  let mostPages = 1
  const ask = () => {
    asked += 1
    const page = fetchPage(asked, controller.signal)
    // It is awaited when its turn comes, and never where the loop is left before: that is no unhandled rejection.
    page.catch(() => {})
    underway.push(page)
  }
  try {
    for (let number = 1; ; number += 1) {
      if (underway.length === 0) ask()
      const page = await underway.shift()
      controller.signal.throwIfAborted()
      if (page === undefined || page.page !== number || page.items.length === 0) return
      const lastPage = Math.ceil(page.total / page.limit)
      if (number === 1) mostPages = 2 * lastPage
      if (number > mostPages)
        throw new ServiceProtocolError(operation, 200, 'unexpected_shape', 'data.pagination.total')
      while (asked < lastPage && underway.length < lookAhead) ask()
      yield page
      if (number >= lastPage) return
    }
  } finally {
    release()
    controller.abort()
  }
}

/** The items of all pages, one by one. */
export async function* itemsOf<Item>(pages: AsyncIterable<Page<Item>>): AsyncGenerator<Item, void, undefined> {
  for await (const page of pages) yield* page.items
}
