import 'server-only'
import { z } from 'zod'
import { config } from '@/lib/config'
import { log } from '@/lib/log'
import { lineLimit } from '@/lib/log/line-limit'
import { countSignIn } from '@/lib/metrics'
import { perProcess } from '@/lib/per-process'

const errorSchema = z.object({ name: z.string(), message: z.string() })
const metadataSchema = z.union([errorSchema, z.object({ error: errorSchema }).transform(({ error }) => error)])

/** Long enough for a provider's message. Part of it may come from a query, which anybody can write. */
const maxMessageLength = 300

/** Anyone can have a login fail, without an account. */
const lines = () => perProcess('failed logins', () => lineLimit('more logins failed'))

/**
 * Logs a login that has failed. It is a warning, since users cause most of these failures: they cancel, wait too long,
 * or come back twice.
 */
export function logFailedLogin(failure: { code: string; error?: string; reason?: string | undefined }): void {
  countSignIn('unfinished')
  lines().write(() => log().warn({ event: 'login failed', ...failure }))
}

/**
 * Logs an error of next-auth: its code, and the error's name and message. The rest of the metadata may
 * contain tokens, claims and the provider's responses, and is not logged.
 */
export function logNextAuthError(code: string, metadata: unknown): void {
  const error = metadataSchema.safeParse(metadata).data
  logFailedLogin({ code, ...(error && { error: error.name, reason: reasonOf(error.message) }) })
}

/**
 * What an error says, up to the first words of somebody else: in brackets or quotes stands what the provider answered,
 * which can quote the request with our secret and the code.
 */
function reasonOf(message: string): string | undefined {
  const own = message
    .split(/[("'`{<]/, 1)[0]
    ?.trim()
    .slice(0, maxMessageLength)
  const secret = config().login.oidc?.clientSecret
  return own === undefined || (secret !== undefined && own.includes(secret)) ? undefined : own
}

/** Logs a warning of next-auth, which is always about its configuration. */
export function logNextAuthWarning(code: string): void {
  log().warn({ event: 'login misconfigured', code })
}
