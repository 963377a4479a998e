import { match } from '@formatjs/intl-localematcher'
import Negotiator from 'negotiator'
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
  const key = `${accepted} ${offered.join()}`
  const language = matched.get(key) ?? bestMatch(accepted, offered)
  if (matched.size >= maxMatched) matched.clear()
  matched.set(key, language)
  return language
}

/** What was matched before: browsers send few different headers, and a match takes as long as much of a request. */
const matched = new Map<string, string>()
const maxMatched = 1000

function bestMatch(accepted: string, offered: readonly [string, ...string[]]): string {
  const languages = new Negotiator({ headers: { 'accept-language': accepted } })
    .languages()
    .filter((language) => language !== '*' && canonicalTag(language) !== null)
  return languages.length === 0 ? offered[0] : match(languages, offered, offered[0])
}
