import type { Formats } from '@/lib/format'
import type { ConsoleTexts } from '@/lib/messages/keys'

/** Faults of a file. Each has its text in `uploads.form.faults`. */
type FaultKind =
  /** Bytes that are not UTF-8. */
  | 'not_utf8'
  | 'utf16'
  | 'nul'
  /** A byte order mark that is not at the start of the file. */
  | 'mark'
  /** A CR outside of quotes that is not part of a CRLF. */
  | 'bare_return'
  /** CR CR LF. */
  | 'doubled_return'
  /** An unclosed or misplaced quote, which makes the end of the row unknown. */
  | 'broken_quotes'
  | 'endless_row'
  /** The file has no rows, not even a header. */
  | 'empty'
  | 'no_header'
  | 'no_rows'
  | 'duplicate_columns'
  | 'too_many_columns'
  | 'missing_columns'
  | 'blanks_in_names'
  | 'every_row_ragged'
  | DoubtfulKind

/**
 * Faults that do not stop the upload. These are guesses, and faults in only some rows, because the service checks each
 * row and counts the failed rows.
 *
 * Every other fault affects all rows. The operator has to correct such a file first, because the service cannot undo an
 * upload.
 */
const doubtful = [
  'unnamed_columns',
  'spaces_in_names',
  'header_looks_like_data',
  'other_separator',
  'ragged_rows',
] as const
type DoubtfulKind = (typeof doubtful)[number]

/** A fault of a file, with the values of its text. */
export interface CsvFault {
  kind: FaultKind
  /** From 1. */
  line?: number
  /** The names of the first columns with this fault, or their positions from 1. */
  names?: string[]
  /** The number of columns or rows with this fault. */
  total?: number
  /** The maximum number of columns. */
  max?: number
  /** The number of cells in the header. */
  expected?: number
  example?: string
  separator?: 'semicolon' | 'tab' | 'bar'
  /** The first rows with more or fewer cells than the header. */
  first?: { line: number; cells: number }[]
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

/** Checks whether this fault forbids the upload of the file. */
export function stopsUpload({ kind }: CsvFault): boolean {
  return !doubtful.some((each) => each === kind)
}

/** Returns the text of a file's fault, with the remedy. */
export function faultText(
  { kind, names = [], first: _first, ...values }: CsvFault,
  t: ConsoleTexts,
  list: Formats['list'],
): string {
  return t(`uploads.form.faults.${kind}`, { ...values, count: names.length, names: list(names) })
}
