import { countBreakdown, type BreakdownReader, type ConversionHead } from './conversion-response'
import { listConversions, walkConversions } from './conversions'
import type { Listed } from './listed'
import { valuesOf } from './producer'
import type { BreakdownCount, Conversion, UserBreakdownEntry } from './records'
import type { Dates } from './suspicions'
import type { ReadOptions, ServiceAccess } from './transport'
import type { WalkEvent, WalkOptions } from './walk'

/** Some entries of a breakdown, and what is known of their conversion by then. */
export interface EntriesEvent {
  kind: 'entries'
  head: ConversionHead
  entries: Listed<UserBreakdownEntry>[]
}

/**
 * Reads the breakdown of one conversion, a few entries at a time, as fast as they are taken. A response
 * that breaks off is not requested again, since entries of it have been handed over.
 *
 * @param query.page - position of the conversion in the list, from 1.
 * @throws as `listConversions` does, from the loop
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
 * Walks over all conversions one by one, and hands over their breakdowns on the way, as fast as they are
 * taken. The entries of a conversion come before its page.
 *
 * @throws as `walkConversions` does, from the loop
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
