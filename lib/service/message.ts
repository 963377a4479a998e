import { minSecretLength, quotesSecret } from './quoted-secret'
import { serviceText } from './text'

/**
 * Makes a message of the service, which may quote what it was sent, safe to show. Secrets that stand in it as they are
 * are masked. Where one is there in another form as well, as in a URL or in base64, nothing of the message is shown,
 * since nobody can tell what else it has: the page then has words of its own alone. A message is never logged.
 *
 * @param secrets - what was sent along, or came with the response.
 * @returns null if nothing is left to show.
 */
export function serviceMessage(text: string | undefined, secrets: readonly string[]): string | null {
  if (text === undefined) return null
  let masked = text.toWellFormed()
  for (const secret of secrets) {
    if (secret.length >= minSecretLength) masked = masked.replaceAll(secret, mask)
  }
  return quotesSecret(masked, secrets) ? null : serviceText(masked)
}

const mask = '•••'
