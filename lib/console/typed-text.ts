import { isUlidOrAddress, withoutBlanks } from '@/lib/connect/wallet-address-shape'
import { ulidForm } from '@/lib/service'

/** Checks for an ID of the service ("Conventions"). */
export const isUlid = (text: string): boolean => ulidForm.test(text)

/**
 * Cleans an ID or an address that staff have typed or pasted. It keeps spaces inside a text that is neither a ULID nor
 * an address, because a user's ID may contain them. It returns every ID that `userIdSchema` accepts unchanged.
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

/** The maximum length of a wallet address to look up, far above any wallet address. */
export const maxAddressLength = 256

/** The maximum length of a text to search for, far above any ID, wallet address or code. A longer text is never cut. */
export const maxSearchLength = 200

/**
 * Returns the spellings to search for when staff type a text: the text itself, the text in capital letters, and the
 * support code that they may have misread. Support codes have no I, L, O or U, and no lower-case letters. Letters with
 * accents are composed or decomposed.
 */
export function textsToFind(typed: string): string[] {
  const upper = typed.toUpperCase()
  const letters = withoutBlanks(upper)
  const code = /^[0-9A-Z]{10}$/.test(letters) ? letters.replaceAll('O', '0').replaceAll(/[IL]/g, '1') : upper
  return [...new Set([typed, upper, code].flatMap((text) => [text, text.normalize('NFC'), text.normalize('NFD')]))]
}
