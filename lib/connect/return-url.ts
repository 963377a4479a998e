import 'server-only'

/**
 * Validates the `return_url` of a confirm response ("Connect flow", step 5): an absolute http or https
 * URL. It is returned unchanged, since the browser must be redirected to it verbatim, fragment included.
 *
 * @returns the URL as it was given, or null if the browser must not be sent there.
 */
export function parseReturnUrl(value: unknown): string | null {
  if (typeof value !== 'string') return null
  // The URL parser silently removes control characters and surrounding spaces, and accepts `https:host`
  // and `https:\\host` as absolute. A URL that needs such a repair cannot be used verbatim.
  if (!/^https?:\/\/[^/?#\\\s]/i.test(value) || /\p{Cc}/u.test(value) || value !== value.trim()) return null
  return URL.canParse(value) ? value : null
}

/**
 * Encodes the URL for a `Location` header. ASCII stays byte for byte; everything else is
 * percent-encoded as UTF-8, as a browser does with such characters in a link.
 */
export function asLocationHeader(returnUrl: string): string {
  return returnUrl.toWellFormed().replace(/[^\0-\x7f]+/g, encodeURIComponent)
}
