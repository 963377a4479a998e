import type { z } from 'zod'
import { JsonNumber, stringifyJson } from './json'

/** A record of a list that cannot be read, because a listed field is missing, null or of another type. */
export interface Unreadable {
  /** The record as JSON, with its numbers as the service wrote them. */
  unreadable: string
  /** The first field that is wrong, like `bolts`; empty where the record is not an object. */
  path: string
}

/** What a list has for each record: one that cannot be read does not take the others with it. */
export type Listed<Item> = Item | Unreadable

/** Whether a record could not be read. */
export function isUnreadable<Item extends object>(item: Listed<Item>): item is Unreadable {
  return 'unreadable' in item
}

/** Whether a record could be read: `items.filter(isReadable)` has the records alone. */
export function isReadable<Item extends object>(item: Listed<Item>): item is Item {
  return !isUnreadable(item)
}

/** Reads one record of a list. */
export function readRecord<Schema extends z.ZodType>(schema: Schema, record: unknown): Listed<z.output<Schema>> {
  // To the schema a JsonNumber is an object.
  const parsed = schema.safeParse(record instanceof JsonNumber ? null : record)
  if (parsed.success) return parsed.data
  return { unreadable: stringifyJson(record), path: parsed.error.issues[0]?.path.join('.') ?? '' }
}
