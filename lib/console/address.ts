import type { Route } from 'next'

/** The query of a page, as Next gives it. */
export type PageSearch = Record<string, string | string[] | undefined>

/**
 * The address of a console page in another state: the state is in the URL, so that Back, a reload and
 * a shared link all work.
 *
 * @param search - the page's query as it is.
 * @param changes - what is to be different; undefined takes a parameter out.
 */
export function addressWith(
  path: Route,
  search: PageSearch = {},
  changes: Record<string, string | number | undefined> = {},
): Route {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...search, ...changes })) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined) query.append(name, String(each))
    }
  }
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}
