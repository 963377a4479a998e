import type { ReadingFault } from './csv-reader'

/** A fault of a file. `line` counts from 1. */
export type CsvFault =
  | ReadingFault
  /** The file has no rows, not even a header. */
  | { kind: 'empty' }
  /** The first row has no column names. */
  | { kind: 'no_header'; line: number }
  /** The file has a header and no rows below it. */
  | { kind: 'no_rows' }
  /** The first names that occur more than once. */
  | { kind: 'duplicate_columns'; line: number; names: string[] }
  | { kind: 'too_many_columns'; line: number; total: number; max: number }
  | { kind: 'missing_columns'; names: string[] }
  /** The positions of the first columns without a name, from 1. */
  | { kind: 'unnamed_columns'; line: number; positions: number[] }
  /**
   * The first names with blanks or invisible characters. `isCertain` is false if they only have spaces inside, which
   * the service may expect.
   */
  | { kind: 'blanks_in_names'; line: number; names: string[]; isCertain: boolean }
  | { kind: 'header_looks_like_data'; line: number; example: string }
  | { kind: 'other_separator'; line: number; separator: ';' | '\t' | '|' }
  /** Rows with more or fewer cells than the header. `total` counts these rows, and `first` has the first ones. */
  | {
      kind: 'ragged_rows'
      isEveryRow: boolean
      expected: number
      total: number
      first: { line: number; cells: number }[]
    }

/** The result of a check so far. It is small, because the worker sends it several times a second. */
export interface CsvReport {
  /** Rows below the header, without blank lines. */
  rows: number
  columnCount: number
  /** The names of the first columns. */
  columns: string[]
  /** The first rows with their lines, and only the first columns. The check truncates long cells. */
  preview: { line: number; cells: string[] }[]
  faults: CsvFault[]
}

/**
 * Checks whether this fault forbids the upload of the file.
 *
 * A fault that affects every row stops the upload, because the service cannot undo an upload. The operator has to
 * correct such a file first. A fault in only some rows does not stop it, because the service checks each row and counts
 * the failed rows.
 */
export function stopsUpload(fault: CsvFault): boolean {
  switch (fault.kind) {
    case 'not_utf8':
    case 'nul':
    case 'mark':
    case 'bare_return':
    case 'broken_quotes':
    case 'endless_row':
    case 'empty':
    case 'no_header':
    case 'no_rows':
    case 'duplicate_columns':
    case 'too_many_columns':
    case 'missing_columns':
      return true
    case 'ragged_rows':
      return fault.isEveryRow
    case 'blanks_in_names':
      return fault.isCertain
    // These faults are guesses and may be wrong.
    case 'unnamed_columns':
    case 'header_looks_like_data':
    case 'other_separator':
      return false
  }
}
