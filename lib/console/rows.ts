import 'server-only'
import { LRUCache } from 'lru-cache'
import { log } from '@/lib/log'
import { processSingleton } from '@/lib/process-singleton'
import { outsideRequests } from '@/lib/request/context'
import type { Listed, ServiceAccess, WalkEvent, WalkOptions } from '@/lib/service'
import { failureOf, streamSettings, type Failure, type ServiceCall } from './service'

/* All rows of a list, for a page with a sort or a search, which the service does not have. All staff share them. */

const keptMs = 5 * 60_000
/** Long enough that every waiting page shows the failure, because pages ask again every second. */
const failureKeptMs = 5_000
/** A walk ends after this time without a request for its rows. */
const idleMs = 30_000
/** 100,000 balances take about 45 MB. */
const maxRows = 100_000
/** Of all lists together, in characters of JSON, because a text of a row can have any length. */
const maxCharacters = 64 * 1024 * 1024
/** The cache keeps no list beyond its limit, so the pages would read it again and again. */
const maxCharactersOfList = maxCharacters / 2
const maxWalksAtOnce = 2

export interface AllRows<Row> {
  kind: 'read'
  rows: readonly Listed<Row>[]
  /** The number of other rows, which are unreadable. */
  unreadable: number
  /** When the walk ended, in milliseconds since the epoch. */
  readAt: number
  /** Whether the list changed during the walk, so that rows may be missing. */
  hasChanged: boolean
  /** False if the list has too many rows or characters to keep. */
  isWhole: boolean
}

export interface Progress {
  kind: 'reading'
  searched: number
  /** Null before the end of the first page. */
  total: number | null
  /** What is left of a pause that the service asks for; null without one. */
  pauseSeconds: number | null
}

interface Walk {
  searched: number
  total: number | null
  pauseEndsAt: number
  /** Ends the walk unless a page asks for its rows. */
  idle: NodeJS.Timeout
  /** Undefined if no page asks for the rows any more. It rejects because of a mistake of this app. */
  result: Promise<AllRows<object> | Failure | undefined>
}

/** The walks, rows and failures of the process, by the name and the filter of their list. */
const state = () =>
  processSingleton('rows of lists', () => ({
    walks: new Map<string, Walk>(),
    rows: new LRUCache<string, AllRows<object> & { characters: number }>({
      maxSize: maxCharacters,
      sizeCalculation: ({ characters }) => characters + 1,
      ttl: keptMs,
      ttlAutopurge: true,
      // The default clock stops while a platform suspends the process.
      perf: Date,
    }),
    // Apart from the rows, because the failure of a refresh must not take the rows from the other pages.
    failures: new LRUCache<string, { readAt: number; failure: Promise<Failure> }>({
      ttl: failureKeptMs,
      ttlAutopurge: true,
      perf: Date,
    }),
  }))

/**
 * Returns all rows of a list, or the progress of the walk over it. It begins a walk if there is none and fewer than two
 * others are under way. The walk continues between requests. A platform runs no code then, so calls wait for the walk.
 *
 * @param options.after - reads the rows again if they are from this time or earlier. Until the new walk ends, calls
 *   without `after` return the old rows.
 * @throws the walk's error if it is not a `ServiceError`.
 */
export async function allRows<Row extends object, Filter>(
  name: string,
  filter: Filter,
  walkAll: (access: ServiceAccess, filter: Filter, options: WalkOptions) => AsyncIterable<WalkEvent<Row>>,
  { after, waitMs = 1_000 }: { after?: number | undefined; waitMs?: number } = {},
): Promise<AllRows<Row> | Progress | Failure> {
  const key = keyOf(name, filter)
  const { walks, rows, failures } = state()
  const kept = ofThePast(rows.get(key))
  // A future time comes from a changed URL.
  const isOld = kept && after !== undefined && kept.readAt <= after && after <= Date.now()
  if (kept && !isOld) return kept as AllRows<object> as AllRows<Row>
  const failed = ofThePast(failures.get(key))
  if (failed) return failed.failure
  if (!walks.has(key) && walks.size >= maxWalksAtOnce) return progressOf(undefined)
  const walk =
    walks.get(key) ?? outsideRequests(() => begin(key, name, (access, options) => walkAll(access, filter, options)))
  walk.idle.refresh()
  const late = new Promise<undefined>((resolve) => void setTimeout(() => resolve(undefined), waitMs).unref())
  const result = await Promise.race([walk.result, late])
  return result ? (result as AllRows<Row> | Failure) : progressOf(walk)
}

const keyOf = (name: string, filter: unknown) => `${name} ${JSON.stringify(filter)}`

/** Returns the rows that an earlier walk has left. It begins none. */
export const keptRows = <Row extends object>(name: string, filter: unknown): AllRows<Row> | undefined =>
  ofThePast(state().rows.get(keyOf(name, filter))) as AllRows<Row> | undefined

/** After the clock was set back, what was read in the future counts as old. */
const ofThePast = <Kept extends { readAt: number }>(kept: Kept | undefined) =>
  kept && kept.readAt <= Date.now() ? kept : undefined

function progressOf(walk: Walk | undefined): Progress {
  const pauseMs = (walk?.pauseEndsAt ?? 0) - performance.now()
  const pauseSeconds = pauseMs > 0 ? Math.ceil(pauseMs / 1000) : null
  return { kind: 'reading', searched: walk?.searched ?? 0, total: walk?.total ?? null, pauseSeconds }
}

function begin(key: string, name: string, events: ServiceCall<AsyncIterable<WalkEvent<object>>>): Walk {
  const { walks, rows, failures } = state()
  const abortController = new AbortController()
  const { signal } = abortController
  const walk: Walk = {
    searched: 0,
    total: null,
    pauseEndsAt: 0,
    idle: setTimeout(() => abortController.abort(), idleMs).unref(),
    result: Promise.resolve(undefined),
  }
  walks.set(key, walk)
  walk.result = readAll(name, walk, events, signal)
    .then(
      (read) => {
        if (read.kind === 'read') rows.set(key, read)
        else failures.set(key, { readAt: Date.now(), failure: Promise.resolve(read) })
        return read
      },
      (error: unknown) => {
        if (signal.aborted) return undefined
        const failure = Promise.reject<Failure>(error)
        failures.set(key, { readAt: Date.now(), failure })
        return failure
      },
    )
    .finally(() => {
      clearTimeout(walk.idle)
      walks.delete(key)
    })
  // Perhaps no page waits for it now.
  walk.result.catch(() => {})
  return walk
}

async function readAll(
  name: string,
  walk: Walk,
  events: ServiceCall<AsyncIterable<WalkEvent<object>>>,
  signal: AbortSignal,
): Promise<(AllRows<object> & { characters: number }) | Failure> {
  const { access, options } = streamSettings()
  log().info({ event: 'read all rows', name })
  const rows: Listed<object>[] = []
  let unreadable = 0
  let characters = 0
  let hasChanged = false
  const read = (isWhole: boolean) =>
    ({ kind: 'read', rows, unreadable, readAt: Date.now(), hasChanged, isWhole, characters }) as const
  for await (const event of events(access, { ...options, signal })) {
    signal.throwIfAborted()
    if (event.kind === 'failed') return failureOf(event.error)
    if (event.kind === 'end') ({ hasChanged } = event)
    if (event.kind === 'pause') {
      log().info({ event: 'read all rows pause', name, waitMs: event.seconds * 1000 })
      walk.pauseEndsAt = performance.now() + event.seconds * 1000
    }
    if (event.kind !== 'page') continue
    for (const row of event.page.items) {
      const size = JSON.stringify(row).length
      if (rows.length === maxRows || characters + size > maxCharactersOfList) return read(false)
      rows.push(row)
      characters += size
    }
    unreadable += event.page.unreadable
    walk.searched = rows.length + unreadable
    walk.total = event.page.total
  }
  return read(true)
}
