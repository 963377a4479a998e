const maxTextLength = 500

/** Control characters and line breaks. */
const breaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
/** Characters that are invisible or reverse the text direction. */
export const invisible = /[\p{Cf}\u115F\u1160\u2800\u3164\uFFA0]/gu
/**
 * Characters that are invisible, reorder a text or break a line, and every blank except the space: the table for IDs,
 * which need no joiners.
 */
export const unseen = /(?! )[\s\p{C}\p{DI}\u2800]/gu
/** Invisible characters that words in Persian and Hindi and some emoji need. */
const joiners = ['\u200C', '\u200D']

/**
 * Replaces control characters with spaces, and removes invisible characters except joiners. Returns null if no visible
 * text remains.
 */
export function visibleText(text: string): string | null {
  const cleaned = text
    .toWellFormed()
    .replace(breaks, ' ')
    .replace(invisible, (character) => (joiners.includes(character) ? character : ''))
    .trim()
  return /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(cleaned) ? cleaned : null
}

/**
 * Returns the form in which searches compare texts. It ignores case, and whether letters are composed, because an extra
 * match does less harm than a missing one.
 */
export const searchForm = (text: string): string => text.toLowerCase().normalize('NFC')

/**
 * Makes a field of a record safe to show. It removes control characters and invisible formatting characters, such as
 * the characters that reverse the text direction. It cuts the text to 500 characters. HTML stays unchanged, because
 * pages never render the text as HTML. For a message, which may quote the request, use `serviceMessage`.
 *
 * @returns null if no visible text remains.
 */
export function serviceText(text: string | undefined): string | null {
  const visible = text === undefined ? null : visibleText(text)
  if (visible === null) return null
  const characters = Array.from(visible)
  return characters.length <= maxTextLength ? visible : `${characters.slice(0, maxTextLength - 1).join('')}…`
}
