import 'server-only'
import type { z } from 'zod'

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
