import 'server-only'
import { z } from 'zod'
import { log } from '@/lib/log'
import { processSingleton } from '@/lib/process-singleton'
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
/** A walk that no page has asked about for this long ends. */
const idleMs = 30_000
/** 100,000 balances take about 45 MB. */
const maxRows = 100_000
/** In the rows of all lists together: the texts of a row may be of any length. */
const maxCharacters = 64 * 1024 * 1024
/** Over all lists together. */
const maxWalksAtOnce = 2
/** Rows are read again at the earliest so long after they were read, however often somebody asks. */
const restMs = 1_000
const defaultWaitMs = 1_000

/** What all lists of the process share. */
const shared = () => processSingleton('kept walks of all lists', () => ({ walks: 0, characters: 0 }))

/** All rows of a list, or how far the walk over it has come. */
export type KeptRows<Row> =
  /** The walk is under way, or waits until it may begin. */
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
  /** False if the list has more rows than are kept, or longer ones. */
  isWhole: boolean
  /** That rows lie outside the requested dates, as at most one suspicion. Walks cope with pages of other sizes. */
  suspicions: readonly Suspicion[]
}

/** All rows of a list, kept for all staff. */
export interface KeptWalk<Row> {
  /**
   * Returns the rows, or how far the walk has come. It begins a walk if no rows are kept and none is under way. While
   * others leave no room for one, the answer is that nothing has been read yet, and a later call begins it.
   *
   * @throws what the walk throws, if it is not a `ServiceError`
   */
  read(options?: KeptReadOptions): Promise<KeptRows<Row>>
}

export interface KeptReadOptions {
  /** How long to wait for the end of the walk. Default: 1,000. */
  waitMs?: number
  /**
   * Rows that were read at this time or before are read again. Meanwhile, reads without it still return them. In
   * milliseconds since 1970.
   */
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
  /**
   * With more choices than this, the rows of the choice that was read least recently are dropped. A walk that somebody
   * waits for is not: the next one begins after it. Default: 1.
   */
  maxChoices?: number
}

/**
 * The kept walk over a list, one in the process for each choice of its rows: all staff see the same rows, so they share
 * one walk. The rows are kept for five minutes after the end of the walk, and then leave memory.
 *
 * The walk goes on between requests, as long as somebody asks for its rows at least every 30 seconds: a page that shows
 * its progress is rendered again every second. On a platform nothing runs between two requests. The walk advances there
 * as well, since each `read` waits for it within a request. At most two walks are under way in the process.
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
  const keepers = processSingleton(`kept walks of ${list}`, () => new Map<string, Keeper<Row>>())

  /** Makes room for a walk over this choice, and returns whether it may begin. */
  function makeRoom(): boolean {
    if (shared().walks >= maxWalksAtOnce) return false
    const others = [...keepers].filter(([each, { isEmpty }]) => each !== choice && !isEmpty)
    if (others.length < maxChoices) return true
    const oldest = others.find(([, { isAwaited }]) => !isAwaited)
    oldest?.[1].drop()
    return oldest !== undefined
  }

  return {
    read: (options) => {
      const keeper = keepers.get(choice) ?? new Keeper(list, walk)
      for (const [each, { isEmpty }] of keepers) if (isEmpty) keepers.delete(each)
      // A map keeps the order in which its entries were set: the one that was read least recently is the first.
      keepers.delete(choice)
      keepers.set(choice, keeper)
      return keeper.read(options, makeRoom)
    },
  }
}

/** The rows of one choice, and the walk that reads them or reads them again. */
class Keeper<Row extends object> {
  readonly #list: string
  readonly #walk: ServiceCall<AsyncIterable<WalkEvent<Row>>>
  /** Has the rows. */
  #kept: Reading<Row> | undefined
  /** Under way, or failed. */
  #next: Reading<Row> | undefined

  constructor(list: string, walk: ServiceCall<AsyncIterable<WalkEvent<Row>>>) {
    this.#list = list
    this.#walk = walk
  }

  get isEmpty(): boolean {
    return !this.#kept && !this.#next
  }

  /** Whether somebody waits for a walk, or has not seen yet what has come of it. */
  get isAwaited(): boolean {
    return (this.#kept?.isAwaited || this.#next?.isAwaited) ?? false
  }

  async read({ waitMs = defaultWaitMs, after }: KeptReadOptions = {}, makeRoom: () => boolean): Promise<KeptRows<Row>> {
    // On a platform a timer may be late.
    if (this.#kept?.hasExpired) this.#dropKept()
    if (this.#next?.hasExpired) this.#dropNext()
    if (this.#kept && !this.#kept.isReadUntil(after)) return this.#kept.rowsWithin(waitMs)
    if (!this.#next && (this.#kept?.isYoung || !makeRoom())) return notStarted
    this.#next ??= this.#begin()
    return this.#next.rowsWithin(waitMs)
  }

  /** Ends the walk if it is under way, and drops the rows. */
  drop(): void {
    this.#dropKept()
    this.#dropNext()
  }

  #begin(): Reading<Row> {
    const reading: Reading<Row> = new Reading(this.#list, this.#walk, {
      onRead: () => {
        this.#dropKept()
        this.#kept = reading
        this.#next = undefined
      },
      // Better no rows for a while than only some of the new ones.
      onFull: () => this.#dropKept(),
      onExpired: () => (reading === this.#kept ? this.#dropKept() : this.#dropNext()),
    })
    return reading
  }

  #dropKept(): void {
    this.#kept?.end()
    this.#kept = undefined
  }

  #dropNext(): void {
    this.#next?.end()
    this.#next = undefined
  }
}

const notStarted = { kind: 'reading', searched: 0, total: null, pauseSeconds: null } as const

/** What a walk tells the one that keeps it. */
interface ReadingEvents {
  /** All rows have been read. */
  onRead: () => void
  /** There are too many characters. */
  onFull: () => void
  /** Nobody has waited for it, or what has come of it is too old. */
  onExpired: () => void
}

/** One walk, and what has come of it. */
class Reading<Row extends object> {
  readonly #list: string
  readonly #abortController = new AbortController()
  readonly #events: ReadingEvents
  readonly #ended: Promise<void>
  #rows: Listed<Row>[] = []
  #characters = 0
  #total: number | null = null
  #pauseEndsAt = 0
  #result: ReadRows<Row> | { kind: 'failed'; problem: Problem } | { kind: 'thrown'; error: unknown } | undefined
  #expiresAt = Infinity
  /** Until then, whoever asked last is expected to ask again. */
  #awaitedUntil = 0
  #timer: NodeJS.Timeout | undefined

  constructor(list: string, walk: ServiceCall<AsyncIterable<WalkEvent<Row>>>, events: ReadingEvents) {
    this.#list = list
    this.#events = events
    this.#ended = this.#run(walk)
  }

  /** Whether it is to be dropped: nobody has waited for it, or its rows are too old. */
  get hasExpired(): boolean {
    return Date.now() >= this.#expiresAt
  }

  /** Whether somebody waits for its end, or has not asked again since. */
  get isAwaited(): boolean {
    return !this.#result || Date.now() < this.#awaitedUntil
  }

  /** Whether its rows have been read just now. */
  get isYoung(): boolean {
    return this.#result?.kind === 'read' && Date.now() < this.#result.readAt + restMs
  }

  /** Whether its rows were read at this time or before. In the URL it may be any time: one to come says nothing. */
  isReadUntil(time: number | undefined): boolean {
    if (time === undefined || time > Date.now()) return false
    return this.#result?.kind === 'read' && this.#result.readAt <= time
  }

  /** Ends the walk if it is under way, and lets go of its rows. */
  end(): void {
    clearTimeout(this.#timer)
    this.#abortController.abort()
    this.#dropRows()
  }

  /** @throws what the walk has thrown, if it is not a `ServiceError` */
  async rowsWithin(waitMs: number): Promise<KeptRows<Row>> {
    if (!this.#result) {
      this.#expireIn(idleMs)
      this.#awaitedUntil = this.#expiresAt
      await settledWithin(this.#ended, waitMs)
    }
    if (this.#result) this.#awaitedUntil = 0
    if (this.#result?.kind === 'thrown') throw this.#result.error
    if (this.#result) return this.#result
    const pauseMs = this.#pauseEndsAt - Date.now()
    const pauseSeconds = pauseMs > 0 ? Math.ceil(pauseMs / 1000) : null
    return { kind: 'reading', searched: this.#rows.length, total: this.#total, pauseSeconds }
  }

  /** Reads the list. It never rejects. */
  async #run(walk: ServiceCall<AsyncIterable<WalkEvent<Row>>>): Promise<void> {
    const { signal } = this.#abortController
    shared().walks += 1
    try {
      const { access, options } = streamSettings()
      log().info({ event: 'read all rows', name: this.#list })
      const result = await this.#readAll(walk(access, { ...options, signal }))
      signal.throwIfAborted()
      this.#result = result
      this.#expireIn(keptMs)
      this.#events.onRead()
    } catch (error) {
      // Nobody asks for the rows any more, and another walk may have begun.
      if (signal.aborted) return
      this.#dropRows()
      this.#result = failureOf(error)
      this.#expireIn(failureKeptMs)
    } finally {
      shared().walks -= 1
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
      const areKept = items.every((item) => this.#keep(item))
      suspicions.push(...event.page.suspicions)
      this.#total = total
      isWhole = areKept && (rows.length < maxRows || total <= maxRows)
      if (!isWhole) break
    }
    const unreadable = rows.filter(isUnreadable).length
    const outsideDates = joinOutsideDates(suspicions)
    return { kind: 'read', rows, readAt: Date.now(), change, unreadable, isWhole, suspicions: outsideDates }
  }

  /** Returns false if there is no room for the row. */
  #keep(row: Listed<Row>): boolean {
    const characters = charactersIn(row)
    const isFull = () => shared().characters + characters > maxCharacters
    if (this.#rows.length >= maxRows) return false
    if (isFull()) this.#events.onFull()
    if (isFull()) return false
    this.#rows.push(row)
    this.#characters += characters
    shared().characters += characters
    return true
  }

  #dropRows(): void {
    this.#rows = []
    shared().characters -= this.#characters
    this.#characters = 0
  }

  #pause(seconds: number): void {
    log().info({ event: 'read all rows pause', name: this.#list, waitMs: seconds * 1000 })
    this.#pauseEndsAt = Date.now() + seconds * 1000
  }

  #expireIn(ms: number): void {
    clearTimeout(this.#timer)
    this.#expiresAt = Date.now() + ms
    this.#timer = setTimeout(this.#events.onExpired, ms).unref()
  }
}

/** How many characters the texts in a value have, about. */
function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value === 'bigint') return value.toString(16).length
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((sum, each) => sum + charactersIn(each), 0)
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
