import type { Listed } from '@/lib/service'

/* Sorts rows, on the server and in browsers. For the sort in the query, see `sort.ts`. */

/** The values of `aria-sort`. */
export const sortDirections = ['ascending', 'descending'] as const
export type SortDirection = (typeof sortDirections)[number]

/** The column and the direction by which to sort a list. */
export interface Sort<Key extends string> {
  key: Key
  direction: SortDirection
}

/**
 * The kind of a column's values.
 *
 * - `text`: in the order of code units, because no language's order applies to IDs and wallet addresses.
 * - `number`: by its size.
 * - `time`: ISO 8601, in the order of the points in time, to the millisecond.
 */
export type SortKind = 'text' | 'number' | 'time'

/** A value to sort by; null if the row has no value. */
export type SortValue = string | number | null

/** A row, and its position in the service's list, from 1. */
export interface NumberedRow<Row> {
  row: Listed<Row>
  position: number
}

/**
 * Sorts rows as documented at `Sorting.sortRows`.
 *
 * @param kind - the kind of the values.
 */
export function sortRows<Row extends object>(
  rows: readonly Listed<Row>[],
  sort: Sort<string>,
  kind: SortKind,
  valueOf: (row: Row) => SortValue,
): Listed<Row>[] {
  const ranked = rows.map(rankerOf(kind, valueOf)).sort(orderOf(sort))
  return ranked.map(({ row }) => row)
}

/** Returns a function that adds the rank to a row. The index is the row's position in the service's order. */
export function rankerOf<Row extends object>(kind: SortKind, valueOf: (row: Row) => SortValue) {
  return (row: Listed<Row>, index: number): RankedRow<Row> => {
    const rank = 'unreadable' in row ? unreadableRank : rankOf(valueOf(row), kind)
    return { row, position: index + 1, rank }
  }
}

/** A row, and the rank to sort it by. */
export interface RankedRow<Row> extends NumberedRow<Row> {
  rank: Rank
}

interface Rank {
  /** The order of the groups is the same in both directions. */
  group: number
  /** The value to compare within a group. */
  value: string | number
}

const noValueRank: Rank = { group: 1, value: 0 }
const unreadableRank: Rank = { group: 2, value: 0 }

function rankOf(value: SortValue, kind: SortKind): Rank {
  if (value === null) return noValueRank
  if (kind === 'text') return { group: 0, value: String(value) }
  if (kind === 'number') return Number.isFinite(value) ? { group: 0, value } : noValueRank
  const ms = new Date(value).getTime()
  return Number.isNaN(ms) ? noValueRank : { group: 0, value: ms }
}

/** Returns a function that compares ranked rows. It never returns 0 for two different rows. */
export function orderOf({ direction }: Sort<string>): (a: RankedRow<unknown>, b: RankedRow<unknown>) => number {
  const sign = direction === 'ascending' ? 1 : -1
  return (a, b) => a.rank.group - b.rank.group || sign * compareRanks(a.rank, b.rank) || a.position - b.position
}

function compareRanks(a: Rank, b: Rank): number {
  if (a.value === b.value) return 0
  return a.value < b.value ? -1 : 1
}
