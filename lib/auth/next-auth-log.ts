import 'server-only'
import { z } from 'zod'
import { log } from '@/lib/log'

const errorSchema = z.object({ name: z.string(), message: z.string() })
const metadataSchema = z.union([errorSchema, z.object({ error: errorSchema }).transform(({ error }) => error)])

/** Long enough for what an OpenID provider says; part of it may have come in with a query. */
const longestMessage = 300

/**
 * Logs what went wrong inside next-auth: its code, and the error's name and message. The rest of what
 * it hands over can hold tokens, claims and the provider's answers, and is left out.
 *
 * As a warning, since most of it is people's doing: they cancelled, waited too long, came back twice.
 */
export function logNextAuthError(code: string, metadata: unknown): void {
  const error = metadataSchema.safeParse(metadata).data
  log().warn({ code, error: error?.name, reason: error?.message.slice(0, longestMessage) }, 'login failed')
}

/** next-auth's warnings are of its own configuration. */
export function logNextAuthWarning(code: string): void {
  log().warn({ code }, 'login misconfigured')
}
