import { z } from 'zod'
import type { Listed } from '@/lib/service'
import type { SearchParams } from './page-url'
import {
  orderOf,
  rankerOf,
  sortDirections,
  sortRows,
  type NumberedRow,
  type Sort,
  type SortDirection,
  type SortKind,
  type SortValue,
} from './sort-rows'

export type { NumberedRow, Sort, SortDirection, SortKind, SortValue } from './sort-rows'

/** Which page of a list to show, and in which order. */
export interface PageSelection<Key extends string> {
  /** Null for the service's order. */
  sort: Sort<Key> | null
  /** From 1. */
  page: number
  limit: number
}

/** The rows of one page, and how many rows all pages have. */
export interface SelectedPage<Row> {
  rows: NumberedRow<Row>[]
  total: number
}

/** The sorting of one list by its columns. */
export interface Sorting<Key extends string> {
  /** The keys of the columns, in the order of their declaration. */
  keys: readonly Key[]

  /**
   * Reads the sort from the query (`?sort=user_id&order=ascending`). The default of `order` is the column's first
   * direction.
   *
   * @param defaultSort - for a query with a missing or unknown column; null for the service's order.
   */
  readSort: <Default extends Sort<Key> | null>(searchParams: SearchParams, defaultSort: Default) => Sort<Key> | Default

  /**
   * Returns the sort after a user presses a column's header. The first press begins with the largest number, the latest
   * time, or the first text. The second press reverses the direction.
   */
  nextSort: (current: Sort<Key> | null, key: Key) => Sort<Key>

  /**
   * Sorts rows. Rows with equal values keep the service's order. In both directions, rows without a value come after
   * the rows with one, and unreadable records come last. An invalid number or time counts as no value.
   *
   * @param valueOf - returns the value of a row in a column.
   */
  sortRows: <Row extends object>(
    rows: readonly Listed<Row>[],
    sort: Sort<Key> | null,
    valueOf: (row: Row, key: Key) => SortValue,
  ) => Listed<Row>[]

  /**
   * Selects one page of rows that are all in memory.
   *
   * @param options.isMatch - selects the rows of all pages. By default, it selects every row.
   */
  selectPage: <Row extends object>(
    rows: readonly Listed<Row>[],
    selection: PageSelection<Key>,
    options: { valueOf: (row: Row, key: Key) => SortValue; isMatch?: (row: Listed<Row>) => boolean },
  ) => SelectedPage<Row>
}

/**
 * Sorts a list of the console by its columns.
 *
 * ```ts
 * const sorting = sortingOf({ user_id: 'text', bolts: 'number' })
 * const sort = sorting.readSort(searchParams, null)
 * const rows = sorting.sortRows(balances, sort, (balance, key) => balance[key])
 * ```
 *
 * @param kinds - the sortable columns of the list, and the kind of their values.
 */
export function sortingOf<Key extends string>(kinds: Readonly<Record<Key, SortKind>>): Sorting<Key> {
  const keys = Object.keys(kinds) as Key[]
  const keyInQuery = z.enum(keys)
  const directionInQuery = z.enum(sortDirections)
  const firstDirection = (key: Key): SortDirection => (kinds[key] === 'text' ? 'ascending' : 'descending')

  return {
    keys,
    readSort(searchParams, defaultSort) {
      const { data: key } = keyInQuery.safeParse(searchParams['sort'])
      if (key === undefined) return defaultSort
      return { key, direction: directionInQuery.catch(firstDirection(key)).parse(searchParams['order']) }
    },
    nextSort(current, key) {
      if (current?.key !== key) return { key, direction: firstDirection(key) }
      return { key, direction: current.direction === 'ascending' ? 'descending' : 'ascending' }
    },
    sortRows(rows, sort, valueOf) {
      return sort ? sortRows(rows, sort, kinds[sort.key], (row) => valueOf(row, sort.key)) : [...rows]
    },
    selectPage(rows, { sort, page, limit }, { valueOf, isMatch = () => true }) {
      const from = (page - 1) * limit
      const until = page * limit
      if (!sort) {
        const matches = rows.map((row, index) => ({ row, position: index + 1 })).filter(({ row }) => isMatch(row))
        return { rows: matches.slice(from, until), total: matches.length }
      }
      const rank = rankerOf(kinds[sort.key], (row: Parameters<typeof valueOf>[0]) => valueOf(row, sort.key))
      const first = new FirstRows<ReturnType<typeof rank>>(until, orderOf(sort))
      let total = 0
      for (const [index, row] of rows.entries()) {
        if (!isMatch(row)) continue
        total += 1
        first.add(rank(row, index))
      }
      return { rows: first.rows.slice(from).map(({ row, position }) => ({ row, position })), total }
    },
  }
}

/**
 * Keeps the first rows of an order, and a quarter plus 1,000 more until the next trim. For the first pages of a long
 * list, that takes much less time and memory than sorting the whole list.
 */
export class FirstRows<Row> {
  readonly #maxRows: number
  readonly #compare: (a: Row, b: Row) => number
  #rows: Row[] = []
  /** The last row to keep, as soon as there are `maxRows` rows. */
  #last: Row | undefined

  /** @param compare - never returns 0 for two different rows. */
  constructor(maxRows: number, compare: (a: Row, b: Row) => number) {
    this.#maxRows = maxRows
    this.#compare = compare
  }

  /** The kept rows, in order. */
  get rows(): Row[] {
    this.#trim()
    return this.#rows
  }

  add(row: Row): void {
    if (this.#last && this.#compare(row, this.#last) > 0) return
    this.#rows.push(row)
    if (this.#rows.length > 1.25 * this.#maxRows + 1000) this.#trim()
  }

  #trim(): void {
    this.#rows.sort(this.#compare)
    this.#rows.length = Math.min(this.#rows.length, this.#maxRows)
    if (this.#rows.length === this.#maxRows) this.#last = this.#rows.at(-1)
  }
}
