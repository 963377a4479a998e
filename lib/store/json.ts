import 'server-only'
import type { z } from 'zod'

/** A stored text as its schema has it; null where there is none, or one of another shape. */
export function parseStored<Value>(text: string | null | undefined, schema: z.ZodType<Value>): Value | null {
  if (text === null || text === undefined) return null
  try {
    const parsed = schema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
