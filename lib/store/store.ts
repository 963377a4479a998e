import 'server-only'
import type { z } from 'zod'

/**
 * What must outlive a request, in one of two places with the same behaviour: Redis, which all instances
 * share, or the process. Values are kept as JSON and parsed as they are read; one that does not fit its
 * schema, as after an upgrade, counts as absent.
 *
 * Every method can throw StoreUnavailableError. Times are in milliseconds.
 */
export interface Store {
  /** True where all instances see the same values and a restart forgets none. */
  readonly isShared: boolean

  get<Value>(key: string, schema: z.ZodType<Value>): Promise<Value | null>

  /** @param options.ttlMs - how long it lives; Infinity for as long as the store does. */
  set(key: string, value: Json, options: { ttlMs: number }): Promise<void>

  /**
   * Sets a value where there is none: a lock, or the first of several to do something.
   *
   * @returns whether this call has set it.
   */
  setIfAbsent(key: string, value: Json, options: { ttlMs: number }): Promise<boolean>

  delete(key: string): Promise<void>

  /**
   * Adds one to each of these numbers of a tally.
   *
   * @param options.ttlMs - how long the tally lives after its last addition.
   */
  addToTally(key: string, fields: readonly string[], options: { ttlMs: number }): Promise<void>

  /** The numbers of a tally; empty where there is none. */
  tally(key: string): Promise<Record<string, number>>

  /** The list of this name; it begins empty. */
  list<Entry extends Json>(name: string, options: ListOptions<Entry>): StoredList<Entry>
}

/** What can be kept. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json | undefined }

/** How much of a list is kept, and what its entries are. */
export interface ListOptions<Entry> {
  schema: z.ZodType<Entry>
  /** Above it the oldest are dropped. */
  maxEntries: number
  /** Older ones are dropped. @default Infinity */
  maxAgeMs?: number
}

/** Entries in the order of their arrival, each with an id that sorts like it. Bounded in number and age. */
export interface StoredList<Entry> {
  /** @returns the entry's id. */
  append(entry: Entry): Promise<string>
  /**
   * The newest entries first.
   *
   * @param options.before - the last id of the page before, to go on from there.
   */
  newest(options: { limit: number; before?: string | undefined }): Promise<ListEntry<Entry>[]>
  /**
   * Deletes the entries that fit.
   *
   * @returns how many.
   */
  remove(fits: (entry: Entry) => boolean): Promise<number>
}

export interface ListEntry<Entry> {
  id: string
  /** When it was appended, in milliseconds since the epoch. */
  at: number
  entry: Entry
}

/**
 * The store cannot be asked now. It tries to come back by itself; whoever asks does so again later.
 *
 * Next bundles this module several times, and the store of the process is of whichever copy came first: an
 * error of one copy must be an instance of the class of another, so it is told by its name.
 */
export class StoreUnavailableError extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'StoreUnavailableError'
  }

  override readonly name = 'StoreUnavailableError'
  /** @param reason - an error's code or name: never a message, which can quote an address or a value. */
  constructor(
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`The store is not available (${reason}).`, options)
  }
}

/**
 * What is asked of the store, or something else while the store is unavailable.
 *
 * @param otherwise - is handed the error's reason.
 */
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
