import { setCookie } from './set-cookie'

/** Remembers the language that somebody chose here. It is no secret, and is checked against the skin's when it is read. */
export const languageCookieName = 'lang'

const yearSeconds = 365 * 24 * 60 * 60

/** The `Set-Cookie` header that remembers a language. */
export function languageCookie(language: string, isHttps: boolean): string {
  return setCookie(languageCookieName, language, { maxAgeSeconds: yearSeconds, isHttps })
}
