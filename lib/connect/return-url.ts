import 'server-only'
import { z } from 'zod'

/**
 * The `return_url` of a confirm response ("Connect flow", step 5): an absolute http or https URL, to which the browser
 * must be redirected verbatim, fragment included. It comes out as a `Location` header can carry it: ASCII byte for byte,
 * and everything else percent-encoded as UTF-8, as a browser does with such characters in a link.
 */
export const returnUrlSchema = z
  .string()
  // The URL parser silently removes control characters and surrounding spaces, and accepts `https:host`
  // and `https:\\host` as absolute. A URL that needs such a repair cannot be used verbatim.
  .regex(/^https?:\/\/[^/?#\\\s]/i)
  .refine((url) => !/\p{Cc}/u.test(url) && url === url.trim() && URL.canParse(url))
  .transform((url) => url.toWellFormed().replace(/[^\0-\x7f]+/g, encodeURIComponent))
