import { systemClock, type Clock } from './clock'
import type { CallOptions } from './deadline'
import { ServiceProtocolError, ServiceRefusedError } from './errors'
import type { OperationName } from './operation-name'
import { Pace } from './pace'
import type { Page } from './pages'
import type { ReadOptions } from './transport'
import { WalkRequests, type PageRequest } from './walk-requests'
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
   * How many pages are requested ahead of the one that the consumer works on.
   *
   * @default 1
   */
  lookAhead?: number | undefined
  /**
   * Maximum milliseconds that the service may make the walk wait (429 with `Retry-After`) without a single
   * page in between. Where it asks for more, the walk ends with its refusal.
   *
   * @default 300_000
   */
  maxPauseMs?: number | undefined
  /** @default the real time */
  clock?: Clock | undefined
}

/** What a walk reports, one event after another. */
export type WalkEvent<Item> =
  /** The next page, in order. A record that an earlier page had is left out. */
  | { kind: 'page'; page: Page<Item> }
  /** The service limits the rate of requests: the next page is requested in so many seconds. */
  | { kind: 'pause'; seconds: number }
  /** The end of the list: the last event. A walk that does not come to it ends with an error. */
  | { kind: 'end'; summary: WalkSummary }

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

/**
 * Reads a list to its end, all pages in order. Up to `lookAhead` pages are requested ahead, so that the
 * service and the consumer work at the same time and memory stays constant. Leaving the loop aborts the
 * open requests.
 *
 * The records are counted against the totals that the pages give. Pages are requested as long as they
 * bring records, also where they are shorter than requested. After a full last page one more is requested,
 * so that a total that is too small is noticed.
 *
 * @throws ServiceListError where the pages do not add up, what `fetchPage` throws, and the signal's reason
 */
export async function* walkPages<Item extends object>(
  { operation, pageSize, fetchPage, isTooLarge, identityOf }: WalkedList<Item>,
  { signal, lookAhead = 1, maxPauseMs = defaultMaxPauseMs, clock = systemClock }: WalkOptions = {},
): AsyncGenerator<WalkEvent<Item>, void, undefined> {
  const pauses = new PauseReports()
  const pace = new Pace({ clock, maxPauseMs, onPause: () => pauses.add() })
  const requests = new WalkRequests(pageSize, { send: fetchPage, pace, signal })
  const tally = new WalkTally(operation, identityOf)
  try {
    for (let largestPage = 0; ;) {
      const { request, page: underway } = requests.take()
      for await (const _ of pauses.until(underway)) yield { kind: 'pause', seconds: Math.ceil(pace.pauseMs / 1000) }
      let page: Page<Item>
      try {
        page = await underway
        signal?.throwIfAborted()
      } catch (error) {
        if (isTooLarge?.(error) && requests.shrink(request)) {
          largestPage = 0
          continue
        }
        if (tally.hasAll && request.page > 1 && isRefusedPage(error)) return yield { kind: 'end', summary: tally.end() }
        throw error
      }
      if (page.items.length === 0 || page.page !== request.page) {
        return yield { kind: 'end', summary: tally.end(page.total) }
      }
      const items = tally.count(page)
      const isFull = page.items.length >= (largestPage || page.limit)
      largestPage = Math.max(largestPage, page.items.length)
      while (requests.nextPage <= Math.ceil(page.total / largestPage) && requests.count < lookAhead) requests.add()
      yield { kind: 'page', page: { ...page, items } }
      if (tally.hasAll && !isFull) return yield { kind: 'end', summary: tally.end() }
    }
  } finally {
    requests.close()
  }
}

/** Tells the consumer of a walk about pauses while it waits for a page. */
class PauseReports {
  #isNew = false
  #wake = () => {}

  /** A pause has begun, or has become longer. */
  add(): void {
    this.#isNew = true
    this.#wake()
  }

  /** Waits until the promise is settled, and yields for each pause that is new by then. */
  async *until(promise: Promise<unknown>): AsyncGenerator<void, void, undefined> {
    let isSettled = false
    const settled = promise.catch(() => {}).then(() => (isSettled = true))
    while (!isSettled) {
      const woken = new Promise<void>((resolve) => (this.#wake = resolve))
      if (this.#isNew) {
        this.#isNew = false
        yield
      }
      await Promise.race([settled, woken])
    }
  }
}

/** Whether the service refused a page as such. It may do so with a page beyond the end of the list. */
function isRefusedPage(error: unknown): boolean {
  if (error instanceof ServiceRefusedError) return error.kind === 'unknown'
  return error instanceof ServiceProtocolError && error.status !== undefined && error.status >= 400
}
