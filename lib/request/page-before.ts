/** The header in which `proxy.ts` passes the path and query of a page, for the links to its other languages. */
export const pageHeader = 'x-page'

/**
 * Returns the page of this site that sent the request, so that the browser can reload it in another language. A sender
 * can set any URL, so the result for anything except a page of this site is null.
 *
 * @returns a path of this app with its query, but without the query's language.
 */
export function pageBefore(pageUrl: string | null, origin: string): string | null {
  if (pageUrl === null || !URL.canParse(pageUrl)) return null
  const url = new URL(pageUrl)
  // A path with two leading slashes is a URL of another host. A `blob:` URL can have this origin too, and its path
  // needs no leading slash.
  if (url.origin !== origin || !/^\/(?!\/)/.test(url.pathname)) return null
  // Returning to this route would cause a redirect loop.
  if (url.pathname.startsWith('/language/')) return null
  if (url.searchParams.has('lang')) url.searchParams.delete('lang')
  return url.pathname + url.search
}
