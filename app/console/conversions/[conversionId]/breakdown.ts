import 'server-only'
import type { SearchParams } from '@/lib/console/shared/page-url'
import { readSearchText } from '@/lib/console/shared/search-text'
import { sortingOf, type PageSelection, type Sort, type SortKind } from '@/lib/console/shared/sort'
import { isUnreadable, type Listed, type UserBreakdownEntry } from '@/lib/service'

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

const sorting = sortingOf(kinds)

export const { nextSort } = sorting

/** Reads the sort order from the query (`?sort=user_id&order=ascending`). By default the most bolts come first. */
export function readSort(searchParams: SearchParams): BreakdownSort {
  return sorting.readSort(searchParams, { key: 'bolts_earned', direction: 'descending' })
}

/** Reads the text that rows of a breakdown must contain from the query (`?find=…`). It is empty for all rows. */
export function readBreakdownSearch(searchParams: SearchParams): string {
  return readSearchText(searchParams.find) ?? ''
}

/** Which entries of a breakdown to show. */
export interface EntrySelection extends PageSelection<BreakdownKey> {
  /** A text that the wallet address or the user ID must contain; empty for all entries. */
  search: string
}

/** One page of the entries that match the search. */
export interface SelectedEntries {
  rows: Listed<UserBreakdownEntry>[]
  matches: number
}

/** Selects one page of the entries that match the search. */
export function selectEntries(
  entries: readonly Listed<UserBreakdownEntry>[],
  { search, ...selection }: EntrySelection,
): SelectedEntries {
  const isMatch = (entry: Listed<UserBreakdownEntry>) =>
    isUnreadable(entry)
      ? entry.unreadable.includes(search)
      : entry.wallet_address.includes(search) || entry.user_id.includes(search)
  const { rows, total } = sorting.selectPage(entries, selection, { valueOf: (entry, key) => entry[key], isMatch })
  return { rows: rows.map(({ row }) => row), matches: total }
}
