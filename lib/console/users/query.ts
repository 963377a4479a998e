import 'server-only'
import { z } from 'zod'

const maxIdLength = 200
const userId = z.string().trim().min(1).max(maxIdLength)

/** The user ID in the path, which Next does not decode; null if nobody can have it. */
export function readUserId(segment: string): string | null {
  try {
    return userId.safeParse(decodeURIComponent(segment)).data ?? null
  } catch {
    return null
  }
}
