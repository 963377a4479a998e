import 'server-only'
import { pino } from 'pino'
import { config } from '@/lib/config'
import type { LogEntry } from './fields'
import { correlationId } from '@/lib/request/context'

/** Writes a line of the given level. */
type Log = Record<'debug' | 'info' | 'warn' | 'error', (entry: LogEntry) => void>

let logger: Log | undefined

/**
 * The process's log, as JSON lines on standard output. The lines of a request carry its id by themselves.
 *
 * What is logged is chosen field by field where it happens, from the list in `lib/log/fields.ts`: nothing is
 * ever handed over whole.
 */
export function log(): Log {
  logger ??= pino({ level: config().logLevel, base: null, mixin: () => ({ correlationId: correlationId() }) })
  return logger
}
