import Negotiator from 'negotiator'
import { byLanguage } from '@/lib/messages/by-language'
import { canonicalTag } from '@/lib/messages/language'

/** The header in which `proxy.ts` tells the pages the language of a request. */
export const languageHeader = 'x-language'

/** Longer than what any browser sends, and short enough to cost nothing. */
const maxHeaderLength = 200

/**
 * The language to answer in.
 *
 * @param wanted.chosen - what the person chose here, as BCP 47 tags: the address's before the cookie's.
 * @param wanted.accepted - the browser's `Accept-Language`.
 * @param offered - the languages that there are; the first one answers everybody else.
 */
export function chooseLanguage(
  wanted: { chosen: readonly (string | null | undefined)[]; accepted: string | null },
  offered: readonly [string, ...string[]],
): string {
  const { chosen, accepted } = wanted
  const known = chosen.find((tag) => tag != null && offered.includes(tag))
  if (known != null) return known
  if (accepted === null || accepted.length > maxHeaderLength) return offered[0]
  for (const tag of new Negotiator({ headers: { 'accept-language': accepted } }).languages()) {
    const language = bestMatch(tag, offered)
    if (language !== undefined) return language
  }
  return offered[0]
}

/**
 * The offered language that a tag most likely means, or else one of the same language and script: for `es-MX` `es-419`
 * before `es`. Nothing is kept of the tag, since clients can send any number of them.
 */
function bestMatch(tag: string, offered: readonly string[]): string | undefined {
  const language = tag.split('-', 1)[0]?.toLowerCase()
  const related = offered.filter((each) => likely(each).language === language)
  if (related.length === 0 || canonicalTag(tag) === null) return undefined
  const { script, region } = new Intl.Locale(tag).maximize()
  const alike = related.filter((each) => likely(each).script === script)
  return alike.find((each) => likely(each).region === region) ?? alike[0]
}

/** An offered language with its script and region, which are the likeliest where it has none (Unicode TR 35). */
const likely = byLanguage((language) => {
  const { language: code, script, region } = new Intl.Locale(language).maximize()
  return { language: code, script, region }
})
