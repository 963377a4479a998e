import type { z } from 'zod'
import type { UserBreakdownEntry } from './records'

/** An unreadable record of a list. A listed field is missing, null or of another type. */
export interface Unreadable {
  /** The record as JSON. */
  unreadable: string
  /** The first wrong field, like `bolts`; empty if the record is not an object. */
  path: string
  /** The breakdown of a conversion whose other fields are unreadable. */
  user_breakdown?: Listed<UserBreakdownEntry>[]
}

/** A record of a list. One unreadable record does not make the others unreadable. */
export type Listed<Item> = Item | Unreadable

/** Checks whether a record is unreadable. */
export function isUnreadable<Item extends object>(item: Listed<Item>): item is Unreadable {
  return 'unreadable' in item
}

/** Checks whether a record is readable. `items.filter(isReadable)` returns only the readable records. */
export function isReadable<Item extends object>(item: Listed<Item>): item is Item {
  return !isUnreadable(item)
}

/** Reads one record of a list. */
export function readRecord<Schema extends z.ZodType>(schema: Schema, record: unknown): Listed<z.output<Schema>> {
  const parsed = schema.safeParse(record)
  if (parsed.success) return parsed.data
  return { unreadable: JSON.stringify(record), path: parsed.error.issues[0]?.path.join('.') ?? '' }
}
