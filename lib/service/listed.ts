import type { z } from 'zod'
import type { Listed, Unreadable } from './records'

export type { Listed, Unreadable } from './records'

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
