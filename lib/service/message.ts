import { invisible, serviceText } from './text'

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
