/**
 * The page of this site that a browser comes from, to go back to it in another language. A request's `Referer` is
 * whatever its sender likes, so anything but a page of this site leads to the start page.
 *
 * @param origin - of this app.
 * @returns a path of this app, with its query; without the language that the query asked for until now.
 */
export function pageBefore(referrer: string | null, origin: string): string {
  if (referrer === null || !URL.canParse(referrer)) return '/'
  const url = new URL(referrer)
  // With two slashes first it would be another host's address, and without any (a `blob:` URL can have this origin, too)
  // it could be anything.
  if (url.origin !== origin || !/^\/(?!\/)/.test(url.pathname)) return '/'
  // Here again, it would go round in a circle.
  if (url.pathname.startsWith('/language/')) return '/'
  if (url.searchParams.has('lang')) url.searchParams.delete('lang')
  return url.pathname + url.search
}
