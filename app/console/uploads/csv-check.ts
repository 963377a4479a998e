import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Formats } from '@/lib/format'
import type { ConsoleTexts } from '@/lib/messages/keys'
import { CsvReader, type CsvFault } from './csv-reader'

const reportEveryMs = 200
const maxPreviewRows = 10
/** The number of columns that fit on the page. */
const maxPreviewColumns = 8
const maxCellLength = 200
const maxListedItems = 20
/** More columns than any task run has. Each column costs time, and one row may have 500,000 names. */
const maxColumns = 1000

/** The result of a check so far. It is small, because the worker sends it several times a second. */
export interface CsvReport {
  /** Rows below the header, without blank lines. */
  rows: number
  columnCount: number
  /** The names of the first columns. */
  columns: string[]
  /** The first rows with their lines, and only the first columns. The check truncates long cells. */
  preview: { line: number; cells: string[]; cellCount: number }[]
  faults: CsvFault[]
}

export interface FileCheck {
  /** The user can stop the check. A file is `unreadable` if it was deleted or changed after it was chosen. */
  kind: 'checking' | 'stopped' | 'done' | 'unreadable'
  readBytes: number
  report: CsvReport
  /** Of the whole file, unless a fault stops its upload. Only at the end. */
  sha256?: string
}

/**
 * Checks and hashes a file.
 *
 * @param onProgress - called several times a second.
 * @param isStopped - whether the user has stopped the check. It does not stop the hashing.
 */
export async function checkFile(
  chunks: AsyncIterable<Uint8Array>,
  expectedColumns: readonly string[],
  onProgress: (check: FileCheck) => void,
  isStopped = () => false,
): Promise<FileCheck & { sha256: string }> {
  const csv = new CsvCheck(expectedColumns)
  const hash = sha256.create()
  let readBytes = 0
  let reportedAt = performance.now()
  for await (const chunk of chunks) {
    hash.update(chunk)
    readBytes += chunk.byteLength
    if (isStopped()) continue
    csv.write(chunk)
    if (csv.fault) break
    if (performance.now() - reportedAt < reportEveryMs) continue
    reportedAt = performance.now()
    onProgress({ kind: 'checking', readBytes, report: csv.report() })
    // Lets other events in, such as the press that stops the check. A file that is in memory would leave no gap for them.
    await new Promise((resolve) => setTimeout(resolve))
  }
  csv.end()
  return { kind: 'done', readBytes, report: csv.report(), sha256: bytesToHex(hash.digest()) }
}

/** Keeps a report small, because a column name may be as long as a row. */
const truncate = (text: string) => (text.length > maxCellLength ? `${text.slice(0, maxCellLength - 1)}…` : text)

/** Values that are unlikely to be a column's name: a number, an ID of the interface, a date. */
const looksLikeData = /^(?:[-+]?\d+(?:\.\d+)?|[0-9A-HJKMNP-TV-Z]{26}|\d{4}-\d\d-\d\d.*)$/

/** The first cell of a line that tells Excel the separator of the file, which only Excel knows. */
const separatorSetting = /^sep=.?$/i

/** What a spreadsheet writes in place of a value: a rounded number, an error, or the sign of a narrow column. */
const lostValue = /^(?:\d(?:[.,]\d+)?E\+\d+|#[¡¿]?[\p{Lu}_/0]+[!?]|#N\/?[A-Z]|##+)$/u

/** Neither a blank nor a separator. A row without it is cleared cells of a spreadsheet, or the Ctrl-Z of MS-DOS. */
const ofValue = /[^\s\p{Cc}\p{Cf}\p{DI}\u2800,;|]/u

/**
 * Checks a CSV of task run rows. The interface does not describe the columns or their values. The check therefore covers
 * only the structure of the file and the columns that the operator expects.
 */
export class CsvCheck extends CsvReader {
  #header: string[] | null = null
  #headerFaults: CsvFault[] = []
  #rows = 0
  #oddRows = 0
  readonly #firstOddRows: { line: number; cells: number }[] = []
  readonly #preview: CsvReport['preview'] = []
  #lostValue: CsvFault | undefined

  constructor(private readonly expectedColumns: readonly string[]) {
    super((cells, line) => this.#readRow(cells, line))
  }

  report(): CsvReport {
    const columnCount = this.#header?.length ?? 0
    const faults = [...(this.fault ? [this.fault] : []), ...this.#headerFaults]
    // Otherwise, the unread part of the file may have the header or the rows.
    if (this.isWhole && this.#rows === 0) faults.push({ kind: this.#header ? 'no_rows' : 'empty' })
    if (this.#oddRows > 0) {
      faults.push({
        kind: this.isWhole && this.#oddRows === this.#rows ? 'every_row_ragged' : 'ragged_rows',
        expected: columnCount,
        total: this.#oddRows,
        first: [...this.#firstOddRows],
      })
    }
    if (this.#lostValue) faults.push(this.#lostValue)
    return {
      rows: this.#rows,
      columnCount,
      columns: this.#header?.slice(0, maxPreviewColumns).map(truncate) ?? [],
      preview: [...this.#preview],
      faults,
    }
  }

  #readRow(cells: string[], line: number): void {
    const lost = cells.find((cell) => lostValue.test(cell))
    if (lost !== undefined) this.#lostValue ??= { kind: 'lost_value', line, example: truncate(lost) }
    if (!this.#header) {
      if (separatorSetting.test(cells[0] ?? '')) return void (this.fault = { kind: 'separator_setting', line })
      this.#header = cells.map(cleanName)
      this.#headerFaults = headerFaults(cells, this.#header, line, this.expectedColumns)
      return
    }
    if (!cells.some((cell) => ofValue.test(cell))) return void (this.fault = { kind: 'row_without_values', line })
    this.#rows += 1
    if (this.#preview.length < maxPreviewRows) {
      this.#preview.push({ line, cells: cells.slice(0, maxPreviewColumns).map(truncate), cellCount: cells.length })
    }
    if (cells.length === this.#header.length) return
    this.#oddRows += 1
    if (this.#firstOddRows.length < maxListedItems) this.#firstOddRows.push({ line, cells: cells.length })
  }
}

/** Signs that separate cells in other files. */
const separators = [
  [';', 'semicolon'],
  ['\t', 'tab'],
  ['|', 'bar'],
] as const

const firstOf = (names: Iterable<string>) => [...names].slice(0, maxListedItems).map(truncate)

const cleanName = (cell: string) => cell.replace(/[\p{Cf}\p{DI}]/gu, '').trim()

/** @param header - the cleaned `cells`. */
function headerFaults(
  cells: readonly string[],
  header: readonly string[],
  line: number,
  expectedColumns: readonly string[],
): CsvFault[] {
  if (header.length > maxColumns) return [{ kind: 'too_many_columns', line, total: header.length }]
  const named = header.filter((name) => name !== '')
  if (named.length === 0) return [{ kind: 'no_header', line }]
  const duplicates = new Set(named.filter((name, at) => named.indexOf(name) !== at))
  const missing = expectedColumns.filter((name) => !named.includes(name))
  const unnamed = header.flatMap((name, at) => (name === '' ? [String(at + 1)] : []))
  const data = header.find((name) => looksLikeData.test(name))
  const other = header.length === 1 ? separators.find(([sign]) => header[0]?.includes(sign)) : undefined
  const faults: CsvFault[] = []
  if (duplicates.size > 0) faults.push({ kind: 'duplicate_columns', line, names: firstOf(duplicates) })
  if (missing.length > 0) faults.push({ kind: 'missing_columns', names: missing })
  if (unnamed.length > 0) faults.push({ kind: 'unnamed_columns', line, names: firstOf(unnamed) })
  if (data !== undefined) faults.push({ kind: 'header_looks_like_data', line, example: truncate(data) })
  if (other) return [...faults, { kind: 'other_separator', line, separator: other[1] }]
  const blank = header.filter(
    (name, at) => name !== '' && !duplicates.has(name) && (name !== cells[at] || /[^\S ]|\p{Cc}/u.test(name)),
  )
  const spaced = header.filter((name) => name.includes(' ') && !expectedColumns.includes(name))
  if (blank.length > 0) faults.push({ kind: 'blanks_in_names', line, names: firstOf(blank) })
  else if (spaced.length > 0) faults.push({ kind: 'spaces_in_names', line, names: firstOf(spaced) })
  return faults
}

/**
 * Faults that do not stop the upload. These are guesses, and faults in only some rows, because the service checks each
 * row and counts the failed rows.
 *
 * Every other fault affects all rows, or makes the service count a line that is no row. The operator has to correct such
 * a file first, because the service cannot undo an upload.
 */
const doubtful: readonly CsvFault['kind'][] = [
  'unnamed_columns',
  'spaces_in_names',
  'header_looks_like_data',
  'other_separator',
  'ragged_rows',
  'lost_value',
]

export const stopsUpload = ({ kind }: CsvFault): boolean => !doubtful.includes(kind)

export function faultText(
  { kind, names = [], first: _first, ...values }: CsvFault,
  t: ConsoleTexts,
  list: Formats['list'],
): string {
  return t(`uploads.form.faults.${kind}`, { ...values, max: maxColumns, count: names.length, names: list(names) })
}
