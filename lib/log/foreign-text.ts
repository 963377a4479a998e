import 'server-only'
import { quotesSecret, serviceText, visibleText } from '@/lib/service'

const maxTextLength = 200
/** Quoted texts, addresses, what may be an ID or a token, and what may be a person's name. */
const privateParts =
  /(?<![\p{L}\p{N}])["'`“‘«„‹「].*?["'`”’“»›」](?![\p{L}\p{N}])|\S*[@＠\\]\S*|(?=\S*\d)\S{16,}|\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)+/gu

/**
 * Makes what another server says of an error safe to log: without what may name a person, and undefined where it quotes
 * what this app has sent.
 *
 * @param secrets - what was sent, and what is known of the person.
 */
export function loggableText(text: string | undefined, secrets: readonly string[]): string | undefined {
  const visible = text === undefined ? null : visibleText(text)
  if (visible === null || quotesSecret(visible, secrets)) return undefined
  const cut = visible.slice(0, 10 * maxTextLength).replace(privateParts, '…')
  return serviceText(cut)?.slice(0, maxTextLength).toWellFormed()
}
