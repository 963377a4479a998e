/** Remembers the language that a person chose. Readers check it against the languages of the skin. */
export const languageCookieName = 'lang'

const yearSeconds = 365 * 24 * 60 * 60

/** Returns the cookie that stores a language. */
export function languageCookie(language: string, isHttps: boolean) {
  return {
    name: languageCookieName,
    value: language,
    path: '/',
    maxAge: yearSeconds,
    sameSite: 'lax',
    httpOnly: true,
    secure: isHttps,
  } as const
}
