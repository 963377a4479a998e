import Negotiator from 'negotiator'
import { byLanguage } from '@/lib/messages/by-language'
import { canonicalTag } from '@/lib/messages/language'

/** The header in which `proxy.ts` passes the language of a request to the pages. */
export const languageHeader = 'x-language'

/** In characters, about 20 languages. The rest, which browsers rank lowest, does not count. */
const maxHeaderLength = 200

/**
 * Chooses the language of the response.
 *
 * @param wanted.chosen - the languages that the person chose, as BCP 47 tags: from the URL, then from the cookie.
 * @param wanted.accepted - the browser's `Accept-Language`.
 * @param offered - the available languages. The first one is the default.
 */
export function chooseLanguage(
  wanted: { chosen: readonly (string | null | undefined)[]; accepted: string | null },
  offered: readonly [string, ...string[]],
): string {
  const { chosen, accepted } = wanted
  const known = chosen.find((tag) => tag != null && offered.includes(tag))
  if (known != null) return known
  if (accepted === null) return offered[0]
  // Without its end, a language could get a higher rank.
  const end = accepted.length > maxHeaderLength ? Math.max(accepted.lastIndexOf(',', maxHeaderLength), 0) : undefined
  for (const tag of new Negotiator({ headers: { 'accept-language': accepted.slice(0, end) } }).languages()) {
    const language = bestMatch(tag, offered)
    if (language !== undefined) return language
  }
  return offered[0]
}

/**
 * Returns the offered language that a tag most likely means, otherwise one of the same language and script. For
 * `es-MX`, it prefers `es-419` to `es`. It does not cache the tag, because clients can send any number of tags.
 */
function bestMatch(tag: string, offered: readonly string[]): string | undefined {
  if (canonicalTag(tag) === null) return undefined
  const wanted = partsOf(tag)
  const alike = offered.filter(
    (each) => partsOfOffered(each).language === wanted.language && partsOfOffered(each).script === wanted.script,
  )
  return alike.find((each) => partsOfOffered(each).region === wanted.region) ?? alike[0]
}

/** Returns the current code, the script and the region of a tag, with the most likely missing parts (Unicode TR 35). */
function partsOf(tag: string) {
  const { language, script, region } = new Intl.Locale(tag).maximize()
  // Both mean Norwegian Bokmål, but Unicode keeps them apart.
  return { language: language === 'no' ? 'nb' : language, script, region }
}

const partsOfOffered = byLanguage(partsOf)

/** Remembers the language that a person chose. Readers check it against the languages of the skin. */
export const languageCookieName = 'lang'

const yearSeconds = 365 * 24 * 60 * 60

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
