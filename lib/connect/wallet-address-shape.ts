/** Why a text is not a wallet address. Each problem has its own message for the user. */
export const walletAddressProblems = ['missing', 'wrong_characters', 'wrong_length', 'transaction_signature'] as const

export type WalletAddressProblem = (typeof walletAddressProblems)[number]

/** How many letters of base58 can stand for 32 bytes, an address, and for 64, a signature. */
const addressLetters = { min: 32, max: 44 }
const signatureLetters = { min: 64, max: 88 }

/**
 * What is wrong with a text as a wallet address, as far as its letters and their number show it: base58 of
 * 32 bytes ("Connect confirm request body"). Browsers go by it before a form leaves, without the code that
 * decodes base58; `parseWalletAddress` has the final say.
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
