import { countBreakdown, type BreakdownReader, type ConversionHead } from './conversion-response'
import { listConversions, walkConversions } from './conversions'
import type { Listed } from './listed'
import type { Dates } from './pages'
import { valuesOf } from './producer'
import type { BreakdownCount, Conversion, UserBreakdownEntry } from './records'
import type { ReadOptions, ServiceAccess } from './transport'
import type { WalkEvent, WalkOptions } from './walk'

/** Some entries of a breakdown, and the fields of their conversion that have arrived so far. */
export interface EntriesEvent {
  kind: 'entries'
  head: ConversionHead
  entries: Listed<UserBreakdownEntry>[]
}

/**
 * Reads the breakdown of one conversion, a few entries at a time, at the speed of the consumer. If the response breaks
 * off, the client does not request it again, because the consumer already has some of its entries.
 *
 * @param query.page - position of the conversion in the list, from 1.
 * @throws the errors of `listConversions`, from the loop
 */
export function streamBreakdown(
  access: ServiceAccess,
  query: Dates & { page: number },
  options: Omit<ReadOptions, 'isRetried'> = {},
): AsyncGenerator<EntriesEvent, void, undefined> {
  return valuesOf(async (put, signal) => {
    const breakdown = forwardTo(put)
    await listConversions(access, { ...query, limit: 1 }, { ...options, signal, isRetried: false, breakdown })
  }, options.signal)
}

/**
 * Walks over all conversions, one per page, and yields their breakdowns at the speed of the consumer. It yields the
 * entries of a conversion before its page.
 *
 * @throws the errors of `walkConversions`, from the loop
 */
export function streamConversions(
  access: ServiceAccess,
  dates: Dates,
  options: WalkOptions = {},
): AsyncGenerator<EntriesEvent | WalkEvent<Conversion>, void, undefined> {
  return valuesOf(async (put, signal) => {
    const breakdown = forwardTo(put)
    const once = { ...options, signal, readsAhead: false, isRetried: false, breakdown }
    for await (const event of walkConversions(access, { ...dates, limit: 1 }, once)) await put(event)
  }, options.signal)
}

function forwardTo(put: (event: EntriesEvent) => Promise<void>): () => BreakdownReader<BreakdownCount> {
  return () => {
    const counter = countBreakdown()
    return {
      ...counter,
      async add(entries, head) {
        await counter.add(entries, head)
        await put({ kind: 'entries', head, entries })
      },
    }
  }
}
