import { compareExactly, FirstRows } from '@/lib/console/shared/sort'
import type { BreakdownReader, Listed, UserBreakdownEntry } from '@/lib/service'
import { isAmountKey, type BreakdownKey, type BreakdownSort } from './breakdown'

/** Which rows of a breakdown to show. */
export interface RowSelection {
  sort: BreakdownSort
  /** From 1. */
  page: number
  limit: number
  /** Text that the wallet address or the user ID of a row must contain; empty for all rows. */
  search: string
}

/** An entry, and its position in the service's order, from 0. */
export interface BreakdownRow {
  entry: Listed<UserBreakdownEntry>
  index: number
  /** The value to sort by, with an amount as the nearest number; null if the entry is unreadable. */
  key: number | string | null
}

/** The rows to search for a page: `length` rows that begin with `from`, in the order of the selection. */
interface RowWindow {
  from: BreakdownRow
  length: number
}

/** The rows of a page, or the window that a second read has to search. */
export type SelectedRows = { matches: number } & (
  | { kind: 'rows'; rows: BreakdownRow[] }
  | { kind: 'window'; window: RowWindow }
)

/** A page up to this row takes one read. */
const maxRowsKept = 20_000

/**
 * Selects the rows of one page from a breakdown of any length, in bounded memory. A page far from the first row takes
 * two reads. The first read keeps a sample, which shows between which rows the page must be. The second read keeps the
 * rows between them.
 *
 * Rows with equal keys stay in the service's order, in both directions. Unreadable entries come last.
 *
 * @param window - the window that the first read returned.
 */
export function selectRows(
  { sort, page, limit, search }: RowSelection,
  window?: RowWindow,
): BreakdownReader<SelectedRows> {
  const compare = rowOrder(sort)
  const firstRow = (page - 1) * limit
  const isNear = firstRow + limit <= maxRowsKept
  const kept = new FirstRows(window?.length ?? firstRow + limit, compare)
  const sample = new RowSample(compare)
  let index = 0
  let matches = 0
  let beforeWindow = 0
  return {
    add(entries) {
      for (const entry of entries) {
        const row = { entry, index, key: sortKey(entry, sort) }
        index += 1
        if (!contains(entry, search)) continue
        matches += 1
        if (window && compare(row, window.from) < 0) beforeWindow += 1
        else if (window || isNear) kept.add(row)
        else sample.add(row)
      }
    },
    result() {
      if (!window && !isNear && firstRow < matches) {
        return { kind: 'window', matches, window: sample.windowAround(firstRow, limit, matches) }
      }
      const first = firstRow - beforeWindow
      const rows = kept.rows.slice(Math.max(first, 0), first + limit)
      const expected = Math.max(Math.min(limit, matches - firstRow), 0)
      // With the sample's margin, the chance is about one in a million, unless the breakdown changed between the reads.
      if (first < 0 || rows.length < expected) throw new Error('The rows of the page are outside the window.')
      return { kind: 'rows', matches, rows }
    },
  }
}

function contains(entry: BreakdownRow['entry'], search: string): boolean {
  if (search === '') return true
  if ('unreadable' in entry) return entry.unreadable.includes(search)
  return entry.wallet_address.includes(search) || entry.user_id.includes(search)
}

type RowOrder = (a: BreakdownRow, b: BreakdownRow) => number

function sortKey(entry: BreakdownRow['entry'], { key }: BreakdownSort): BreakdownRow['key'] {
  if ('unreadable' in entry) return null
  return isAmountKey(key) ? Number(entry[key]) : entry[key]
}

function rowOrder({ key, direction }: BreakdownSort): RowOrder {
  const sign = direction === 'ascending' ? 1 : -1
  return (a, b) => {
    if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null) || a.index - b.index
    // By code units, because no language's order applies to IDs and wallet addresses.
    if (a.key !== b.key) return a.key < b.key ? -sign : sign
    return sign * compareAmounts(a.entry, b.entry, key) || a.index - b.index
  }
}

/** Compares amounts that are equal as floating-point numbers. */
function compareAmounts(a: BreakdownRow['entry'], b: BreakdownRow['entry'], key: BreakdownKey): number {
  if (!isAmountKey(key) || 'unreadable' in a || 'unreadable' in b) return 0
  return compareExactly(a[key], b[key])
}

const maxSampleSize = 40_000
/** The most standard deviations by which a row's rank may differ from the sample's estimate. */
const maxDeviations = 5

/** Keeps the rows whose scrambled index is below a threshold. The threshold halves when the sample is too large. */
class RowSample {
  readonly #compare: RowOrder
  #rows: BreakdownRow[] = []
  #threshold = 2 ** 32

  constructor(compare: RowOrder) {
    this.#compare = compare
  }

  add(row: BreakdownRow): void {
    if (scramble(row.index) >= this.#threshold) return
    this.#rows.push(row)
    if (this.#rows.length <= maxSampleSize) return
    this.#threshold /= 2
    this.#rows = this.#rows.filter(({ index }) => scramble(index) < this.#threshold)
  }

  /** Returns the window that contains the `count` rows from `firstRow` on. */
  windowAround(firstRow: number, count: number, total: number): RowWindow {
    const rows = this.#rows.toSorted(this.#compare)
    const rowsPerSample = total / rows.length
    const margin = Math.ceil((maxDeviations * Math.sqrt(rows.length)) / 2) + 1
    const from = rows[Math.max(Math.floor(firstRow / rowsPerSample) - margin, 0)]
    if (from === undefined) throw new Error('There is no sample of no rows.')
    return { from, length: Math.ceil((2 * margin + 2) * rowsPerSample) + count }
  }
}

/** Maps an index to a number that is independent of the rows' order. */
const scramble = (index: number) => Math.imul(index + 1, 0x9e3779b1) >>> 0
