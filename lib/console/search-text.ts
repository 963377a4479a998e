import 'server-only'
import { z } from 'zod'
import type { SearchParams } from './page-url'
import { typedId } from './typed-id'

/** The maximum length of a text to search for, far above any ID, wallet address or code. A longer text is never cut. */
export const maxSearchLength = 200

const searchText = z.string().transform(typedId).pipe(z.string().min(1).max(maxSearchLength))

/** Reads the text from a query (`?q=…`), cleaned by `typedId`; null if it is missing or too long. */
export function readSearchText(value: SearchParams[string] | null): string | null {
  return searchText.safeParse(value).data ?? null
}
