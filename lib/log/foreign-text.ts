import 'server-only'
import { quotesSecret, serviceText, visibleText } from '@/lib/service'

const maxTextLength = 200
/** Quoted texts, e-mail addresses, and possible IDs, tokens and names of persons. */
const privateParts =
  /(?<![\p{L}\p{N}])["'`“‘«„‹「].*?["'`”’“»›」](?![\p{L}\p{N}])|\S*[@＠\\]\S*|(?=\S*\d)\S{16,}|\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)+/gu

/**
 * Makes another server's description of an error safe to log, by removing parts that may name a person.
 *
 * @param secrets - the sent values, and known data of the person.
 * @returns undefined if the text is missing, or quotes one of the secrets.
 */
export function loggableText(text: string | undefined, secrets: readonly string[]): string | undefined {
  const visible = text === undefined ? null : visibleText(text)
  if (visible === null || quotesSecret(visible, secrets)) return undefined
  const cut = visible.slice(0, 10 * maxTextLength).replace(privateParts, '…')
  return serviceText(cut)?.slice(0, maxTextLength).toWellFormed()
}
