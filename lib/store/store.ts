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

  /** Reads a value and deletes it in one step, so that only one caller gets it. */
  take<Value>(key: string, schema: z.ZodType<Value>): Promise<Value | null>

  delete(key: string): Promise<void>

  /**
   * Deletes a value if it is still this one: a lock that another has taken over since stays.
   *
   * @returns whether it was deleted.
   */
  deleteIfEqual(key: string, value: Json): Promise<boolean>

  /**
   * Adds one to each of these numbers of a tally.
   *
   * @param options.ttlMs - how long the tally lives after its last addition.
   */
  addToTally(key: string, fields: readonly string[], options: { ttlMs: number }): Promise<void>

  /** The numbers of a tally; empty where there is none. */
  tally(key: string): Promise<Record<string, number>>

  /**
   * Puts another value in the place of one that is still this one, with a time to live of its own.
   *
   * @returns whether it was replaced.
   */
  replaceIfEqual(key: string, value: Json, next: Json, options: { ttlMs: number }): Promise<boolean>

  /** The list of this name; it begins empty. */
  list<Entry extends Json>(name: string, options: ListOptions<Entry>): StoredList<Entry>

  /** The queue of this name; it begins empty. */
  queue<Item extends Json>(name: string, options: QueueOptions<Item>): WorkQueue<Item>

  /** Resolves if the store answers. */
  ping(): Promise<void>
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
}

export interface ListEntry<Entry> {
  id: string
  /** When it was appended, in milliseconds since the epoch. */
  at: number
  entry: Entry
}

export interface QueueOptions<Item> {
  schema: z.ZodType<Item>
  /** Above it nothing is added. */
  maxItems: number
}

/**
 * Work that is due at some time. Whoever claims an item has it alone for the length of a lease; one that
 * is neither removed nor rescheduled by then is due again, so that nothing is lost when a process dies.
 * An item can therefore come twice, and what is done with it must bear that.
 */
export interface WorkQueue<Item> {
  /**
   * Adds an item, unless there is one with this id already.
   *
   * @param options.delayMs - until it is due. @default 0
   * @returns false where the queue is full.
   */
  add(id: string, item: Item, options?: { delayMs?: number }): Promise<boolean>
  /** Claims items that are due, those first that have been due for longest. */
  claim(options: { limit: number; leaseMs: number }): Promise<QueueItem<Item>[]>
  /**
   * Changes an item and when it is due; Infinity parks it until it is rescheduled by hand.
   *
   * @returns false where it is no longer there.
   */
  reschedule(id: string, item: Item, options: { delayMs: number }): Promise<boolean>
  /** @returns whether it was there. */
  remove(id: string): Promise<boolean>
  find(id: string): Promise<Item | null>
  /** All items, claimed and parked ones included, in the order in which they are due. */
  items(options: { limit: number }): Promise<(QueueItem<Item> & { isParked: boolean })[]>
}

export interface QueueItem<Item> {
  id: string
  item: Item
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
