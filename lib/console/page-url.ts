import type { Route } from 'next'

export type SearchParams = Record<string, string | string[] | undefined>

export interface PageQuery {
  path: Route
  searchParams: SearchParams
}

/** A page keeps all its state in the URL, so that Back, a reload and a shared link work. */
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

/** The ID can be any text. In a path, browsers would resolve `..`, and Next would read `a.rsc` as `a`. */
export function oneUrl(
  list: 'users' | 'conversions' | 'uploads',
  id: string,
  more: Record<string, string | number | undefined> = {},
): Route {
  return pageUrl(`/console/${list}/one`, { id }, more)
}

export function userPath(userId: string): Route | undefined {
  return userId === '' ? undefined : oneUrl('users', userId)
}

export function walletPath(address: string): Route | undefined {
  return address === '' ? undefined : pageUrl('/console/resources', { address })
}
