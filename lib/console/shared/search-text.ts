import 'server-only'
import { z } from 'zod'
import { maxUserIdLength } from '@/lib/auth/identity'
import type { SearchParams } from './page-url'
import { typedId } from './typed-id'

/** The maximum length of a text to search for: of a user ID, far above any wallet address or code. */
export const maxSearchLength = maxUserIdLength

const searchText = z.string().transform(typedId).pipe(z.string().min(1).max(maxSearchLength))

/** Reads the text from a query (`?q=…`), cleaned by `typedId`; null if it is missing or too long. */
export function readSearchText(value: SearchParams[string] | null): string | null {
  return searchText.safeParse(value).data ?? null
}
