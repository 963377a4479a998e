const maxTextLength = 500

/** Control characters and line breaks. */
const breaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
/** Characters that are invisible or reverse the text direction. */
export const invisible = /[\p{Cf}\u115F\u1160\u2800\u3164\uFFA0]/gu
/** Invisible characters that words in Persian and Hindi and some emoji need. */
const joiners = ['\u200C', '\u200D']

/** Replaces control characters with spaces, and removes invisible ones except joiners; null if no visible text remains. */
export function visibleText(text: string): string | null {
  const cleaned = text
    .toWellFormed()
    .replace(breaks, ' ')
    .replace(invisible, (character) => (joiners.includes(character) ? character : ''))
    .trim()
  return /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(cleaned) ? cleaned : null
}

/**
 * Makes a field of a record safe to show, in at most 500 characters; null if no visible text remains. HTML stays
 * unchanged, because pages never render it. For a message, which may quote the request, use `serviceMessage`.
 */
export function serviceText(text: string | undefined): string | null {
  const visible = text === undefined ? null : visibleText(text)
  if (visible === null) return null
  const characters = Array.from(visible)
  return characters.length <= maxTextLength ? visible : `${characters.slice(0, maxTextLength - 1).join('')}…`
}

/** A shorter value is hardly a secret and may be part of an ordinary word. */
const minSecretLength = 6

/** Makes a message safe to show, and not to log; null if it quotes one of the request's secrets or has no visible text. */
export function serviceMessage(text: string | undefined, secrets: readonly string[]): string | null {
  return text === undefined || quotesSecret(text, secrets) ? null : serviceText(text)
}

/** Checks whether a text contains a secret, either unchanged or percent-encoded once or twice. */
export function quotesSecret(text: string, secrets: readonly string[]): boolean {
  // `serviceText` removes invisible characters. A service that quotes JSON may write `\/` for a slash.
  const visible = text.replaceAll(invisible, '').replaceAll(String.raw`\/`, '/')
  const forms = [visible, decoded(visible), decoded(decoded(visible))]
  return secrets.some((secret) => secret.length >= minSecretLength && forms.some((form) => form.includes(secret)))
}

/** Returns the values under `auth_code`, the words after `auth_code` in texts, and the `ac` parameters of URLs. */
export function codesOf(body: unknown): string[] {
  if (typeof body === 'string') {
    const codes = [...body.matchAll(/(?:[?&#]ac=|auth_?code\W+)([^&#\s]+)/gi)]
    return codes.flatMap(([, code = '']) => [code, decoded(code)])
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
