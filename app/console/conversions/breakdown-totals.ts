import { sumOf } from '@/lib/console/sums'
import { decimalText } from '@/lib/format'
import {
  isReadable,
  isUnreadable,
  type Conversion,
  type ConversionFields,
  type Page,
  type WalkEvent,
} from '@/lib/service'

/** The sum of one amount of all readable entries. */
export interface PartsSum {
  sum: number
  /** The number of entries. */
  count: number
  /** The most decimal places of an amount. */
  maxPlaces: number
}

/** A conversion with the sums of its breakdown instead of the entries. */
export interface ConversionRow extends ConversionFields {
  breakdown: {
    entries: number
    unreadable: number
    bolts: PartsSum
    /** In percent. */
    shares: PartsSum
    points: PartsSum
  }
}

/** Adds up the breakdown of a conversion, and leaves out its entries. */
export function withTotals({ user_breakdown: entries, ...fields }: Conversion): ConversionRow {
  const readable = entries.filter(isReadable)
  return {
    ...fields,
    breakdown: {
      entries: entries.length,
      unreadable: entries.length - readable.length,
      bolts: partsSum(readable.map(({ bolts_earned }) => bolts_earned)),
      shares: partsSum(readable.map(({ share_percentage }) => share_percentage)),
      points: partsSum(readable.map(({ subnet_points }) => subnet_points)),
    },
  }
}

/** Adds up the breakdowns of a page. */
export const pageWithTotals = (page: Page<Conversion>): Page<ConversionRow> => ({
  ...page,
  items: page.items.map((item) => (isUnreadable(item) ? item : withTotals(item))),
})

/** Adds up the breakdowns of a walk, which then has no entries. */
export async function* walkWithTotals(
  events: AsyncIterable<WalkEvent<Conversion>>,
): AsyncGenerator<WalkEvent<ConversionRow>, void, undefined> {
  for await (const event of events) {
    yield event.kind === 'page' ? { ...event, page: pageWithTotals(event.page) } : event
  }
}

/** Adds up amounts. */
export function partsSum(amounts: readonly number[]): PartsSum {
  let maxPlaces = 0
  for (const amount of amounts) {
    // Most amounts need no text to show that they have no more decimals than the ones before.
    const unit = 10 ** maxPlaces
    if (Math.round(amount * unit) / unit === amount) continue
    maxPlaces = Math.max(maxPlaces, decimalText(amount).split('.')[1]?.length ?? 0)
  }
  return { sum: sumOf(amounts), count: amounts.length, maxPlaces }
}
