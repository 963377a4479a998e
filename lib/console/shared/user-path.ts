import type { Route } from 'next'

/** The page of one user; undefined for an empty ID, which leads nowhere. */
export function userPath(userId: string): Route | undefined {
  return userId === '' ? undefined : (`/console/users/${encodeURIComponent(userId)}` as Route)
}
