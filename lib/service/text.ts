const maxTextLength = 500

/**
 * Makes a field of a record safe to show. Control characters and invisible formatting characters, such as those that
 * reverse the text direction, are removed. The text is truncated to 500 characters. HTML is left as it is, since the
 * text is only ever rendered as text. A message, which may quote the request, goes through `serviceMessage`.
 *
 * @returns null if nothing is left to show.
 */
export function serviceText(text: string | undefined): string | null {
  if (text === undefined) return null
  const cleaned = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Cf}+/gu, '')
    .trim()
  if (cleaned === '') return null
  const characters = Array.from(cleaned)
  return characters.length <= maxTextLength ? cleaned : `${characters.slice(0, maxTextLength - 1).join('')}…`
}
