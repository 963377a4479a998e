import type { ReadingFault } from './csv-reader'

/** What is wrong with a file; `line` counts from 1. */
export type CsvFault =
  | ReadingFault
  /** It has no row at all, not even a header. */
  | { kind: 'empty' }
  /** The first row has no name in it. */
  | { kind: 'no_header'; line: number }
  /** There is a header, and nothing below it. */
  | { kind: 'no_rows' }
  | { kind: 'duplicate_columns'; line: number; names: string[] }
  | { kind: 'missing_columns'; names: string[] }
  /** Columns without a name, by their position from 1; the first of them. */
  | { kind: 'unnamed_columns'; line: number; positions: number[] }
  | { kind: 'header_looks_like_data'; line: number; example: string }
  | { kind: 'other_separator'; line: number; separator: ';' | '\t' | '|' }
  /** Rows with more or fewer cells than the header: how many there are, and the first of them. */
  | {
      kind: 'ragged_rows'
      isEveryRow: boolean
      expected: number
      total: number
      first: { line: number; cells: number }[]
    }

/** What a check has found, small enough to be sent from the worker again and again. */
export interface CsvReport {
  /** Rows below the header, blank lines left out. */
  rows: number
  columnCount: number
  /** Names of the first columns. */
  columns: string[]
  /** The first rows, with the line that each begins on; long cells and all but the first columns are cut off. */
  preview: { line: number; cells: string[] }[]
  faults: CsvFault[]
}

/**
 * Whether a file with this fault may not be uploaded.
 *
 * What stops is what no row can survive: a file that cannot be read to its end, or whose columns cannot
 * be told, since each column is then anybody's guess. The service takes a file in once and cannot give it
 * back, so such a file is better corrected first. Where some rows are at fault, the file may go: the
 * service judges every row by itself, and says how many failed.
 */
export function stopsUpload(fault: CsvFault): boolean {
  switch (fault.kind) {
    case 'not_utf8':
    case 'nul':
    case 'broken_quotes':
    case 'endless_row':
    case 'empty':
    case 'no_header':
    case 'no_rows':
    case 'duplicate_columns':
    case 'missing_columns':
      return true
    case 'ragged_rows':
      return fault.isEveryRow
    // These are guesses, and may be wrong.
    case 'unnamed_columns':
    case 'header_looks_like_data':
    case 'other_separator':
      return false
  }
}
