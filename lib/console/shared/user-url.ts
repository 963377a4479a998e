import type { Route } from 'next'

/** The page of one user of the service. */
export function userUrl(userId: string): Route {
  return `/console/users/${encodeURIComponent(userId)}`
}
