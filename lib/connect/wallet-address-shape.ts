export const walletAddressProblems = ['missing', 'wrong_characters', 'wrong_length', 'transaction_signature'] as const

export type WalletAddressProblem = (typeof walletAddressProblems)[number]

/** Also the invisible characters of copied texts, such as variation selectors. */
const blanks = /[\s\p{C}\p{DI}\u2800]/gu

export const withoutBlanks = (typed: string) => typed.replace(blanks, '')

/**
 * Checks characters and length ("Connect confirm request body"), also in browsers, which have no base58 decoder.
 *
 * @param address - as `withoutBlanks` returns it.
 */
export function walletAddressProblem(address: string): WalletAddressProblem | null {
  if (address === '') return 'missing'
  if (!/^[1-9A-HJ-NP-Za-km-z]+$/.test(address)) return 'wrong_characters'
  // In base58, 64 bytes (a signature) have 64 to 88 characters, and 32 bytes (an address) have 32 to 44.
  if (/^.{64,88}$/.test(address)) return 'transaction_signature'
  return /^.{32,44}$/.test(address) ? null : 'wrong_length'
}

export const isUlidOrAddress = (text: string) =>
  /^(?:[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{26}|[1-9A-HJ-NP-Za-km-z]{32,44})$/.test(text)
