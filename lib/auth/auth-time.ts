/** Clocks differ, and a person may linger on the provider's page for consent. */
const toleranceSeconds = 120

/**
 * Checks that the provider has asked the person to sign in as lately as this app wants (OpenID Connect Core 1.0,
 * section 3.1.2.1). The provider is asked to; but the browser carries the question, and could leave it out.
 *
 * @param authTime - the ID token's `auth_time`, in seconds.
 * @param maxAgeSeconds - undefined for any age.
 * @param now - in milliseconds since the epoch.
 * @throws TypeError
 */
export function assertRecentLogin(authTime: unknown, maxAgeSeconds: number | undefined, now: number): void {
  if (maxAgeSeconds === undefined) return
  if (typeof authTime !== 'number') throw new TypeError('The ID token has no auth_time, which max_age asks for.')
  const age = now / 1000 - authTime
  if (age > maxAgeSeconds + toleranceSeconds) throw new TypeError('The login at the provider is older than max_age.')
}
