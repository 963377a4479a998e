import 'server-only'
import { z } from 'zod'

/**
 * The `return_url` of a confirm response ("Connect flow", step 5). It must be an absolute http or https URL. We must
 * redirect the browser to it verbatim, including the fragment. The result is valid in a `Location` header: ASCII is
 * unchanged, and all other characters are percent-encoded as UTF-8, as browsers do for links.
 */
export const returnUrlSchema = z
  .string()
  // The URL parser silently removes control characters and surrounding spaces, and accepts `https:host` and
  // `https:\\host` as absolute. A URL that needs such a repair cannot be used verbatim.
  .regex(/^https?:\/\/[^/?#\\\s]/i)
  .refine((url) => !/\p{Cc}/u.test(url) && url === url.trim() && URL.canParse(url))
  .transform((url) => url.toWellFormed().replace(/[^\0-\x7f]+/g, encodeURIComponent))
