import 'server-only'
import { cookies } from 'next/headers'
import { cache } from 'react'
import { z } from 'zod'
import { viewCookie, type View } from './view-cookie'

/** The time zone's name as `Intl` writes it: any other spelling of it would be kept as one more. */
const timeZone = z
  .string()
  .regex(/^[A-Za-z][\w/+-]{1,40}$/)
  .transform((name, context) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
    } catch {
      context.addIssue('unknown')
      return z.NEVER
    }
  })

// A browser can send anything under the name of this cookie, and an invalid part counts as none.
const viewSchema = z.object({
  scheme: z.enum(['light', 'dark']).optional().catch(undefined),
  timeZone: timeZone.optional().catch(undefined),
  rail: z.enum(['narrow']).optional().catch(undefined),
  slash: z.enum(['off']).optional().catch(undefined),
})

/** How this browser's user wants the console: from a cookie that the page's own script writes. */
export const consoleView = cache(async (): Promise<View> =>
  viewSchema.parse(Object.fromEntries(new URLSearchParams((await cookies()).get(viewCookie)?.value ?? ''))),
)
