import { isUlidOrAddress } from '@/lib/connect/id-shape'
import { withoutBlanks } from '@/lib/connect/wallet-address-shape'

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
