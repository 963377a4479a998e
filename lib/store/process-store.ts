import 'server-only'
import { z } from 'zod'
import { parseStored } from './json'
import { processList, type HeldEntry } from './process-list'
import type { Json, Store } from './store'

const defaultMaxEntries = 50_000
const defaultMaxBytes = 32 * 1024 * 1024
const defaultMaxListEntries = 10_000
const sweepEveryMs = 60_000

/** Limits of the store, so that requests cannot fill the process's memory. */
interface ProcessStoreOptions {
  /** Of values. With Infinity, only `maxBytes` limits them. @default 50,000 */
  maxEntries?: number
  /** Of values and their keys together. @default 32 MiB */
  maxBytes?: number
  /** Of each list with a higher limit. @default 10,000 */
  maxListEntries?: number
  now?: () => number
}

interface HeldValue {
  text: string
  bytes: number
  endsAt: number
}

/**
 * Creates a store in this process's memory, for one instance. Its data is lost when the process stops. Once a minute it
 * drops expired values. Above its limits it drops the oldest values.
 */
export function processStore({
  maxEntries = defaultMaxEntries,
  maxBytes = defaultMaxBytes,
  maxListEntries = defaultMaxListEntries,
  now = Date.now,
}: ProcessStoreOptions = {}): Store {
  // A Map keeps the order of insertion, so its first entry is the oldest.
  const values = new Map<string, HeldValue>()
  const lists = new Map<string, HeldEntry[]>()
  let bytes = 0
  let sweptAt = now()

  const remove = (key: string) => {
    bytes -= values.get(key)?.bytes ?? 0
    values.delete(key)
  }
  const living = (key: string) => {
    const held = values.get(key)
    if (held && held.endsAt <= now()) remove(key)
    return values.get(key)
  }
  const sweep = () => {
    if (now() - sweptAt < sweepEveryMs) return
    sweptAt = now()
    for (const key of values.keys()) living(key)
  }
  const set = (key: string, value: Json, ttlMs: number) => {
    sweep()
    remove(key)
    const text = JSON.stringify(value)
    const held = { text, bytes: Buffer.byteLength(key) + Buffer.byteLength(text), endsAt: now() + ttlMs }
    values.set(key, held)
    bytes += held.bytes
    for (const oldest of values.keys()) {
      if (values.size <= maxEntries && bytes <= maxBytes) return
      remove(oldest)
    }
  }

  return {
    isShared: false,
    async get(key, schema) {
      return parseStored(living(key)?.text, schema)
    },
    async set(key, value, { ttlMs }) {
      set(key, value, ttlMs)
    },
    async setIfAbsent(key, value, { ttlMs }) {
      if (living(key)) return false
      set(key, value, ttlMs)
      return true
    },
    async remainingMs(key) {
      const held = living(key)
      return held ? held.endsAt - now() : null
    },
    async delete(key) {
      remove(key)
    },
    async addToTally(key, fields, { ttlMs }) {
      const numbers = parseStored(living(tallyKey(key))?.text, tallySchema) ?? {}
      for (const field of fields) numbers[field] = (numbers[field] ?? 0) + 1
      set(tallyKey(key), numbers, ttlMs)
    },
    async tally(key) {
      return parseStored(living(tallyKey(key))?.text, tallySchema) ?? {}
    },
    list(name, options) {
      const bounds = { ...options, maxEntries: Math.min(options.maxEntries, maxListEntries) }
      return processList(
        named(lists, name, () => []),
        bounds,
        now,
      )
    },
  }
}

const tallySchema = z.record(z.string(), z.number())
const tallyKey = (key: string) => `tally:${key}`

function named<Value>(values: Map<string, Value>, name: string, make: () => Value): Value {
  const value = values.get(name) ?? make()
  values.set(name, value)
  return value
}
