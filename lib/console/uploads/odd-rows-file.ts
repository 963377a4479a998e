import { byteOrderMark, csvRow } from '@/lib/console/csv'

/** With more such rows, an operator would correct the whole file instead. */
export const maxOddRows = 10_000

/** A row that has more or fewer cells than the header. */
export interface OddRow {
  line: number
  cells: string[]
}

/**
 * Writes the header of the file with odd rows. The line and the problem come before the columns of the uploaded file.
 */
export const oddRowsHead = (header: readonly string[], names: { line: string; what: string }): string =>
  byteOrderMark + csvRow([names.line, names.what, ...header])

/** Writes rows of the file with odd rows. No cell can be a formula. */
export const oddRowsText = (rows: readonly OddRow[], whatOf: (row: OddRow) => string): string =>
  rows.map((row) => csvRow([row.line, whatOf(row), ...row.cells])).join('')
