import Negotiator from 'negotiator'
import { remembered } from '@/lib/messages/remembered'
import { canonicalTag } from '@/lib/messages/language'

/** The header in which `proxy.ts` passes the language of a request to the pages. */
export const languageHeader = 'x-language'

/** In characters, about 20 languages. Browsers rank the rest lowest. */
const maxHeaderLength = 200

/**
 * @param wanted.chosen - the languages that the person chose, as BCP 47 tags: from the URL, then from the cookie.
 * @param wanted.accepted - the browser's `Accept-Language`.
 * @param offered - the first one is the default.
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
 * Returns the offered language that a tag most likely means, otherwise one of the same language and script. It does not
 * cache the tag, because clients can send any number of them.
 */
function bestMatch(tag: string, offered: readonly string[]): string | undefined {
  if (canonicalTag(tag) === null) return undefined
  const wanted = partsOf(tag)
  const alike = offered.filter(
    (each) => partsOfOffered(each).language === wanted.language && partsOfOffered(each).script === wanted.script,
  )
  return alike.find((each) => partsOfOffered(each).region === wanted.region) ?? alike[0]
}

/** Adds the most likely missing parts of a tag (Unicode TR 35). */
function partsOf(tag: string) {
  const { language, script, region } = new Intl.Locale(tag).maximize()
  // Both mean Norwegian Bokmål, but Unicode keeps them apart.
  return { language: language === 'no' ? 'nb' : language, script, region }
}

const partsOfOffered = remembered(partsOf)

export const languageCookieName = 'lang'

export function languageCookie(language: string, isHttps: boolean) {
  return {
    name: languageCookieName,
    value: language,
    path: '/',
    maxAge: 365 * 24 * 60 * 60,
    sameSite: 'lax',
    httpOnly: true,
    secure: isHttps,
  } as const
}

/** The header in which `proxy.ts` passes the path and query of a page, for the links to its other languages. */
export const pageHeader = 'x-page'

/**
 * Returns the path and query of the page that sent the request, without its language. Null unless it is a page of this
 * site, because a sender can set any URL.
 */
export function pageBefore(pageUrl: string | null, origin: string): string | null {
  if (pageUrl === null || !URL.canParse(pageUrl)) return null
  const url = new URL(pageUrl)
  // Two leading slashes lead to another host. A `blob:` URL can have this origin too, without a leading slash.
  if (url.origin !== origin || !/^\/(?!\/)/.test(url.pathname)) return null
  // Returning to this route would cause a redirect loop.
  if (url.pathname.startsWith('/language/')) return null
  if (url.searchParams.has('lang')) url.searchParams.delete('lang')
  return url.pathname + url.search
}
