import { isUlidOrAddress, withoutBlanks } from '@/lib/connect/wallet-address-shape'
import { ulidForm } from '@/lib/service'

/** Checks for an ID of the service ("Conventions"). */
export const isUlid = (text: string): boolean => ulidForm.test(text)

/**
 * Cleans what staff have typed or pasted. Only a user's ID may contain spaces, and each that `userIdSchema` accepts stays
 * unchanged.
 */
export function typedId(typed: string): string {
  const id = withoutBlanks(typed)
  return isUlidOrAddress(id)
    ? id
    : typed
        .split(/\p{White_Space}/u)
        .map(withoutBlanks)
        .join(' ')
        .trim()
}

/** Far above any wallet address. */
export const maxAddressLength = 256

/** Far above any ID, wallet address or code. A longer text is not cut. */
export const maxSearchLength = 200

/**
 * Returns the spellings to search for: as typed, in capital letters, and the support code that staff may have misread,
 * which has no I, L, O or U. Letters with accents are composed or decomposed.
 */
export function textsToFind(typed: string): string[] {
  const upper = typed.toUpperCase()
  const letters = withoutBlanks(upper)
  const code = /^[0-9A-Z]{10}$/.test(letters) ? letters.replaceAll('O', '0').replaceAll(/[IL]/g, '1') : upper
  return [...new Set([typed, upper, code].flatMap((text) => [text, text.normalize('NFC'), text.normalize('NFD')]))]
}
