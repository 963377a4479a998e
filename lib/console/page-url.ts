import type { Route } from 'next'

/** The query of a page, in Next's form. */
export type SearchParams = Record<string, string | string[] | undefined>

/**
 * Returns the URL of a console page with some parameters changed. A page keeps all its state in the URL, so that Back,
 * a reload and a shared link work.
 *
 * @param changes - parameters to set; undefined removes one.
 */
export function pageUrl(
  path: Route,
  searchParams: SearchParams = {},
  changes: Record<string, string | number | undefined> = {},
): Route {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...searchParams, ...changes })) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined) query.append(name, String(each))
    }
  }
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

/**
 * Returns the URL of the page about one user, conversion or batch. The ID is in the query, because it can be any text.
 * In a path, browsers resolve `..`, and Next reads `a.rsc` as `a`.
 */
export function oneUrl(
  list: 'users' | 'conversions' | 'uploads',
  id: string,
  more: Record<string, string | number | undefined> = {},
): Route {
  return pageUrl(`/console/${list}/one`, { id }, more)
}

/** Returns the URL of a user's page; undefined for an empty ID, which has no page. */
export function userPath(userId: string): Route | undefined {
  return userId === '' ? undefined : oneUrl('users', userId)
}

/** Returns the URL of the page with the resources of a wallet's account; undefined for an empty address. */
export function walletPath(address: string): Route | undefined {
  return address === '' ? undefined : pageUrl('/console/resources', { address })
}
