import 'server-only'
import { z } from 'zod'
import type { SearchParams } from './page-url'

/** The longest text that can be searched for: no ID, no wallet address and no code comes near it. */
export const maxSearchLength = 200

const searchText = z.string().trim().min(1).max(maxSearchLength)

/** The text in a query (`?q=…`), without the white space around it; null if there is none, or it is too long. */
export function readSearchText(value: SearchParams[string] | null): string | null {
  return searchText.safeParse(value).data ?? null
}
