import { z } from 'zod'
import type { Dates } from '@/lib/service'
import { UsageError } from '../command-line'

/** The flags of a command that reads conversions. */
export const dateFlags = { from: { type: 'string' }, until: { type: 'string' } } as const

/** The lines of these flags in the usage of a command. */
export const dateUsage = `  --from DATE      the first day, like 2026-01-01
  --until DATE     the last day. The service's interface leaves open whether it counts, in which time zone, and which
                   time of a conversion the dates are compared with`

/**
 * Checks the dates.
 *
 * @throws UsageError
 */
export function checkedDates({ from, until }: Dates): Dates {
  for (const [name, date] of Object.entries({ from, until })) {
    // An empty text is an error too, because a script with an unset variable must not read everything.
    if (date !== undefined && !z.iso.date().safeParse(date).success) {
      throw new UsageError(`--${name} must be a date like 2026-01-31.`)
    }
  }
  if (from !== undefined && until !== undefined && from > until) throw new UsageError('--from is later than --until.')
  return { from, until }
}
