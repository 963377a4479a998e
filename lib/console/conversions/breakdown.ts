import 'server-only'
import type { SearchParams } from '@/lib/console/shared/page-url'
import { readSearchText } from '@/lib/console/shared/search-text'
import { sortingOf, type Sort, type SortKind } from '@/lib/console/shared/sort'
import type { UserBreakdownEntry } from '@/lib/service'

/** The fields of an entry, in the interface's order. Each field is a sortable column. */
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

/** Checks whether the field is an amount. */
export function isAmountKey(key: BreakdownKey): key is AmountKey {
  return kinds[key] === 'number'
}

/** Reads the sort order from the query (`?sort=user_id&order=ascending`). By default the most bolts come first. */
export function readSort(searchParams: SearchParams): BreakdownSort {
  return sorting.readSort(searchParams, { key: 'bolts_earned', direction: 'descending' })
}

/** Reads the text that rows of a breakdown must contain from the query (`?find=…`). It is empty for all rows. */
export function readBreakdownSearch(searchParams: SearchParams): string {
  return readSearchText(searchParams.find) ?? ''
}
