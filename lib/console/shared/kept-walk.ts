import 'server-only'
import { z } from 'zod'
import { log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import { isUnreadable, type Listed, type Suspicion, type WalkEvent } from '@/lib/service'
import type { SearchParams } from './page-url'
import type { Problem } from './problem'
import type { ListChange } from './search'
import { reportProblem, streamSettings, type ServiceCall } from './service'

/*
 * The service sorts no list and searches none. So a page that does reads the whole list, and keeps its rows for a while.
 */

/** For how long the rows of a list are kept after they have been read. */
const keptMs = 5 * 60_000
/** Pages that wait for the rows ask again every second, so all of them show the failure, and the next try is soon. */
const failureKeptMs = 5_000
/** A walk ends when nobody has asked for its rows for so long. */
const idleMs = 30_000
/** So many balances take some 45 MB. */
const maxRows = 100_000
const defaultWaitMs = 1_000

/** All rows of a list, or how far the walk over it has come. */
export type KeptRows<Row> =
  /** The walk is under way. */
  | {
      kind: 'reading'
      searched: number
      /** Null until the first page has been read. */
      total: number | null
      /** For how many more seconds the walk waits because the service asks it to; null while it does not wait. */
      pauseSeconds: number | null
    }
  | ReadRows<Row>
  /** The service could not be read. A few seconds later, the next request begins another walk. */
  | { kind: 'failed'; problem: Problem }

/** The rows of a walk that has ended. */
interface ReadRows<Row> {
  kind: 'read'
  /** In the service's order. */
  rows: readonly Listed<Row>[]
  /** When the walk ended, in milliseconds since 1970. */
  readAt: number
  /** How the list changed while it was read; null if it did not. */
  change: ListChange | null
  /** How many of the rows cannot be read. */
  unreadable: number
  /** False if the list has more rows than are kept. */
  isWhole: boolean
  /** That rows lie outside the requested dates, as at most one suspicion. Walks cope with pages of other sizes. */
  suspicions: readonly Suspicion[]
}

/** All rows of a list, kept for all staff. */
export interface KeptWalk<Row> {
  /**
   * Returns the rows, or how far the walk has come. It begins a walk if no rows are kept and none is under way.
   *
   * @throws what the walk throws, if it is not a `ServiceError`
   */
  read(options?: KeptReadOptions): Promise<KeptRows<Row>>
}

export interface KeptReadOptions {
  /** How long to wait for the end of the walk. Default: 1,000. */
  waitMs?: number
  /** Rows that were read at this time or before are read again. In milliseconds since 1970. */
  after?: number | undefined
}

const time = z.coerce.number().int().positive().optional().catch(undefined)

/** The time in the query (`?after=…`) of a page whose rows somebody wanted anew. */
export function readAfter(searchParams: SearchParams): number | undefined {
  return time.parse(searchParams['after'])
}

/** Which of several walks over the same list is meant, and how many of them are kept. */
interface KeptWalkOptions {
  /** What the rows were chosen by, for example their dates. Default: nothing, for all rows. */
  choice?: string
  /** With more choices than this, the rows of the choice that was read least recently are dropped. Default: 1. */
  maxChoices?: number
}

/**
 * The kept walk over a list, one in the process for each choice of its rows: all staff see the same rows, so they share
 * one walk. The rows are kept for five minutes after the end of the walk, and then leave memory.
 *
 * The walk goes on between requests, as long as somebody asks for its rows at least every 30 seconds: a page that shows
 * its progress is rendered again every second. On a platform nothing runs between two requests. The walk advances there
 * as well, since each `read` waits for it within a request.
 *
 * Call it in `outsideRequests`, because the walk belongs to no single request:
 *
 * ```ts
 * const walk: ServiceCall<AsyncIterable<WalkEvent<Balance>>> = (access, options) => walkBalances(access, {}, options)
 * const balances = await outsideRequests(() => keptWalk('balances', walk).read())
 * ```
 *
 * @param list - names the list, in the log too.
 * @param walk - begins a walk that ends when `options.signal` aborts.
 */
export function keptWalk<Row extends object>(
  list: string,
  walk: ServiceCall<AsyncIterable<WalkEvent<Row>>>,
  { choice = '', maxChoices = 1 }: KeptWalkOptions = {},
): KeptWalk<Row> {
  const walks = perProcess(`kept walks of ${list}`, () => new Map<string, Keeper<Row>>())
  const keeper = walks.get(choice) ?? new Keeper(list, walk)
  // A map keeps the order in which its entries were set: the one that was read least recently is the first.
  walks.delete(choice)
  walks.set(choice, keeper)
  for (const [oldest, { drop }] of walks) {
    if (walks.size <= maxChoices) break
    drop()
    walks.delete(oldest)
  }
  return keeper
}

class Keeper<Row extends object> implements KeptWalk<Row> {
  readonly #list: string
  readonly #walk: ServiceCall<AsyncIterable<WalkEvent<Row>>>
  #reading: Reading<Row> | undefined

  constructor(list: string, walk: ServiceCall<AsyncIterable<WalkEvent<Row>>>) {
    this.#list = list
    this.#walk = walk
  }

  async read({ waitMs = defaultWaitMs, after }: KeptReadOptions = {}): Promise<KeptRows<Row>> {
    // On a platform a timer may be late.
    if (this.#reading?.hasExpired || this.#reading?.isUntil(after)) this.drop()
    this.#reading ??= new Reading(this.#list, this.#walk, this.drop)
    return this.#reading.rowsWithin(waitMs)
  }

  /** Ends the walk if it is under way, and drops its rows. */
  readonly drop = (): void => {
    this.#reading?.end()
    this.#reading = undefined
  }
}

/** One walk, and what has come of it. */
class Reading<Row extends object> {
  readonly #list: string
  readonly #abortController = new AbortController()
  readonly #onExpired: () => void
  readonly #ended: Promise<void>
  #rows: Listed<Row>[] = []
  #total: number | null = null
  #pauseEndsAt = 0
  #result: ReadRows<Row> | { kind: 'failed'; problem: Problem } | { kind: 'thrown'; error: unknown } | undefined
  #expiresAt = Infinity
  #timer: NodeJS.Timeout | undefined

  constructor(list: string, walk: ServiceCall<AsyncIterable<WalkEvent<Row>>>, onExpired: () => void) {
    this.#list = list
    this.#onExpired = onExpired
    this.#ended = this.#run(walk)
  }

  /** Whether it is to be dropped: nobody has waited for it, or its rows are too old. */
  get hasExpired(): boolean {
    return Date.now() >= this.#expiresAt
  }

  /** Whether its rows were read at this time or before. In the URL it may be any time: one to come says nothing. */
  isUntil(time: number | undefined): boolean {
    if (time === undefined || time > Date.now()) return false
    return this.#result?.kind === 'read' && this.#result.readAt <= time
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#abortController.abort()
  }

  /** @throws what the walk has thrown, if it is not a `ServiceError` */
  async rowsWithin(waitMs: number): Promise<KeptRows<Row>> {
    if (!this.#result) {
      this.#expireIn(idleMs)
      await settledWithin(this.#ended, waitMs)
    }
    if (this.#result?.kind === 'thrown') throw this.#result.error
    if (this.#result) return this.#result
    const pauseMs = this.#pauseEndsAt - Date.now()
    const pauseSeconds = pauseMs > 0 ? Math.ceil(pauseMs / 1000) : null
    return { kind: 'reading', searched: this.#rows.length, total: this.#total, pauseSeconds }
  }

  /** Reads the list. It never rejects. */
  async #run(walk: ServiceCall<AsyncIterable<WalkEvent<Row>>>): Promise<void> {
    const { signal } = this.#abortController
    try {
      const { access, options } = streamSettings()
      log().info({ event: 'read all rows', name: this.#list })
      const result = await this.#readAll(walk(access, { ...options, signal }))
      signal.throwIfAborted()
      this.#result = result
      this.#expireIn(keptMs)
    } catch (error) {
      // Nobody asks for the rows any more, and another walk may have begun.
      if (signal.aborted) return
      this.#rows = []
      this.#result = failureOf(error)
      this.#expireIn(failureKeptMs)
    }
  }

  async #readAll(events: AsyncIterable<WalkEvent<Row>>): Promise<ReadRows<Row>> {
    const rows = this.#rows
    const suspicions: Suspicion[] = []
    let change: ListChange | null = null
    let isWhole = true
    for await (const event of events) {
      this.#abortController.signal.throwIfAborted()
      if (event.kind === 'pause') this.#pause(event.seconds)
      if (event.kind === 'end' && event.summary.kind === 'changed') change = event.summary
      if (event.kind !== 'page') continue
      const { items, total } = event.page
      const room = maxRows - rows.length
      rows.push(...items.slice(0, room))
      suspicions.push(...event.page.suspicions)
      this.#total = total
      isWhole = items.length <= room && (rows.length < maxRows || total <= maxRows)
      if (!isWhole) break
    }
    const unreadable = rows.filter(isUnreadable).length
    const outsideDates = joinOutsideDates(suspicions)
    return { kind: 'read', rows, readAt: Date.now(), change, unreadable, isWhole, suspicions: outsideDates }
  }

  #pause(seconds: number): void {
    log().info({ event: 'read all rows pause', name: this.#list, waitMs: seconds * 1000 })
    this.#pauseEndsAt = Date.now() + seconds * 1000
  }

  #expireIn(ms: number): void {
    clearTimeout(this.#timer)
    this.#expiresAt = Date.now() + ms
    this.#timer = setTimeout(this.#onExpired, ms).unref()
  }
}

/** A failure of the service is logged here, once for all who wait for the rows. */
function failureOf(error: unknown): { kind: 'failed'; problem: Problem } | { kind: 'thrown'; error: unknown } {
  try {
    return { kind: 'failed', problem: reportProblem(error) }
  } catch {
    return { kind: 'thrown', error }
  }
}

function joinOutsideDates(suspicions: readonly Suspicion[]): Suspicion[] {
  const outside = suspicions.filter((each) => each.kind === 'outside_dates')
  if (outside.length === 0) return []
  const names = new Set(outside.flatMap((each) => each.names))
  return [{ kind: 'outside_dates', names: [...names], count: outside.reduce((sum, { count }) => sum + count, 0) }]
}

/** Waits for a promise that never rejects, but no longer than this. */
async function settledWithin(promise: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([promise, late])
  clearTimeout(timer)
}
