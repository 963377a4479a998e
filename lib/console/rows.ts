import 'server-only'
import { LRUCache } from 'lru-cache'
import { setTimeout as delay } from 'node:timers/promises'
import { log } from '@/lib/log'
import { processSingleton } from '@/lib/process-singleton'
import { outsideRequests } from '@/lib/request/context'
import type { Listed, ServiceAccess, WalkEvent, WalkOptions } from '@/lib/service'
import type { Problem } from './shared/problem'
import { reportProblem, streamSettings, type ServiceCall } from './shared/service'

/*
 * The service can neither sort nor search a list. For a page with a sort or a search, this app reads all rows and keeps
 * them for a while. All staff share them, because they see the same rows.
 */

/** How long the process keeps the rows after the walk. */
const keptMs = 5 * 60_000
/** Long enough that every waiting page shows the failure, because pages ask again every second. */
const failureKeptMs = 5_000
/** A walk ends after this time without a request for its rows. */
const idleMs = 30_000
/** 100,000 balances take about 45 MB. */
const maxRows = 100_000
/** The limit of the rows of all lists together, in characters of JSON, because a text of a row can have any length. */
const maxCharacters = 64 * 1024 * 1024
const maxWalksAtOnce = 2

/** All rows of a list. */
export interface AllRows<Row> {
  kind: 'read'
  /** In the service's order. */
  rows: readonly Listed<Row>[]
  /** When the walk ended, in milliseconds since the epoch. */
  readAt: number
  /** Whether the list changed during the walk, so that rows may be missing. */
  hasChanged: boolean
  /** False if the list has too many rows or characters to keep. */
  isWhole: boolean
}

/** The progress of a walk that is under way or waits for other walks. */
export interface Progress {
  kind: 'reading'
  searched: number
  /** Null before the end of the first page. */
  total: number | null
  /** How many more seconds the walk waits because the service asks for a pause; null without a pause. */
  pauseSeconds: number | null
}

/** Reading the service failed. After a few seconds, the next request begins another walk. */
export interface Failure {
  kind: 'failed'
  problem: Problem
}

type Kept = { characters: number } & (AllRows<object> | Failure | { kind: 'thrown'; error: unknown })

/** A walk that is under way. */
interface Walk {
  name: string
  events: ServiceCall<AsyncIterable<WalkEvent<object>>>
  searched: number
  total: number | null
  pauseEndsAt: number
  /** When a page last asked for the rows. */
  askedAt: number
}

const walks = () => processSingleton('walks of lists', () => new Map<string, Walk>())

const cache = () =>
  processSingleton(
    'rows of lists',
    () =>
      new LRUCache<string, Kept, Walk>({
        maxSize: maxCharacters,
        sizeCalculation: ({ characters }) => characters + 1,
        ttl: keptMs,
        ttlAutopurge: true,
        async fetchMethod(key, _, { signal, options, context }) {
          walks().set(key, context)
          try {
            return await readAll(context, signal)
          } catch (error) {
            signal.throwIfAborted()
            options.ttl = failureKeptMs
            return { characters: 0, ...failureOf(error) }
          } finally {
            walks().delete(key)
          }
        },
      }),
  )

/**
 * Returns all rows of a list, or the progress of the walk over it. It begins a walk if it has neither rows nor a walk
 * under way; while two other walks are under way, it returns a progress of 0 and a later call begins the walk.
 *
 * The walk continues between requests while a page asks for its rows at least every 30 seconds. A page with the progress
 * reloads every second. On a platform, no code runs between requests, but the walk still advances because each call
 * waits for it within a request.
 *
 * @param name - the name of the list, also in the log.
 * @param filter - distinguishes the rows of one list.
 * @param options.after - reads the rows again if they are from this time or earlier. Until the new walk ends, calls
 *   without `after` return the old rows.
 * @param options.waitMs - how many milliseconds to wait for the end of the walk.
 * @throws the walk's error if it is not a `ServiceError`.
 */
export async function allRows<Row extends object, Filter>(
  name: string,
  filter: Filter,
  walk: (access: ServiceAccess, filter: Filter, options: WalkOptions) => AsyncIterable<WalkEvent<Row>>,
  { after, waitMs = 1_000 }: { after?: number | undefined; waitMs?: number } = {},
): Promise<AllRows<Row> | Progress | Failure> {
  const key = `${name} ${JSON.stringify(filter)}`
  const events: Walk['events'] = (access, options) => walk(access, filter, options)
  const kept = cache().peek(key)
  // A future time comes from a changed URL.
  const isOld = kept?.kind === 'read' && after !== undefined && kept.readAt <= after && after <= Date.now()
  if (kept && !isOld) return resultOf<Row>(kept)
  const underWay = walks().get(key)
  if (underWay) underWay.askedAt = Date.now()
  else if (walks().size >= maxWalksAtOnce) return progressOf(undefined)
  const context: Walk = { name, events, searched: 0, total: null, pauseEndsAt: 0, askedAt: Date.now() }
  const fetched = outsideRequests(() => cache().fetch(key, { context, forceRefresh: isOld }))
  const first = await Promise.race([fetched.catch(() => undefined), delay(waitMs, undefined, { ref: false })])
  return first ? resultOf<Row>(first) : progressOf(walks().get(key))
}

function resultOf<Row>(kept: Kept): AllRows<Row> | Failure {
  if (kept.kind === 'thrown') throw kept.error
  return kept as AllRows<Row> | Failure
}

function progressOf(walk: Walk | undefined): Progress {
  const pauseMs = (walk?.pauseEndsAt ?? 0) - Date.now()
  const pauseSeconds = pauseMs > 0 ? Math.ceil(pauseMs / 1000) : null
  return { kind: 'reading', searched: walk?.searched ?? 0, total: walk?.total ?? null, pauseSeconds }
}

/** Reads the list. Undefined if no page asks for the rows any more. */
async function readAll(walk: Walk, signal: AbortSignal): Promise<Kept | undefined> {
  const { access, options } = streamSettings()
  log().info({ event: 'read all rows', name: walk.name })
  const rows: Listed<object>[] = []
  let characters = 0
  let hasChanged = false
  for await (const event of walk.events(access, { ...options, signal })) {
    signal.throwIfAborted()
    if (Date.now() - walk.askedAt > idleMs) return undefined
    if (event.kind === 'end') hasChanged = event.summary.kind === 'changed'
    if (event.kind === 'pause') {
      log().info({ event: 'read all rows pause', name: walk.name, waitMs: event.seconds * 1000 })
      walk.pauseEndsAt = Date.now() + event.seconds * 1000
    }
    if (event.kind !== 'page') continue
    const { items, total } = event.page
    characters += JSON.stringify(items).length
    const isFull = rows.length + items.length > maxRows || characters > maxCharacters / 2
    rows.push(...items.slice(0, maxRows - rows.length))
    walk.searched = rows.length
    walk.total = total
    if (isFull) return { kind: 'read', rows, readAt: Date.now(), hasChanged, isWhole: false, characters }
  }
  return { kind: 'read', rows, readAt: Date.now(), hasChanged, isWhole: true, characters }
}

/** Converts an error to a result. It logs a failure of the service once for all waiting pages. */
function failureOf(error: unknown): Failure | { kind: 'thrown'; error: unknown } {
  try {
    return { kind: 'failed', problem: reportProblem(error) }
  } catch {
    return { kind: 'thrown', error }
  }
}
