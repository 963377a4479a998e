/** Where a login leads if nothing better is known: a link that waits is shown there. */
const defaultPath = '/connect/confirm'

/**
 * The page of this app that a login leads back to. The address comes from a query or a form, so
 * anybody may have written it: one that leads anywhere else would make this app vouch for a stranger's site.
 *
 * @param address - a path, or an absolute URL as next-auth makes of it.
 * @param origin - this app's own.
 * @returns a path on this app, with query and fragment; never the sign-in page again.
 */
export function returnPath(address: unknown, origin: string): string {
  if (typeof address !== 'string' || !URL.canParse(address, origin)) return defaultPath
  const url = new URL(address, origin)
  // Once it stands alone, a path with two slashes in front is another host's address, and one with none
  // (`blob:` has this origin too) is anything.
  if (url.origin !== origin || !/^\/(?!\/)/.test(url.pathname)) return defaultPath
  if (url.pathname === '/signin' || url.pathname.startsWith('/api/')) return defaultPath
  return url.pathname + url.search + url.hash
}
