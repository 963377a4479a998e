import { withoutBlanks } from '@/lib/connect/wallet-address-shape'

/**
 * Returns the spellings to search for when staff type a text: the text itself, the text in capital letters, and the
 * support code that they may have misread. Support codes have no I, L, O or U, and no lower-case letters.
 */
export function textsToFind(typed: string): string[] {
  const upper = typed.toUpperCase()
  const letters = withoutBlanks(upper)
  const code = /^[0-9A-Z]{10}$/.test(letters) ? letters.replaceAll('O', '0').replaceAll(/[IL]/g, '1') : upper
  return [...new Set([typed, upper, code])]
}
