/** Why a text is not a wallet address. Each problem has its own message for the user. */
export const walletAddressProblems = ['missing', 'wrong_characters', 'wrong_length', 'transaction_signature'] as const

export type WalletAddressProblem = (typeof walletAddressProblems)[number]

/** White space, and the invisible characters that come along when people copy a text, such as variation selectors. */
const blanks = /[\s\p{C}\p{DI}\u2800]/gu

/** Removes all white space and invisible characters from a typed or pasted address. */
export const withoutBlanks = (typed: string) => typed.replace(blanks, '')

/**
 * Checks the characters and the length of a wallet address, which is base58 of 32 bytes ("Connect confirm request
 * body"). Browsers use this check before they submit a form, because it works without a base58 decoder.
 * `parseWalletAddress` makes the final check.
 *
 * @param address - as `withoutBlanks` returns it.
 * @returns null if the text may be an address.
 */
export function walletAddressProblem(address: string): WalletAddressProblem | null {
  if (address === '') return 'missing'
  if (!/^[1-9A-HJ-NP-Za-km-z]+$/.test(address)) return 'wrong_characters'
  // In base58, 64 bytes (a signature) have 64 to 88 characters, and 32 bytes (an address) have 32 to 44.
  if (/^.{64,88}$/.test(address)) return 'transaction_signature'
  return /^.{32,44}$/.test(address) ? null : 'wrong_length'
}

/** Checks whether a text has the form of a ULID, in any case, or of a wallet address. Neither can contain blanks. */
export const isUlidOrAddress = (text: string) =>
  /^(?:[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{26}|[1-9A-HJ-NP-Za-km-z]{32,44})$/.test(text)
