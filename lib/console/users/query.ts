import 'server-only'
import { readSearchText } from '@/lib/console/shared/search-text'

/** The user ID in the path, which Next does not decode; null if nobody can have it. */
export function readUserId(segment: string): string | null {
  try {
    return readSearchText(decodeURIComponent(segment))
  } catch {
    return null
  }
}
