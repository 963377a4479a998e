import 'server-only'
import type { z } from 'zod'
import type { ListEntry } from './store'

/** Parses a stored text by its schema. It returns null if the text is missing or does not match. */
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
