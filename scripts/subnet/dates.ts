import { dayInMs } from '@/lib/config/durations'
import { z } from 'zod'
import type { ConversionFields, Dates, WalkEvent } from '@/lib/service'
import { UsageError } from '../command-line'

export const dateFlags = { from: { type: 'string' }, until: { type: 'string' } } as const

export const dateUsage = `  --from DATE      the first day, like 2026-01-01
  --until DATE     the last day. The service's interface leaves open whether it counts, in which time zone, and which
                   time of a conversion the dates are compared with`

/** @throws UsageError */
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

/**
 * Counts the conversions outside the dates. The interface does not name its parameters for dates, so a service with other
 * names returns every conversion.
 */
export function datesCheck({ from, until }: Dates) {
  // The interface leaves open which time of a conversion counts, in which time zone, and whether the last day does.
  const earliest = from === undefined ? -Infinity : Date.parse(from) - dayInMs
  const latest = until === undefined ? Infinity : Date.parse(until) + 2 * dayInMs
  let outside = 0
  async function* walk<Row extends ConversionFields>(
    events: AsyncIterable<WalkEvent<Row>>,
  ): AsyncGenerator<WalkEvent<Row>> {
    for await (const event of events) {
      for (const item of event.kind === 'page' ? event.page.items : []) {
        const times = [item.converted_at, item.period_started_at, item.period_ended_at].map((time) => Date.parse(time))
        if (Math.max(...times) < earliest || Math.min(...times) > latest) outside += 1
      }
      yield event
    }
  }
  return {
    walk,
    doubts: () =>
      outside === 0
        ? []
        : [
            `${outside} conversions are outside the dates, so the service seems to ignore them. ` +
              'Check SERVICE_PARAM_FROM and SERVICE_PARAM_UNTIL.',
          ],
  }
}
