const maxTextLength = 500

/** Control characters and line breaks. */
const breaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
/** Those that show nothing, or reverse the text direction. */
export const invisible = /[\p{Cf}\u115F\u1160\u2800\u3164\uFFA0]/gu
/** Invisible, and needed within the words of Persian and Hindi, and within emoji. */
const joiners = ['\u200C', '\u200D']

/** A text without control characters and invisible ones; null if nothing is left to see. */
export function visibleText(text: string): string | null {
  const cleaned = text
    .toWellFormed()
    .replace(breaks, ' ')
    .replace(invisible, (character) => (joiners.includes(character) ? character : ''))
    .trim()
  return /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(cleaned) ? cleaned : null
}

/**
 * Makes a field of a record safe to show. Control characters and invisible formatting characters, such as those that
 * reverse the text direction, are removed. The text is truncated to 500 characters. HTML is left as it is, since the
 * text is only ever rendered as text. A message, which may quote the request, goes through `serviceMessage`.
 *
 * @returns null if nothing is left to show.
 */
export function serviceText(text: string | undefined): string | null {
  const visible = text === undefined ? null : visibleText(text)
  if (visible === null) return null
  const characters = Array.from(visible)
  return characters.length <= maxTextLength ? visible : `${characters.slice(0, maxTextLength - 1).join('')}…`
}
