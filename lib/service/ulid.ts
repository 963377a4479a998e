/* The form of the service's IDs, which are ULIDs: Crockford's base 32, without I, L, O and U. */

export const crockfordAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export const ulidForm = /^[0-9A-HJKMNP-TV-Z]{26}$/
