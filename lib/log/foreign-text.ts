import 'server-only'
import { quotesSecret, serviceText, visibleText } from '@/lib/service'

const maxTextLength = 200
/** Quoted texts, e-mail addresses, and possible IDs, tokens and names of persons. */
const privateParts =
  /(?<![\p{L}\p{N}])["'`“‘«„‹「].*?["'`”’“»›」](?![\p{L}\p{N}])|\S*[@＠\\]\S*|(?=\S*\d)\S{16,}|\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)+/gu

/** Words of OAuth and of refusals, none of them a given name. A private part without any other word names no person. */
const plainWords = new Set(
  (
    'a access account already an and application are at authentication authorization bad banned basic been blocked ' +
    'but by cannot challenge client code configured consent could credentials deleted denied disabled does error exist ' +
    'expired failed for forbidden found from has have id in inactive incorrect internal invalid is issued it jwt ' +
    'key locked login malformed method mismatch missing must no not oauth of on or parameter password pkce post private ' +
    'provided redirect refused registered rejected request required response scope secret server session signature ' +
    'supported suspended temporarily the this to token type unauthorized unavailable unknown unsupported uri url used ' +
    'user valid value verification verifier was with wrong your'
  ).split(' '),
)
const isPlain = (part: string) =>
  part
    .toLowerCase()
    .split(/[\s_"'`“‘«„‹「”’»›」]+/u)
    .every((word) => word === '' || plainWords.has(word))

/**
 * Makes another server's description of an error safe to log, by removing parts that may name a person.
 *
 * @param secrets - the sent values, and known data of the person.
 * @returns undefined if the text is missing, or quotes one of the secrets.
 */
export function loggableText(text: string | undefined, secrets: readonly string[]): string | undefined {
  const visible = text === undefined ? null : visibleText(text)
  if (visible === null || quotesSecret(visible, secrets)) return undefined
  const cut = visible.slice(0, 10 * maxTextLength).replace(privateParts, (part) => (isPlain(part) ? part : '…'))
  return serviceText(cut)?.slice(0, maxTextLength).toWellFormed()
}
