import { isUlidOrAddress, withoutBlanks } from '@/lib/connect/wallet-address-shape'
import { ulidForm } from '@/lib/service'

export const isUlid = (text: string): boolean => ulidForm.test(text)

/** Only a user's ID may contain spaces. One that `userIdSchema` accepts stays unchanged. */
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

export const maxAddressLength = 256

export const maxSearchLength = 200

/** The text as typed, in capitals, and as a misread support code (no I, L, O or U), each composed and decomposed. */
export function textsToFind(typed: string): string[] {
  const upper = typed.toUpperCase()
  const letters = withoutBlanks(upper)
  const code = /^[0-9A-Z]{10}$/.test(letters) ? letters.replaceAll('O', '0').replaceAll(/[IL]/g, '1') : upper
  return [...new Set([typed, upper, code].flatMap((text) => [text, text.normalize('NFC'), text.normalize('NFD')]))]
}
