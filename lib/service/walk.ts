import { forwardAbort, sleep, type CallOptions } from './deadline'
import { ServiceRefusedError } from './errors'
import type { OperationName } from './operation-name'
import { smallerPage, type Page } from './pages'
import { isRateLimited, retryAfterMs } from './retry'
import { WalkTally, type WalkSummary } from './walk-tally'

/** Options of a walk. */
export interface WalkOptions extends CallOptions {
  /**
   * Max milliseconds for each page, without the pauses that the service requests.
   *
   * @default 30_000
   */
  deadlineMs?: number | undefined
  /**
   * Max milliseconds of pauses between two pages, after responses with 429. If the service asks for more, the walk
   * throws its refusal.
   *
   * @default 300_000
   */
  maxPauseMs?: number | undefined
}

/** The events of a walk. */
export type WalkEvent<Item> =
  /** The next page, in order, without records of the two previous pages. */
  | { kind: 'page'; page: Page<Item> }
  /** The service limits the rate of requests. The walk requests the next page after this pause. */
  | { kind: 'pause'; seconds: number }
  /** The end of the list and the last event. A walk without this event ends with an error. */
  | { kind: 'end'; summary: WalkSummary }

/** A page to request: its number, and its max number of results. */
interface PageRequest {
  page: number
  limit: number
}

/** The list that a walk reads. */
export interface WalkedList<Item> {
  operation: OperationName
  /** Results per page. */
  pageSize: number
  /**
   * Whether to request the next page while the consumer works on a page.
   *
   * @default true
   */
  readsAhead?: boolean
  /** Requests a page, until the signal aborts. It must throw a 429 immediately. */
  fetchPage: (request: PageRequest, signal: AbortSignal) => Promise<Page<Item>>
  /** Whether the error means that a page is too large. The walk then continues with smaller pages. */
  isTooLarge?: (error: unknown) => boolean
  /** Returns a text that is unique for each record. */
  identityOf: (item: Item) => string
}

const defaultMaxPauseMs = 300_000
/** The wait after a 429 without `Retry-After`, because the interface counts requests per minute ("Limits"). */
const defaultPauseMs = 60_000

/**
 * Reads a list to its end, one page after another. The walk requests the next page while the consumer works on a page,
 * so it has at most two pages in memory. Leaving the loop aborts the open request.
 *
 * The walk compares the records with the totals of the pages. It requests pages until all records have arrived, even if
 * pages are shorter than requested. After a full last page it requests one more page, to detect a total that is too
 * small.
 *
 * @throws ServiceListError if the pages do not add up, the errors of `fetchPage`, and the signal's reason
 */
export async function* walkPages<Item extends object>(
  { operation, pageSize, readsAhead = true, fetchPage, isTooLarge, identityOf }: WalkedList<Item>,
  { signal, maxPauseMs = defaultMaxPauseMs }: WalkOptions = {},
): AsyncGenerator<WalkEvent<Item>, void, undefined> {
  const controller = new AbortController()
  const release = forwardAbort(signal, controller)
  // A page requested ahead may fail before the walk awaits it. That must not be an unhandled rejection.
  const request = (wanted: PageRequest) =>
    fetchPage(wanted, controller.signal).then(
      (page) => ({ page }),
      (error: unknown) => ({ error }),
    )
  const tally = new WalkTally(operation, identityOf)
  let wanted: PageRequest = { page: 1, limit: pageSize }
  let requestedAhead: ReturnType<typeof request> | undefined
  let pausedMs = 0
  let largestPage = 0
  try {
    for (;;) {
      const answer = await (requestedAhead ?? request(wanted))
      requestedAhead = undefined
      signal?.throwIfAborted()
      if ('error' in answer) {
        const { error } = answer
        const pauseMs = isRateLimited(error) ? (retryAfterMs(error) ?? defaultPauseMs) : undefined
        const smaller = isTooLarge?.(error) ? smallerPage(wanted) : undefined
        if (pauseMs !== undefined && pausedMs + pauseMs <= maxPauseMs) {
          pausedMs += pauseMs
          yield { kind: 'pause', seconds: Math.ceil(pauseMs / 1000) }
          await sleep(pauseMs, controller.signal)
        } else if (smaller) {
          wanted = smaller
          largestPage = 0
        } else if (tally.hasAll && wanted.page > 1 && isRefusedPage(error)) {
          return yield { kind: 'end', summary: tally.end() }
        } else throw error
        continue
      }
      const { page } = answer
      if (page.items.length === 0 || page.page !== wanted.page) {
        return yield { kind: 'end', summary: tally.end(page.total) }
      }
      const items = tally.count(page)
      const isFull = page.items.length >= (largestPage || page.limit)
      largestPage = Math.max(largestPage, page.items.length)
      pausedMs = 0
      wanted = { ...wanted, page: wanted.page + 1 }
      if (readsAhead && wanted.page <= Math.ceil(page.total / largestPage)) requestedAhead = request(wanted)
      yield { kind: 'page', page: { ...page, items } }
      if (tally.hasAll && !isFull) return yield { kind: 'end', summary: tally.end() }
    }
  } finally {
    release()
    controller.abort()
  }
}

/** Checks whether the service refused a page of a list. It may refuse a page beyond the end of the list. */
export function isRefusedPage(error: unknown): boolean {
  if (!(error instanceof ServiceRefusedError)) return false
  const { kind, status } = error
  return kind === 'unknown' || (kind === 'not_the_service' && [400, 404, 410, 416, 422].includes(status))
}
