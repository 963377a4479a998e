import Papa from 'papaparse'
import { isUlid } from '@/lib/console/typed-text'
import type { Formats } from '@/lib/format'
import type texts from '@/lib/messages/console/en/uploads.json'
import type { ConsoleTexts } from '@/lib/messages/keys'

const reportEveryMs = 200
const maxPreviewRows = 5
const maxPreviewColumns = 8
const maxCellLength = 200
const maxListedItems = 20
/** More columns than any task run has. Each column costs time, and one row may have 500,000 names. */
const maxColumns = 1000
/** In characters. A longer row means that the file has an unclosed quote or no line ends. */
const maxRowLength = 1024 * 1024

export interface CsvFault {
  kind: Exclude<keyof typeof texts.form.faults, 'ragged_row' | 'raggedMore'>
  line?: number
  column?: number
  /** The names of the first columns with this fault, or their positions from 1. */
  names?: string[]
  total?: number
  expected?: number
  example?: string
  separator?: 'semicolon' | 'tab' | 'bar'
  first?: { line: number; cells: number }[]
}

export interface CsvReport {
  /** Rows below the header, without blank lines. */
  rows: number
  columnCount: number
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
}

/** Reads a chunk only after the work on the one before, so that a page stays responsive. */
export async function checkFile(
  file: ReadableStream<Uint8Array>,
  expectedColumns: readonly string[],
  onProgress: (check: FileCheck) => void,
  isStopped = () => false,
): Promise<FileCheck> {
  const csv = new CsvCheck(expectedColumns)
  let readBytes = 0
  let reportedAt = performance.now()
  // Not every browser can iterate over a stream.
  const reader = file.getReader()
  for (;;) {
    const { value } = await reader.read()
    if (isStopped()) return { kind: 'stopped', readBytes, report: csv.report() }
    if (!value) break
    readBytes += value.byteLength
    csv.write(value)
    if (csv.fault) break
    if (performance.now() - reportedAt < reportEveryMs) continue
    reportedAt = performance.now()
    onProgress({ kind: 'checking', readBytes, report: csv.report() })
  }
  void reader.cancel()
  csv.end()
  return { kind: 'done', readBytes, report: csv.report() }
}

const truncate = (text: string) => (text.length > maxCellLength ? `${text.slice(0, maxCellLength - 1)}…` : text)

/** Characters that no cell has in a file of UTF-8: U+FFFD stands for bytes of another encoding. */
const wrongCharacters = { '\0': 'nul', '\ufeff': 'mark', '\ufffd': 'not_utf8' } as const
const wrongCharacter = new RegExp(`[${Object.keys(wrongCharacters).join('')}]`)

/** The first cell of a line that tells Excel the separator of the file, which only Excel knows. */
const separatorSetting = /^sep=.?$/i

/** What a spreadsheet writes in place of a value: a rounded number, an error, or the sign of a narrow column. */
const lostValue = /^(?:\d(?:[.,]\d+)?E\+\d+|#[¡¿]?[\p{Lu}_/0]+[!?]|#N\/?[A-Z]|##+)$/u

/** Neither a blank nor a separator. A row without it is cleared cells of a spreadsheet, or the Ctrl-Z of MS-DOS. */
const ofValue = /[^\s\p{Cc}\p{Cf}\p{DI}\u2800,;|]/u

const value = /^(?:[-+]?\d+(?:\.\d+)?|\d{4}-\d\d-\d\d.*)$/

const separators = { ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const

/**
 * Checks only the structure of a CSV (RFC 4180, in UTF-8), because the interface does not describe the columns. It
 * needs constant memory. papaparse gets text, because with a file it breaks multi-byte characters at the ends of chunks
 * and has no line numbers. It would also buffer everything after an unclosed quote.
 */
export class CsvCheck {
  fault: CsvFault | null = null
  #isWhole = false
  #held = ''
  #line = 1
  readonly #decoder = new TextDecoder()

  #header: string[] | null = null
  readonly #headerFaults: CsvFault[] = []
  #rows = 0
  #oddRows = 0
  readonly #firstOddRows: { line: number; cells: number }[] = []
  readonly #preview: CsvReport['preview'] = []
  #lostValue: CsvFault | undefined

  constructor(private readonly expectedColumns: readonly string[]) {}

  write(chunk?: Uint8Array): void {
    if (this.fault) return
    const text = this.#held + this.#decoder.decode(chunk, { stream: chunk !== undefined }) + (chunk ? '' : '\n')
    let readTo = 0
    const parser = new Papa.Parser({
      delimiter: ',',
      newline: '\n',
      step: ({ data: [cells], errors, meta: { cursor } }: Papa.ParseStepResult<string[][]>) => {
        const row = text.slice(readTo, cursor)
        const hasQuote = row.includes('"')
        // With an odd number of quotes, other programs read on into the next line, and count other rows.
        const isOdd = hasQuote && row.split('"').length % 2 === 0
        if (errors.length > 0 || isOdd) this.fault = { kind: 'broken_quotes', line: this.#line }
        else if (cells && !['\n', '\r\n', ''].includes(row)) this.#readRow(cells, row)
        if (this.fault) return parser.abort()
        readTo = cursor
        this.#line += hasQuote ? row.split('\n').length - 1 : 1
      },
    })
    parser.parse(text, 0, chunk !== undefined)
    this.#held = text.slice(readTo)
    if (this.fault || this.#held.length <= maxRowLength) return
    const kind = this.#held.includes('"') ? 'broken_quotes' : this.#held.includes('\r') ? 'line_ends' : 'endless_row'
    this.fault = { kind, line: this.#line }
  }

  end(): void {
    this.write()
    this.#isWhole = this.fault === null
  }

  report(): CsvReport {
    const columnCount = this.#header?.length ?? 0
    const faults = [...(this.fault ? [this.fault] : []), ...this.#headerFaults]
    // Otherwise, the unread part of the file may have the header or the rows.
    if (this.#isWhole && this.#rows === 0) faults.push({ kind: this.#header ? 'no_rows' : 'empty' })
    if (this.#oddRows > 0) {
      faults.push({
        kind: this.#isWhole && this.#oddRows === this.#rows ? 'every_row_ragged' : 'ragged_rows',
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

  #readRow(cells: string[], row: string): void {
    const line = this.#line
    const last = cells.length - 1
    if (cells[last]?.endsWith('\r')) cells[last] = cells[last].slice(0, -1)
    const [wrong] = wrongCharacter.exec(row) ?? []
    if (wrong !== undefined) {
      const kind = wrongCharacters[wrong as keyof typeof wrongCharacters]
      this.fault = { kind, line, column: cells.findIndex((cell) => cell.includes(wrong)) + 1 }
    } else if (cells[last]?.endsWith('\r') || (!this.#header && cells.some((cell) => cell.includes('\r')))) {
      this.fault = { kind: 'line_ends', line }
    } else if (!this.#header && separatorSetting.test(cells[0] ?? '')) {
      this.fault = { kind: 'separator_setting', line }
    } else if (this.#header && !cells.some((cell) => ofValue.test(cell))) {
      this.fault = { kind: 'row_without_values', line }
    }
    if (this.fault) return
    const lostAt = this.#lostValue ? -1 : cells.findIndex((cell) => lostValue.test(cell))
    const lost = cells[lostAt]
    if (lost !== undefined) {
      this.#lostValue = { kind: 'lost_value', line, column: lostAt + 1, example: truncate(lost) }
    }
    if (!this.#header) {
      this.#header = cells
      const faults = this.#headerFaults
      if (cells.length > maxColumns) return void faults.push({ kind: 'too_many_columns', line, total: cells.length })
      const named = cells.filter((name) => name.trim() !== '')
      if (named.length === 0) return void faults.push({ kind: 'no_header', line })
      const duplicates = new Set(named.filter((name, at) => named.indexOf(name) !== at))
      const missing = this.expectedColumns.filter((name) => !named.includes(name))
      const unnamed = cells.flatMap((name, at) => (name.trim() === '' ? [String(at + 1)] : []))
      const data = cells.find((name) => isUlid(name) || value.test(name))
      const [, separator] =
        (cells.length === 1 && Object.entries(separators).find(([sign]) => cells[0]?.includes(sign))) || []
      const firstOf = (names: Iterable<string>) => [...names].slice(0, maxListedItems).map(truncate)
      if (duplicates.size > 0) faults.push({ kind: 'duplicate_columns', line, names: firstOf(duplicates) })
      if (missing.length > 0) faults.push({ kind: 'missing_columns', names: missing })
      if (unnamed.length > 0) faults.push({ kind: 'unnamed_columns', line, names: firstOf(unnamed) })
      if (data !== undefined) faults.push({ kind: 'header_looks_like_data', line, example: truncate(data) })
      if (separator) faults.push({ kind: 'other_separator', line, separator })
      return
    }
    this.#rows += 1
    if (this.#preview.length < maxPreviewRows) {
      this.#preview.push({ line, cells: cells.slice(0, maxPreviewColumns).map(truncate), cellCount: cells.length })
    }
    if (cells.length === this.#header.length) return
    this.#oddRows += 1
    if (this.#firstOddRows.length < maxListedItems) this.#firstOddRows.push({ line, cells: cells.length })
  }
}

/** Guesses, and faults of some rows. Any other fault spoils all rows, and no upload can be undone. */
const doubtful: readonly CsvFault['kind'][] = [
  'unnamed_columns',
  'header_looks_like_data',
  'other_separator',
  'ragged_rows',
  'lost_value',
]

export const stopsUpload = ({ kind }: CsvFault): boolean => !doubtful.includes(kind)

export function faultText(fault: CsvFault, t: ConsoleTexts, list: Formats['list']): string {
  const { kind, names = [], first: _first, ...values } = fault
  return t(`uploads.form.faults.${kind}`, { ...values, max: maxColumns, count: names.length, names: list(names) })
}
