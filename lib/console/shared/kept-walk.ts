import 'server-only'
import { z } from 'zod'
import { log } from '@/lib/log'
import { processSingleton } from '@/lib/process-singleton'
import { isUnreadable, type ListChange, type Listed, type WalkEvent } from '@/lib/service'
import type { SearchParams } from './page-url'
import type { Problem } from './problem'
import { reportProblem, streamSettings, type ServiceCall } from './service'

/*
 * The service can neither sort nor search a list. For a page with a sort or a search, this app reads the whole list and
 * keeps the rows for a while.
 */

/** How long the process keeps the rows of a list after the walk. */
const keptMs = 5 * 60_000
/** Long enough that every waiting page shows the failure, because pages ask again every second. */
const failureKeptMs = 5_000
/** A walk ends after this time without a request for its rows. */
const idleMs = 30_000
/** 100,000 balances take about 45 MB. */
const maxRows = 100_000
/** The limit of the rows of all lists together, because the texts of a row can have any length. */
const maxCharacters = 64 * 1024 * 1024
/** Over all lists together. */
const maxWalksAtOnce = 2
/** The minimum time between the end of a walk and the next walk over the same rows. */
const restMs = 1_000
const defaultWaitMs = 1_000

/** The counts that all lists of the process share. */
const shared = () => processSingleton('kept walks of all lists', () => ({ walks: 0, characters: 0 }))

/** All rows of a list, or the progress of the walk over it. */
export type KeptRows<Row> =
  /** The walk is under way or waits for other walks. */
  | {
      kind: 'reading'
      searched: number
      /** Null before the end of the first page. */
      total: number | null
      /** How many more seconds the walk waits because the service asks for a pause; null without a pause. */
      pauseSeconds: number | null
    }
  | ReadRows<Row>
  /** Reading the service failed. After a few seconds, the next request begins another walk. */
  | { kind: 'failed'; problem: Problem }

/** The rows of a walk that has ended. */
interface ReadRows<Row> {
  kind: 'read'
  /** In the service's order. */
  rows: readonly Listed<Row>[]
  /** When the walk ended, in milliseconds since 1970. */
  readAt: number
  /** How the list changed during the walk; null if it did not. */
  change: ListChange | null
  /** The number of unreadable rows. */
  unreadable: number
  /** False if the list has too many rows or characters to keep. */
  isWhole: boolean
}

/** All rows of a list, which all staff share. */
export interface KeptWalk<Row> {
  /**
   * Returns the rows, or the progress of the walk. It begins a walk if it has neither rows nor a walk under way. If too
   * many other walks are under way, it returns a progress of 0, and a later call begins the walk.
   *
   * @throws the walk's error if it is not a `ServiceError`.
   */
  read(options?: KeptReadOptions): Promise<KeptRows<Row>>
}

export interface KeptReadOptions {
  /** How many milliseconds to wait for the end of the walk. Default: 1,000. */
  waitMs?: number
  /**
   * Reads the rows again if they are from this time or earlier, in milliseconds since 1970. Until the new walk ends,
   * calls without `after` return the old rows.
   */
  after?: number | undefined
}

const time = z.coerce.number().int().positive().optional().catch(undefined)

/** Reads the time from the query (`?after=…`) of a page. A link on the page sets it to read the rows again. */
export function readAfter(searchParams: SearchParams): number | undefined {
  return time.parse(searchParams['after'])
}

/** Options that select one of several walks over the same list, and limit their number. */
interface KeptWalkOptions {
  /** The filter of the rows, for example their dates. Default: an empty text, for all rows. */
  choice?: string
  /**
   * With more choices than this, the list drops the rows of the least recently read choice. It never drops a walk that
   * a page waits for, so the next walk begins after it. Default: 1.
   */
  maxChoices?: number
}

/**
 * Returns the kept walk over a list. The process has one for each choice of rows, and all staff share it, because they
 * see the same rows. The process keeps the rows for five minutes after the end of the walk.
 *
 * The walk continues between requests while a page asks for its rows at least every 30 seconds. A page with the
 * progress reloads every second. On a platform, no code runs between requests, but the walk still advances because each
 * `read` waits for it within a request. At most two walks are under way in the process.
 *
 * Call it in `outsideRequests`, because the walk belongs to no single request:
 *
 * ```ts
 * const walk: ServiceCall<AsyncIterable<WalkEvent<Balance>>> = (access, options) => walkBalances(access, {}, options)
 * const balances = await outsideRequests(() => keptWalk('balances', walk).read())
 * ```
 *
 * @param list - the name of the list, also in the log.
 * @param walk - begins a walk that ends when `options.signal` aborts.
 */
export function keptWalk<Row extends object>(
  list: string,
  walk: ServiceCall<AsyncIterable<WalkEvent<Row>>>,
  { choice = '', maxChoices = 1 }: KeptWalkOptions = {},
): KeptWalk<Row> {
  const keepers = processSingleton(`kept walks of ${list}`, () => new Map<string, Keeper<Row>>())

  /** Makes room for a walk over this choice, and returns false if it may not begin now. */
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
      // A map keeps the order of insertion, so the least recently read choice is the first.
      keepers.delete(choice)
      keepers.set(choice, keeper)
      return keeper.read(options, makeRoom)
    },
  }
}

/** The rows of one choice, and the walk that reads them. */
class Keeper<Row extends object> {
  readonly #list: string
  readonly #walk: ServiceCall<AsyncIterable<WalkEvent<Row>>>
  /** The walk that has ended and has the rows. */
  #kept: Reading<Row> | undefined
  /** The walk that is under way or has failed. */
  #next: Reading<Row> | undefined

  constructor(list: string, walk: ServiceCall<AsyncIterable<WalkEvent<Row>>>) {
    this.#list = list
    this.#walk = walk
  }

  get isEmpty(): boolean {
    return !this.#kept && !this.#next
  }

  /** Whether a page waits for a walk, or has not fetched its result yet. */
  get isAwaited(): boolean {
    return (this.#kept?.isAwaited || this.#next?.isAwaited) ?? false
  }

  async read({ waitMs = defaultWaitMs, after }: KeptReadOptions = {}, makeRoom: () => boolean): Promise<KeptRows<Row>> {
    // On a platform, a timer may be late.
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
      // No rows for a while are better than only a part of the new rows.
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

/** The events that a walk reports to its keeper. */
interface ReadingEvents {
  /** The walk has read all rows. */
  onRead: () => void
  /** The rows of all lists have reached the character limit. */
  onFull: () => void
  /** No page waits for the walk any more, or its result is too old. */
  onExpired: () => void
}

/** One walk, and its result. */
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
  /** The last reader should ask again before this time. */
  #awaitedUntil = 0
  #timer: NodeJS.Timeout | undefined

  constructor(list: string, walk: ServiceCall<AsyncIterable<WalkEvent<Row>>>, events: ReadingEvents) {
    this.#list = list
    this.#events = events
    this.#ended = this.#run(walk)
  }

  /** Whether the keeper should drop it, because no page waits for it or its rows are too old. */
  get hasExpired(): boolean {
    return Date.now() >= this.#expiresAt
  }

  /** Whether it is under way, or a page has not fetched its result yet. */
  get isAwaited(): boolean {
    return !this.#result || Date.now() < this.#awaitedUntil
  }

  /** Whether it is too early to read its rows again. */
  get isYoung(): boolean {
    return this.#result?.kind === 'read' && Date.now() < this.#result.readAt + restMs
  }

  /**
   * Checks whether its rows are from this time or earlier. A future time counts as missing, because it comes from the
   * URL.
   */
  isReadUntil(time: number | undefined): boolean {
    if (time === undefined || time > Date.now()) return false
    return this.#result?.kind === 'read' && this.#result.readAt <= time
  }

  /** Ends the walk if it is under way, and releases its rows. */
  end(): void {
    clearTimeout(this.#timer)
    this.#abortController.abort()
    this.#dropRows()
  }

  /** @throws the walk's error if it is not a `ServiceError`. */
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
      // No page asks for the rows any more, and another walk may have begun.
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
    let change: ListChange | null = null
    let isWhole = true
    for await (const event of events) {
      this.#abortController.signal.throwIfAborted()
      if (event.kind === 'pause') this.#pause(event.seconds)
      if (event.kind === 'end' && event.summary.kind === 'changed') change = event.summary
      if (event.kind !== 'page') continue
      const { items, total } = event.page
      const areKept = items.every((item) => this.#keep(item))
      this.#total = total
      isWhole = areKept && (rows.length < maxRows || total <= maxRows)
      if (!isWhole) break
    }
    const unreadable = rows.filter(isUnreadable).length
    return { kind: 'read', rows, readAt: Date.now(), change, unreadable, isWhole }
  }

  /** Keeps the row and returns true. If there is no room for the row, it returns false. */
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

/** Returns the approximate number of characters of the texts in a value. */
function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((sum, each) => sum + charactersIn(each), 0)
}

/** Converts an error to a result. It logs a failure of the service once for all waiting pages. */
function failureOf(error: unknown): { kind: 'failed'; problem: Problem } | { kind: 'thrown'; error: unknown } {
  try {
    return { kind: 'failed', problem: reportProblem(error) }
  } catch {
    return { kind: 'thrown', error }
  }
}

/** Waits for a promise that never rejects, at most `ms` milliseconds. */
async function settledWithin(promise: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([promise, late])
  clearTimeout(timer)
}
