import {
  isReadable,
  listConversions,
  type CallOptions,
  type Conversion,
  type Listed,
  type ServiceAccess,
} from '@/lib/service'

/** The number of conversions, the latest one and the one before it. */
export interface LatestConversion {
  total: number
  /** Null if there are no conversions yet, or if the latest is unknown. */
  latest: Conversion | null
  /** Null if there are fewer than two conversions, or if the one before the latest is unknown or unreadable. */
  before: Conversion | null
  /** False if the latest conversion may be an unreadable one. */
  isKnown: boolean
}

/**
 * Reads the latest conversion and the one before it. The interface does not state the order of the list, so this
 * function assumes that it is by time, in one of the two directions. It reads both ends of the list. The later
 * conversion is the latest, and its neighbour is the one before. That takes one to three calls.
 *
 * @throws the errors of `listConversions`.
 */
export async function readLatestConversion(access: ServiceAccess, options: CallOptions): Promise<LatestConversion> {
  const read = async (page: number) => listConversions(access, { page, limit: 2 }, options)
  const first = await read(1)
  const { total, limit } = first
  const lastPage = Math.max(Math.ceil(total / limit), 1)
  const last = lastPage === 1 ? first : await read(lastPage)
  const start = first.items.at(0)
  const end = last.items.at(-1) ?? start
  if (!start || !end) return { total, latest: null, before: null, isKnown: true }
  // The unreadable conversion could be the latest.
  if (!isReadable(start) || !isReadable(end)) return { total, latest: null, before: null, isKnown: false }
  if (Date.parse(start.converted_at) >= Date.parse(end.converted_at)) {
    return { total, latest: start, before: readableOrNull(first.items.at(1)), isKnown: true }
  }
  const isAlone = last.items.length === 1 && lastPage > 1
  const before = isAlone ? (lastPage === 2 ? first : await read(lastPage - 1)).items.at(-1) : last.items.at(-2)
  return { total, latest: end, before: readableOrNull(before), isKnown: true }
}

const readableOrNull = (conversion: Listed<Conversion> | undefined) =>
  conversion && isReadable(conversion) ? conversion : null

/** Returns the change from the earlier amount in percent, to one decimal; null if the earlier amount is 0. */
export function percentChange(now: number, before: number): number | null {
  const change = ((now - before) / Math.abs(before)) * 100
  return Number.isFinite(change) ? Math.round(change * 10) / 10 : null
}
