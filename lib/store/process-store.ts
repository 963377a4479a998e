import 'server-only'
import { LRUCache } from 'lru-cache'
import { parseEntries, parseStored, type Json, type ListOptions, type Store, type StoredList } from './store'

const maxListEntries = 10_000
const sweepEveryMs = 60_000
/** What the store needs for a value, beside its bytes. */
const overheadBytes = 300

/** Milliseconds since the epoch by a clock that nobody can set, which goes on from the start of the process. */
export const steadyNow = (): number => Math.floor(performance.timeOrigin + performance.now())

/**
 * Creates a store in this process's memory. Requests must not fill the memory. So above a limit it drops the values
 * that were used least recently, and entries of a list beyond 10,000.
 *
 * @param options.maxBytes - the limit of values and keys together. @default 32 MiB
 * @param options.now - the clock for the lifetimes of values. @default one that nobody can set
 * @param options.listNow - the clock for the times of entries, which people read. @default the time of day
 */
export function processStore({ maxBytes = 32 * 1024 * 1024, now = steadyNow, listNow = Date.now } = {}): Store {
  const values = new LRUCache<string, string>({
    maxSize: Math.min(maxBytes, Number.MAX_SAFE_INTEGER),
    sizeCalculation: (text, key) => Buffer.byteLength(key) + Buffer.byteLength(text) + overheadBytes,
    perf: { now },
    // Without a timer for each reading of the clock.
    ttlResolution: 0,
  })
  const lists = new Map<string, HeldEntry[]>()
  let sweptAt = now()

  const set = (key: string, value: Json, ttlMs: number) => {
    if (now() - sweptAt >= sweepEveryMs) {
      sweptAt = now()
      values.purgeStale()
    }
    // The cache keeps a value with the lifetime 0 for ever.
    values.set(key, JSON.stringify(value), { ttl: ttlMs === Infinity ? 0 : Math.max(ttlMs, 1) })
  }
  /** For the cache, a value still lives in the millisecond in which its lifetime ends. */
  const textOf = (key: string) => (values.getRemainingTTL(key) > 0 ? values.get(key) : undefined)

  return {
    isShared: false,
    async get(key, schema) {
      return parseStored(textOf(key), schema)
    },
    async set(key, value, { ttlMs }) {
      set(key, value, ttlMs)
    },
    async setIfAbsent(key, value, { ttlMs }) {
      if (textOf(key) !== undefined) return false
      set(key, value, ttlMs)
      return true
    },
    async remainingMs(key) {
      return textOf(key) === undefined ? null : values.getRemainingTTL(key)
    },
    async delete(key) {
      values.delete(key)
    },
    async update(key, schema, change) {
      const { value, ttlMs } = change(parseStored(textOf(key), schema), now())
      set(key, value, ttlMs)
      return value
    },
    list(name, options) {
      const held = lists.get(name) ?? []
      lists.set(name, held)
      return processList(held, { ...options, maxEntries: Math.min(options.maxEntries, maxListEntries) }, listNow)
    },
  }
}

/** The id begins with a time, as in a Redis stream: `1767139200000-0000000042`. */
type HeldEntry = [id: string, text: string]

let appended = 0

/** Makes a list over held entries, the oldest first. */
function processList<Entry extends Json>(
  held: HeldEntry[],
  { schema, maxEntries, maxAgeMs = Infinity }: ListOptions<Entry>,
  now: () => number,
): StoredList<Entry> {
  const dropOld = () => {
    const living = held.findIndex(([id]) => timeOf(id) >= now() - maxAgeMs)
    const expired = living === -1 ? held.length : living
    held.splice(0, Math.max(expired, held.length - maxEntries))
  }
  return {
    async append(entry) {
      appended += 1
      // The ids stay in order even after the clock was set back.
      const at = Math.max(now(), timeOf(held.at(-1)?.[0] ?? '0'))
      const id = `${at}-${String(appended).padStart(10, '0')}`
      held.push([id, JSON.stringify(entry)])
      dropOld()
      return id
    },
    async newest({ limit, before }) {
      dropOld()
      const older = before === undefined ? held : held.filter(([id]) => id < before)
      return parseEntries(older.slice(-limit).toReversed(), schema)
    },
    async remove(fits) {
      const removed = new Set(parseEntries(held, schema).flatMap(({ id, entry }) => (fits(entry) ? [id] : [])))
      held.splice(0, held.length, ...held.filter(([id]) => !removed.has(id)))
      return removed.size
    },
  }
}

const timeOf = (id: string) => Number.parseInt(id, 10)
