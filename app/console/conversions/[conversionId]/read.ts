import 'server-only'
import {
  isReadable,
  isRefusedPage,
  isUnreadable,
  listConversions,
  walkConversions,
  type Conversion,
  type Listed,
  type ServiceAccess,
  type UserBreakdownEntry,
  type WalkOptions,
} from '@/lib/service'
import { withTotals, type ConversionRow } from '@/app/console/conversions/breakdown-totals'
import type { ListPosition } from '@/app/console/conversions/query'
import { selectPage } from '@/lib/console/select'
import { breakdown, type BreakdownQuery } from './breakdown'

/** The maximum number of conversions to search. With one a week, they cover almost twenty years. */
const maxSearched = 1000

/** The result of `findConversion`. */
export type ConversionFound =
  | { kind: 'found'; conversion: Conversion; listPosition: ListPosition & { at: number } }
  /**
   * `isWhole`: the search covered all conversions. `unreadable`: the number of unreadable records, one of which may be
   * the conversion.
   */
  | { kind: 'missing'; searched: number; isWhole: boolean; unreadable: number }

/**
 * Finds a conversion by its ID. The interface has no operation for that, so this function reads the conversion at its
 * position in the list. If the position is unknown or has another conversion, it searches the list without dates, up to
 * about 1,000 conversions. The position in the result is then in that list.
 *
 * @throws the errors of `listConversions`.
 */
export async function findConversion(
  access: ServiceAccess,
  { id, listPosition }: { id: string; listPosition: ListPosition },
  options: WalkOptions,
): Promise<ConversionFound> {
  const hasId = (item: Listed<Conversion>) => isReadable(item) && item.conversion_id === id
  const { at, from, until, listRows } = listPosition
  if (at !== undefined) {
    const there = await listConversions(access, { from, until, page: at, limit: 1 }, options).catch(
      (error: unknown) => {
        // The list may have become shorter.
        if (isRefusedPage(error)) return null
        throw error
      },
    )
    const conversion = there?.page === at ? there.items.filter(isReadable).find(hasId) : undefined
    if (conversion) return { kind: 'found', conversion, listPosition: { ...listPosition, at } }
  }
  let searched = 0
  let unreadable = 0
  for await (const event of walkConversions(access, {}, options)) {
    if (event.kind !== 'page') continue
    const { items, total } = event.page
    const index = items.findIndex(hasId)
    const conversion = items[index]
    if (conversion && isReadable(conversion)) {
      const newPosition = { at: searched + index + 1, from: undefined, until: undefined, listRows }
      return { kind: 'found', conversion, listPosition: newPosition }
    }
    searched += items.length
    unreadable += items.filter(isUnreadable).length
    if (searched >= maxSearched) return { kind: 'missing', searched, isWhole: searched >= total, unreadable }
  }
  return { kind: 'missing', searched, isWhole: true, unreadable }
}

/** A conversion with its totals, and the entries to show on its page. */
export interface ConversionDetails {
  kind: 'found'
  conversion: ConversionRow
  listPosition: ListPosition & { at: number }
  /** One page of the entries that match the search. */
  selected: { rows: Listed<UserBreakdownEntry>[]; total: number }
}

/**
 * Reads a conversion with its totals and the selected entries of its breakdown.
 *
 * @throws the errors of `findConversion`.
 */
export async function readConversionDetails(
  access: ServiceAccess,
  { id, listPosition, query }: { id: string; listPosition: ListPosition; query: BreakdownQuery },
  options: WalkOptions,
): Promise<ConversionDetails | Extract<ConversionFound, { kind: 'missing' }>> {
  const found = await findConversion(access, { id, listPosition }, options)
  if (found.kind === 'missing') return found
  const { conversion } = found
  const { rows, total } = selectPage(breakdown, conversion.user_breakdown, query)
  const selected = { rows: rows.map(({ row }) => row), total }
  return { ...found, conversion: withTotals(conversion), selected }
}
