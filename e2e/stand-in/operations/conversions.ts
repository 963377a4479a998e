import { conversionOf, convertedAt, convertedWeeks } from '../data/points'
import { Refused, type Operation } from './operation'
import { QueryReader, readPage, withNulls } from './query'

/** Operation 3: list conversions, the newest first. */
export const conversions: Operation = {
  name: 'conversions',
  method: 'GET',
  path: '/subnets/:subnet_id/conversions',
  handle: ({ state, query }) => {
    const { names, data, quirks } = state.settings
    const reader = new QueryReader(query, quirks)
    const from = reader.date(names.from, 'begins') ?? -Infinity
    const until = reader.date(names.until, 'ends') ?? Infinity
    if (from > until) throw new Refused(400, `${names.from}: must not be after ${names.until}`)
    const page = readPage(reader, state.settings)
    reader.end()

    const weeks = convertedWeeks(data, { startedAt: state.startedAt, now: state.clock.now() }).filter((week) => {
      const at = convertedAt(data, week)
      return at >= from && at <= until
    })
    const { rows, pagination } = page(weeks.length, (index) => {
      const conversion = conversionOf(data, weeks[index] ?? 0)
      return { ...conversion, user_breakdown: withNulls(conversion.user_breakdown, 'bolts_earned', quirks) }
    })
    const conversions = withNulls(rows, 'gross_bolts_allocation', quirks)
    return { status: 200, body: { status: 'success', data: { conversions, pagination } } }
  },
}
