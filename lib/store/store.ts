import 'server-only'
import type { z } from 'zod'

/**
 * Data that outlives a request, in the process or in a Redis that all instances share. A stored value that does not
 * match its schema counts as missing. Every method can throw StoreUnavailableError. Times are in milliseconds.
 */
export interface Store {
  /** True if all instances share the values, which then survive a restart. */
  readonly isShared: boolean

  get<Value>(key: string, schema: z.ZodType<Value>): Promise<Value | null>

  /**
   * @param options.ttlMs - the lifetime. With Infinity, the value lives as long as the store.
   * @param options.isAlsoIfFull - whether to store a small value of safety even in a full Redis. Redis 6 cannot do so.
   */
  set(key: string, value: Json, options: { ttlMs: number; isAlsoIfFull?: boolean }): Promise<void>

  /** Sets a value if it is missing. @returns whether this call has set it. */
  setIfAbsent(key: string, value: Json, options: { ttlMs: number }): Promise<boolean>

  /** The rest of a value's lifetime; null without a value. */
  remainingMs(key: string): Promise<number | null>

  delete(key: string): Promise<void>

  /**
   * Changes a value that other instances may change at the same time.
   *
   * @param change - gets the value, or null without one, and the time by the clock of the store. It runs again if
   *   another instance was faster.
   * @returns the new value.
   */
  update<Value extends Json>(
    key: string,
    schema: z.ZodType<Value>,
    change: (found: Value | null, now: number) => { value: Value; ttlMs: number },
  ): Promise<Value>

  list<Entry extends Json>(name: string, options: ListOptions<Entry>): StoredList<Entry>
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json | undefined }

export interface ListOptions<Entry> {
  schema: z.ZodType<Entry>
  /** Beyond it, the list drops its oldest entries. */
  maxEntries: number
  /** @default Infinity */
  maxAgeMs?: number
}

/** Entries in the order in which they were appended. Their ids have the same order. */
export interface StoredList<Entry> {
  /** @returns the entry's id. */
  append(entry: Entry): Promise<string>
  /** Reads a page, the newest first. @param options.before - the last id of the previous page. */
  newest(options: { limit: number; before?: string | undefined }): Promise<ListEntry<Entry>[]>
  /** Deletes the matching entries, and returns their number. */
  remove(fits: (entry: Entry) => boolean): Promise<number>
}

export interface ListEntry<Entry> {
  id: string
  /** When the entry was appended, in milliseconds since the epoch. */
  at: number
  entry: Entry
}

/**
 * The store is unavailable now, and recovers by itself.
 *
 * Next bundles this module several times, and only one copy creates the store of the process. So `instanceof` compares
 * names: an error of one copy is an instance of another copy's class.
 */
export class StoreUnavailableError extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'StoreUnavailableError'
  }

  override readonly name = 'StoreUnavailableError'
  /** @param reason - an error's code or name, never a message, because a message can quote a URL or a value. */
  constructor(
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`The store is not available (${reason}).`, options)
  }
}

/** Runs work on the store. While the store is unavailable, `otherwise` gets the error's reason. */
export async function unlessUnavailable<Value, Other>(
  work: () => Promise<Value>,
  otherwise: (reason: string) => Other | Promise<Other>,
): Promise<Value | Other> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StoreUnavailableError) return otherwise(error.reason)
    throw error
  }
}

export const nullIfUnavailable = <Value>(work: () => Promise<Value>): Promise<Value | null> =>
  unlessUnavailable(work, () => null)

/** Returns null if the text is missing or does not match. */
export function parseStored<Value>(text: string | null | undefined, schema: z.ZodType<Value>): Value | null {
  if (text === null || text === undefined) return null
  try {
    const parsed = schema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** Parses the entries of a list, without those that do not match. Their ids begin with the time of the entry. */
export function parseEntries<Entry>(
  found: readonly (readonly [id: string, text: string | undefined])[],
  schema: z.ZodType<Entry>,
): ListEntry<Entry>[] {
  return found.flatMap(([id, text]) => {
    const entry = parseStored(text, schema)
    return entry === null ? [] : [{ id, at: Number.parseInt(id, 10), entry }]
  })
}
