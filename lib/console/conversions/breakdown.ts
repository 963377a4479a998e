import 'server-only'
import type { SearchParams } from '@/lib/console/shared/page-url'
import { readSearchText } from '@/lib/console/shared/search-text'
import { sortingOf, type Sort, type SortKind } from '@/lib/console/shared/sort'
import type { UserBreakdownEntry } from '@/lib/service'

/** The fields of an entry, in the interface's order. A breakdown can be sorted by each of them. */
const kinds = {
  wallet_address: 'text',
  user_id: 'text',
  subnet_points: 'number',
  share_percentage: 'number',
  bolts_earned: 'number',
} as const satisfies Record<keyof UserBreakdownEntry, SortKind>
export type BreakdownKey = keyof typeof kinds

export type BreakdownSort = Sort<BreakdownKey>

/** The fields that are amounts. The others are text. */
type AmountKey = { [Key in BreakdownKey]: (typeof kinds)[Key] extends 'number' ? Key : never }[BreakdownKey]

const sorting = sortingOf(kinds)

export const { keys: breakdownKeys, nextSort } = sorting

/** Whether the field is an amount. */
export function isAmountKey(key: BreakdownKey): key is AmountKey {
  return kinds[key] === 'number'
}

/** The sort order in the query (`?sort=user_id&order=ascending`). By default the most bolts come first. */
export function readSort(searchParams: SearchParams): BreakdownSort {
  return sorting.readSort(searchParams, { key: 'bolts_earned', direction: 'descending' })
}

/** The text in the query (`?find=…`) that the rows of a breakdown must contain; empty for all rows. */
export function readBreakdownSearch(searchParams: SearchParams): string {
  return readSearchText(searchParams.find) ?? ''
}
