import { sleep, type CallOptions } from './deadline'
import { ServiceListError, ServiceRefusedError, type ListProblem } from './errors'
import type { OperationName } from './error-kind'
import { maxPageSize, smallerAfter, type Page } from './pages'
import { isRateLimited, retryAfterMs } from './retry'

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
  /** The next page, in order, without the records that the walk yielded shortly before. */
  | { kind: 'page'; page: Page<Item> }
  /** The service limits the rate of requests. The walk requests the next page after this pause. */
  | { kind: 'pause'; seconds: number }
  /**
   * The end of the list and the last event. A walk without this event ends with an error. `hasChanged` if the service
   * removed or moved records during the walk, so that records may be missing. A list that only grew at its end is
   * whole. A walk cannot detect repetitions among unreadable records.
   */
  | { kind: 'end'; hasChanged: boolean }

/** The list that a walk reads. */
interface WalkedList<Item> {
  operation: OperationName
  /** Results per page. */
  pageSize: number
  /** Requests a page. It must throw a 429 immediately. */
  fetchPage: (query: { page: number; limit: number }) => Promise<Page<Item>>
  /** Returns a text that is unique for each record. */
  identityOf: (item: Item) => string
}

const defaultMaxPauseMs = 300_000
/** The wait after a 429 without `Retry-After`, because the interface counts requests per minute ("Limits"). */
const defaultPauseMs = 60_000
/** The number of remembered records: those of two pages, because a walk must not keep the whole list in memory. */
const maxRemembered = 2 * maxPageSize

/**
 * Reads a list to its end, one page after another. It omits a record that it yielded shortly before, because records
 * that the service adds in front of it move it to the next page. It requests pages until as many records have arrived as
 * the list has, even if pages are shorter than requested, and then one more page if the last page was full.
 *
 * @throws ServiceListError if the pages have fewer or more records than the list, the errors of `fetchPage`, and the
 *   signal's reason
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
  const listError = (problem: ListProblem) => new ServiceListError(operation, problem, received, total)

  for (;;) {
    let page: Page<Item>
    try {
      page = await fetchPage(wanted)
    } catch (error) {
      const pauseMs = isRateLimited(error) ? (retryAfterMs(error) ?? defaultPauseMs) : undefined
      const smaller = smallerAfter(error, wanted)
      if (pauseMs !== undefined && pausedMs + pauseMs <= maxPauseMs) {
        pausedMs += pauseMs
        yield { kind: 'pause', seconds: Math.ceil(pauseMs / 1000) }
        await sleep(pauseMs, signal)
      } else if (smaller) wanted = smaller
      else if (wanted.page > 1 && received >= total && isRefusedPage(error)) break
      else throw error
      continue
    }
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
    if (received > (hasTotalChanged ? 2 * firstTotal + maxPageSize : total)) throw listError('too_many_records')
    yield { kind: 'page', page: { ...page, items } }
    if (received >= total && listed < page.limit) break
    wanted = { ...wanted, page: wanted.page + 1 }
  }

  if (received < total) throw listError('too_few_records')
  yield { kind: 'end', hasChanged }
}

/** Checks whether a record is not among the recent ones, and adds it to them. */
function isFirstTime(identity: string, recent: Set<string>): boolean {
  if (recent.has(identity)) return false
  recent.add(identity)
  const [oldest] = recent
  if (recent.size > maxRemembered && oldest !== undefined) recent.delete(oldest)
  return true
}

/** Checks whether the service refused a page of a list. It may refuse a page beyond the end of the list. */
export function isRefusedPage(error: unknown): boolean {
  if (!(error instanceof ServiceRefusedError)) return false
  const { kind, status } = error
  return kind === 'unknown' || (kind === 'not_the_service' && [400, 404, 410, 416, 422].includes(status))
}
