/** next-auth's cookies, by its own names for them, with the end of each one's name. */
const nameEnds = {
  sessionToken: 'session-token',
  callbackUrl: 'callback-url',
  csrfToken: 'csrf-token',
  pkceCodeVerifier: 'pkce.code_verifier',
  state: 'state',
  nonce: 'nonce',
} as const

/** How long a login at the provider may take. */
const fifteenMinutesInSeconds = 15 * 60
const kept: Partial<Record<keyof typeof nameEnds, number>> = {
  callbackUrl: fifteenMinutesInSeconds,
  pkceCodeVerifier: fifteenMinutesInSeconds,
  state: fifteenMinutesInSeconds,
  nonce: fifteenMinutesInSeconds,
}

interface AuthCookie {
  name: string
  options: { httpOnly: true; sameSite: 'lax'; path: '/'; secure: boolean; maxAge?: number }
}

type AuthCookies = Record<keyof typeof nameEnds, AuthCookie>

/**
 * The names and attributes of next-auth's cookies.
 *
 * With https all of them have the prefix `__Host-`: browsers accept such a cookie from this very host alone. With
 * next-auth's own `__Secure-`, another host under the same parent domain can set them with `Domain=`, and so sign a
 * user in as somebody else.
 */
export function authCookies(isHttps: boolean): AuthCookies {
  const cookie = (key: keyof typeof nameEnds): AuthCookie => {
    const maxAge = kept[key]
    return {
      name: `${isHttps ? '__Host-' : ''}next-auth.${nameEnds[key]}`,
      options: {
        httpOnly: true,
        sameSite: 'lax',
        path: '/',
        secure: isHttps,
        ...(maxAge === undefined ? {} : { maxAge }),
      },
    }
  }
  return {
    sessionToken: cookie('sessionToken'),
    callbackUrl: cookie('callbackUrl'),
    csrfToken: cookie('csrfToken'),
    pkceCodeVerifier: cookie('pkceCodeVerifier'),
    state: cookie('state'),
    nonce: cookie('nonce'),
  }
}

/** Whether a cookie has the session, or a part of it: next-auth cuts a long one into several, with numbers. */
export function isSessionCookie(name: string, { sessionToken }: Pick<AuthCookies, 'sessionToken'>): boolean {
  return name === sessionToken.name || /^\.\d$/.test(name.replace(sessionToken.name, ''))
}

/** The sealed session among a request's cookies, put together again; empty where there is none. */
export function sealedSession(
  cookies: readonly { name: string; value: string }[],
  { sessionToken }: Pick<AuthCookies, 'sessionToken'>,
): string {
  const parts = cookies.filter(({ name }) => isSessionCookie(name, { sessionToken }))
  const whole = parts.find(({ name }) => name === sessionToken.name)?.value
  if (whole) return whole
  return parts
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ value }) => value)
    .join('')
}
