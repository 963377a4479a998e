import 'server-only'
import { z } from 'zod'
import { log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import { StoreUnavailableError } from '@/lib/store'
import { LineLimit } from './line-limit'
import type { DiscoveryError } from './provider-metadata'

const errorSchema = z.object({ name: z.string(), message: z.string() })
const metadataSchema = z.union([errorSchema, z.object({ error: errorSchema }).transform(({ error }) => error)])

/** Long enough for a provider's message. Part of it may come from a query, which anybody can write. */
const maxMessageLength = 300

const maxLinesPerMinute = 30

/** Failed logins are logged up to a limit: anybody can cause one, without a login. */
const lineLimit = () =>
  perProcess('login-log', () => new LineLimit({ maxPerMinute: maxLinesPerMinute, onSkipped: logSkipped }))

/**
 * Logs an error of next-auth: its code, and the error's name and message. The rest of the metadata may
 * contain tokens, claims and the provider's responses, and is not logged.
 *
 * It is a warning, since users cause most of these errors: they cancel, wait too long, or come back twice.
 */
export function logNextAuthError(code: string, metadata: unknown): void {
  if (!lineLimit().mayLog()) return
  const error = metadataSchema.safeParse(metadata).data
  const reason = error?.message.slice(0, maxMessageLength)
  log().warn({ event: 'login failed', code, error: error?.name, reason })
}

function logSkipped(skipped: number): void {
  log().warn({ event: 'more logins failed', skipped })
}

/** Logs a warning of next-auth, which is always about its configuration. */
export function logNextAuthWarning(code: string): void {
  log().warn({ event: 'login misconfigured', code })
}

/** Logs that the login provider's metadata could not be read. */
export function logDiscoveryError({ reason }: DiscoveryError): void {
  log().error({ event: 'login provider is away', reason })
}

/** Logs that a session was signed out, but is not listed as revoked: a copy of its cookie goes on working. */
export function logRevocationError(error: unknown): void {
  const reason = error instanceof StoreUnavailableError ? error.reason : 'unknown'
  log().error({ event: 'sign-out not listed', reason })
}
