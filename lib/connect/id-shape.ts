/** Checks whether a text has the form of a ULID, in any case, or of a wallet address. Neither can contain blanks. */
export const isUlidOrAddress = (text: string) =>
  /^(?:[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{26}|[1-9A-HJ-NP-Za-km-z]{32,44})$/.test(text)
