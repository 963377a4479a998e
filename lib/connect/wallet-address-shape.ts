/** Why a text is not a wallet address. Each problem has its own message for the user. */
export const walletAddressProblems = ['missing', 'wrong_characters', 'wrong_length', 'transaction_signature'] as const

export type WalletAddressProblem = (typeof walletAddressProblems)[number]

/** The min and max number of base58 characters for 32 bytes (an address) and 64 bytes (a signature). */
const addressLetters = { min: 32, max: 44 }
const signatureLetters = { min: 64, max: 88 }

/**
 * Checks the characters and the length of a wallet address, which is base58 of 32 bytes ("Connect confirm request
 * body"). Browsers use this check before they submit a form, because it works without a base58 decoder.
 * `parseWalletAddress` makes the final check.
 *
 * @returns null if the text may be an address.
 */
export function walletAddressProblem(typed: string): WalletAddressProblem | null {
  const address = typed.trim()
  if (address === '') return 'missing'
  if (!/^[1-9A-HJ-NP-Za-km-z]+$/.test(address)) return 'wrong_characters'
  if (isWithin(address, signatureLetters)) return 'transaction_signature'
  return isWithin(address, addressLetters) ? null : 'wrong_length'
}

function isWithin({ length }: string, { min, max }: { min: number; max: number }): boolean {
  return length >= min && length <= max
}
