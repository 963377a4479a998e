import { byteOrderMark, csvRow } from '@/lib/console/shared/csv'

/** A file of more would be mended in another way. */
export const maxOddRows = 10_000

/** A row that has more or fewer cells than the header. */
export interface OddRow {
  line: number
  cells: string[]
}

/** The first line of the file with odd rows: two columns of its own, and those of the file that they are from. */
export const oddRowsHead = (header: readonly string[], names: { line: string; what: string }): string =>
  byteOrderMark + csvRow([names.line, names.what, ...header])

/** Rows of that file, in which no cell is a formula. */
export const oddRowsText = (rows: readonly OddRow[], whatOf: (row: OddRow) => string): string =>
  rows.map((row) => csvRow([row.line, whatOf(row), ...row.cells])).join('')
