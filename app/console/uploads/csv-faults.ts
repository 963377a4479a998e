import type { Formats } from '@/lib/format'
import type texts from '@/lib/messages/console/en/uploads.json'
import type { ConsoleTexts } from '@/lib/messages/keys'

/** Faults of a file. Each has its text, which says what it means. */
type FaultKind = Exclude<keyof typeof texts.form.faults, 'ragged_row' | 'raggedMore'>

/**
 * Faults that do not stop the upload. These are guesses, and faults in only some rows, because the service checks each
 * row and counts the failed rows.
 *
 * Every other fault affects all rows. The operator has to correct such a file first, because the service cannot undo an
 * upload.
 */
const doubtful: readonly FaultKind[] = [
  'unnamed_columns',
  'spaces_in_names',
  'header_looks_like_data',
  'other_separator',
  'ragged_rows',
]

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
  return !doubtful.includes(kind)
}

/** Returns the text of a file's fault, with the remedy. */
export function faultText(
  { kind, names = [], first: _first, ...values }: CsvFault,
  t: ConsoleTexts,
  list: Formats['list'],
): string {
  return t(`uploads.form.faults.${kind}`, { ...values, count: names.length, names: list(names) })
}
