import { conversionOf, convertedAt, latestWeek } from '../data/conversions'
import type { StandInState } from '../state'
import { Refused, type Operation } from './operation'
import { QueryReader, readPage } from './query'

/** Operation 3: list conversions, the newest first. */
export const conversions: Operation = {
  name: 'conversions',
  method: 'GET',
  path: '/subnets/:subnet_id/conversions',
  body: 'none',
  acceptsJwt: false,
  rateLimited: false,
  handle: ({ state, query }) => {
    const { names, data } = state.settings
    const reader = new QueryReader(query)
    const from = reader.date(names.from, 'begins') ?? -Infinity
    const until = reader.date(names.until, 'ends') ?? Infinity
    if (from > until) throw new Refused(400, `${names.from}: must not be after ${names.until}`)
    const { page, limit, rows } = readPage(reader, names)
    reader.end()

    const weeks = convertedWeeks(state).filter((week) => {
      const at = convertedAt(data, week)
      return at >= from && at <= until
    })
    return {
      status: 200,
      body: {
        status: 'success',
        data: {
          conversions: rows(weeks.length, (index) => conversionOf(data, weeks[index] ?? 0)),
          pagination: { page, limit, total: weeks.length },
        },
      },
    }
  },
}

/** The history that there was at the start, and what the clock has added to it since. */
function convertedWeeks({ settings, startedAt, clock }: StandInState): number[] {
  const { data } = settings
  const latest = latestWeek(data, clock.now())
  const count = data.conversions + latest - latestWeek(data, startedAt)
  return Array.from({ length: count }, (_, i) => latest - i)
}
