import { forwardAbort, sleep, type CallOptions } from './deadline'
import { ServiceProtocolError, ServiceRefusedError } from './errors'
import type { OperationName } from './operation-name'
import { smallerPage, type Page } from './pages'
import { isRateLimited, retryAfterMs } from './retry'
import type { ReadOptions } from './transport'
import { WalkTally, type WalkSummary } from './walk-tally'

/** Options of a walk. */
export interface WalkOptions extends CallOptions, Pick<ReadOptions, 'isRetried'> {
  /**
   * Maximum milliseconds for each page, without the pauses that the service asks for.
   *
   * @default 30_000
   */
  deadlineMs?: number | undefined
  /**
   * Whether the next page is requested while the consumer works on a page.
   *
   * @default true
   */
  readsAhead?: boolean | undefined
  /**
   * Maximum milliseconds that the service may make the walk wait (429 with `Retry-After`) without a single
   * page in between. Where it asks for more, the walk ends with its refusal.
   *
   * @default 300_000
   */
  maxPauseMs?: number | undefined
}

/** What a walk reports, one event after another. */
export type WalkEvent<Item> =
  /** The next page, in order. A record that came shortly before is left out. */
  | { kind: 'page'; page: Page<Item> }
  /** The service limits the rate of requests: the next page is requested after this pause. */
  | { kind: 'pause'; seconds: number }
  /** The end of the list: the last event. A walk that does not come to it ends with an error. */
  | { kind: 'end'; summary: WalkSummary }

/** A page to request: which one, and how many results it has at most. */
interface PageRequest {
  page: number
  limit: number
}

/** The list that a walk reads. */
export interface WalkedList<Item> {
  operation: OperationName
  /** Results per page. */
  pageSize: number
  /** Requests a page; the signal aborts it. A 429 must be thrown at once. */
  fetchPage: (request: PageRequest, signal: AbortSignal) => Promise<Page<Item>>
  /** Whether the error says that a page is too large. The walk goes on with smaller ones then. */
  isTooLarge?: (error: unknown) => boolean
  /** A text that two different records never have in common. */
  identityOf: (item: Item) => string
}

const defaultMaxPauseMs = 300_000
/** The wait after a 429 without `Retry-After`: the interface counts requests by the minute ("Limits"). */
const defaultPauseMs = 60_000

/**
 * Reads a list to its end, one page after the other. While the consumer works on a page, the next one is
 * requested, so memory stays constant. Leaving the loop aborts the open request.
 *
 * The records are counted against the totals that the pages give. Pages are requested as long as they
 * bring records, also where they are shorter than requested. After a full last page one more is requested,
 * so that a total that is too small is noticed.
 *
 * @throws ServiceListError where the pages do not add up, what `fetchPage` throws, and the signal's reason
 */
export async function* walkPages<Item extends object>(
  { operation, pageSize, fetchPage, isTooLarge, identityOf }: WalkedList<Item>,
  { signal, readsAhead = true, maxPauseMs = defaultMaxPauseMs }: WalkOptions = {},
): AsyncGenerator<WalkEvent<Item>, void, undefined> {
  const controller = new AbortController()
  const release = forwardAbort(signal, controller)
  // A page that is requested ahead may fail before anything awaits it, which must be no unhandled rejection.
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

/** Whether the service refused a page as such. It may do so with a page beyond the end of the list. */
function isRefusedPage(error: unknown): boolean {
  if (error instanceof ServiceRefusedError) return error.kind === 'unknown'
  return error instanceof ServiceProtocolError && error.status !== undefined && error.status >= 400
}
