import 'server-only'
import { readSearchText } from '@/lib/console/search-text'
import { serviceText } from '@/lib/service'

/** Reads the user ID from the path, which Next does not decode; null if it is invalid. */
export function readUserId(segment: string): string | null {
  try {
    return readSearchText(decodeURIComponent(segment))
  } catch {
    return null
  }
}

const charactersInTitle = 6

/** Returns the beginning of an ID, such as `01GP9X…`, to distinguish browser tabs. */
export function shortId(id: string): string {
  const shown = serviceText(id) ?? ''
  const characters = Array.from(shown)
  return characters.length <= 2 * charactersInTitle ? shown : `${characters.slice(0, charactersInTitle).join('')}…`
}
