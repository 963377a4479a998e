import 'server-only'

/**
 * Judges the `return_url` of a confirm answer ("Connect flow", step 5): absolute, http or https. The
 * text is handed on untouched, since the browser must get it verbatim, fragment included.
 *
 * @returns the text itself, or null where the browser must not be sent there.
 */
export function parseReturnAddress(value: unknown): string | null {
  if (typeof value !== 'string') return null
  // The URL parser silently drops control characters and surrounding spaces, and takes `https:host`
  // or `https:\\host` for absolute: what it would mend is no verbatim address.
  if (!/^https?:\/\/[^/?#\\\s]/i.test(value) || /\p{Cc}/u.test(value) || value !== value.trim()) return null
  return URL.canParse(value) ? value : null
}

/**
 * The address as a `Location` header can carry it: everything in ASCII byte for byte, anything else
 * percent-encoded as UTF-8, which is what a browser makes of a link with such characters.
 */
export function asLocationHeader(returnAddress: string): string {
  return returnAddress.toWellFormed().replace(/[^\0-\x7f]+/g, encodeURIComponent)
}
