const longestText = 500

/** A shorter text is no secret worth the name, and blotting it out would tear the message apart. */
const shortestSecret = 6

/**
 * Makes a text of the service safe to show: control characters and the invisible ones that can turn
 * text around are removed, secrets that it quotes are blotted out, and it is cut at 500 characters.
 * HTML in it stays as it is, since it is only ever shown as text.
 *
 * @param secrets - none where the text is a field of a record, which quotes nothing that was sent.
 * @returns null where nothing is left to show.
 */
export function serviceText(text: string | undefined, secrets: readonly string[] = []): string | null {
  if (text === undefined) return null
  let shown = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Cf}+/gu, '')
  for (const secret of secrets) {
    if (secret.length >= shortestSecret) shown = shown.replaceAll(secret, '•••')
  }
  shown = shown.trim()
  if (shown === '') return null
  const characters = Array.from(shown)
  return characters.length <= longestText ? shown : `${characters.slice(0, longestText - 1).join('')}…`
}
