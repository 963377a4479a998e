import 'server-only'
import { cookies } from 'next/headers'
import { cache } from 'react'
import { z } from 'zod'
import { viewCookie, type View } from './view-cookie'

/** The name as `Intl` spells it. Otherwise a cache by time zone would have an entry for each spelling. */
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

// A browser can send any text in this cookie. An invalid setting counts as missing.
const viewSchema = z.object({
  scheme: z.enum(['light', 'dark']).optional().catch(undefined),
  timeZone: timeZone.optional().catch(undefined),
  rail: z.enum(['narrow']).optional().catch(undefined),
})

export const consoleView = cache(async (): Promise<View> =>
  viewSchema.parse(Object.fromEntries(new URLSearchParams((await cookies()).get(viewCookie)?.value ?? ''))),
)
