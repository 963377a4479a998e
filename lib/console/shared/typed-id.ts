import { withoutBlanks } from '@/lib/connect/wallet-address-shape'

/**
 * Cleans an ID or an address that staff have typed or pasted. It keeps spaces inside a text that is neither a ULID nor
 * an address, because a user's ID may contain them.
 */
export function typedId(typed: string): string {
  const id = withoutBlanks(typed)
  return /^(?:[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{26}|[1-9A-HJ-NP-Za-km-z]{32,44})$/.test(id)
    ? id
    : typed
        .split(/\p{White_Space}/u)
        .map(withoutBlanks)
        .join(' ')
        .trim()
}
