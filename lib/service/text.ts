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

/** A shorter value is hardly a secret and may be part of an ordinary word. */
const minSecretLength = 6

/**
 * Makes a message of the service safe to show. Never log a message.
 *
 * @param secrets - the secrets of the request.
 * @returns null if the message quotes a secret or has no visible text.
 */
export function serviceMessage(text: string | undefined, secrets: readonly string[]): string | null {
  return text === undefined || quotesSecret(text, secrets) ? null : serviceText(text)
}

/** Checks whether a text contains one of these secrets, either unchanged or percent-encoded once or twice. */
export function quotesSecret(text: string, secrets: readonly string[]): boolean {
  // `serviceText` removes invisible characters, so a secret with such characters would otherwise become visible. A
  // service that quotes the request as JSON may write `\/` for a slash.
  const visible = text.replaceAll(invisible, '').replaceAll(String.raw`\/`, '/')
  const forms = [visible, decoded(visible), decoded(decoded(visible))]
  return secrets.some((secret) => secret.length >= minSecretLength && forms.some((form) => form.includes(secret)))
}

/**
 * Returns the authorization codes in a response's body: all values under `auth_code`, the word after `auth_code` in a
 * text, and each `ac` parameter of a URL.
 */
export function codesOf(body: unknown): string[] {
  if (typeof body === 'string') {
    return [...body.matchAll(/(?:[?&#]ac=|auth_?code\W+)([^&#\s]+)/gi)].flatMap(([, code = '']) => [
      code,
      decoded(code),
    ])
  }
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([key, value]: [string, unknown]) => {
    return /^auth[_-]?code$/i.test(key) ? textsIn(value) : codesOf(value)
  })
}

/** Returns the texts and numbers of a JSON value, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Percent-decodes a text once. `decodeURIComponent` would throw for a text with a plain `%`. */
function decoded(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString())
}
