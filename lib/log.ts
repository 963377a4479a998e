import 'server-only'
import { pino } from 'pino'
import { config } from '@/lib/config'

let logger: ReturnType<typeof pino> | undefined

/**
 * The process's log, as JSON lines on standard output.
 *
 * What is logged is chosen field by field where it happens: no request, response, form, cookie or
 * error object is ever handed over whole, since any of them can carry a key, a nonce or a code.
 */
export function log(): ReturnType<typeof pino> {
  logger ??= pino({ level: config().logLevel, base: null })
  return logger
}
