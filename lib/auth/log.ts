import 'server-only'
import { z } from 'zod'
import { rateLimit } from '@/lib/limits/rate-limit'
import { log } from '@/lib/log'
import { countSignIn } from '@/lib/metrics'
import { perProcess } from '@/lib/per-process'

const errorSchema = z.object({ name: z.string(), message: z.string() })
const metadataSchema = z.union([errorSchema, z.object({ error: errorSchema }).transform(({ error }) => error)])

/** Long enough for a provider's message. Part of it may come from a query, which anybody can write. */
const maxMessageLength = 300

const maxLinesPerMinute = 30

/** Bounds the lines about failed logins: anybody can cause one, without a login. */
const failedLogins = () =>
  perProcess('failed logins', () => ({
    lines: rateLimit({ name: 'failed logins', times: maxLinesPerMinute, seconds: 60, connection: undefined }),
    /** Those that have no line yet. The next line that is written tells their number. */
    skipped: 0,
  }))

/**
 * Logs a login that has failed. It is a warning, since users cause most of these failures: they cancel, wait too long,
 * or come back twice.
 */
export async function logFailedLogin(failure: { code: string; error?: string; reason?: string }): Promise<void> {
  countSignIn('unfinished')
  const failed = failedLogins()
  const { isAllowed } = await failed.lines.spend('all')
  if (!isAllowed) {
    failed.skipped += 1
    return
  }
  if (failed.skipped > 0) log().warn({ event: 'more logins failed', skipped: failed.skipped })
  failed.skipped = 0
  log().warn({ event: 'login failed', ...failure })
}

/**
 * Logs an error of next-auth: its code, and the error's name and message. The rest of the metadata may
 * contain tokens, claims and the provider's responses, and is not logged.
 */
export function logNextAuthError(code: string, metadata: unknown): Promise<void> {
  const error = metadataSchema.safeParse(metadata).data
  return logFailedLogin({ code, ...(error && { error: error.name, reason: error.message.slice(0, maxMessageLength) }) })
}

/** Logs a warning of next-auth, which is always about its configuration. */
export function logNextAuthWarning(code: string): void {
  log().warn({ event: 'login misconfigured', code })
}
