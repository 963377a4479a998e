/**
 * Returns the page of this site that sent the request, so that the browser can reload it in another language. A sender
 * can set any `Referer`, so the result for anything except a page of this site is the start page.
 *
 * @returns a path of this app with its query, but without the query's language.
 */
export function pageBefore(referrer: string | null, origin: string): string {
  if (referrer === null || !URL.canParse(referrer)) return '/'
  const url = new URL(referrer)
  // A path with two leading slashes is a URL of another host. A `blob:` URL can have this origin too, and its path
  // needs no leading slash.
  if (url.origin !== origin || !/^\/(?!\/)/.test(url.pathname)) return '/'
  // Returning to this route would cause a redirect loop.
  if (url.pathname.startsWith('/language/')) return '/'
  if (url.searchParams.has('lang')) url.searchParams.delete('lang')
  return url.pathname + url.search
}
