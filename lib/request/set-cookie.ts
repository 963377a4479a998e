/**
 * The value of a `Set-Cookie` header: for this host and all its paths, out of the reach of scripts, and sent along by
 * links from other sites.
 *
 * @param name - and `value` must need no escaping.
 * @param options.maxAgeSeconds - 0 deletes the cookie.
 */
export function setCookie(
  name: string,
  value: string,
  { maxAgeSeconds, isHttps }: { maxAgeSeconds: number; isHttps: boolean },
): string {
  const secure = isHttps ? '; Secure' : ''
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax; HttpOnly${secure}`
}
