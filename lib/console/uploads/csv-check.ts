import type { CsvFault, CsvReport } from './csv-report'
import { CsvReader } from './csv-reader'

const previewRows = 10
const previewColumns = 30
const previewCharacters = 200
const namedLines = 20

/** The first rows of a report's preview, and of its lists, are enough to see what is wrong. */
const cut = (text: string) => (text.length > previewCharacters ? `${text.slice(0, previewCharacters - 1)}…` : text)

/** Values that no column is named by: a number, an identifier of the interface, a date. */
const looksLikeData = /^(?:[-+]?\d+(?:\.\d+)?|[0-9A-HJKMNP-TV-Z]{26}|\d{4}-\d\d-\d\d.*)$/

/**
 * Checks a CSV of task run rows as it is read, whatever its size. The interface shows neither the columns
 * nor what they may hold, so what is checked is the file's structure, and that the columns are there
 * which the operator expects.
 *
 * Its module loads papaparse: only the worker imports it.
 */
export class CsvCheck {
  readonly #reader = new CsvReader((cells, line) => this.#read(cells, line))
  readonly #expectedColumns: readonly string[]
  #isAtEnd = false

  #header: string[] | null = null
  #headerFaults: CsvFault[] = []
  #rows = 0
  #raggedTotal = 0
  readonly #raggedFirst: { line: number; cells: number }[] = []
  readonly #preview: CsvReport['preview'] = []

  constructor({ expectedColumns }: { expectedColumns: readonly string[] }) {
    this.#expectedColumns = expectedColumns
  }

  /** True where reading on would change nothing. */
  get isOver(): boolean {
    return this.#reader.fault !== null
  }

  write(chunk: Uint8Array): void {
    this.#reader.write(chunk)
  }

  /** To be called after the last chunk. */
  end(): void {
    this.#reader.end()
    this.#isAtEnd = true
  }

  /** What has been found so far. */
  report(): CsvReport {
    return {
      rows: this.#rows,
      columnCount: this.#header?.length ?? 0,
      columns: this.#header?.slice(0, previewColumns).map(cut) ?? [],
      preview: [...this.#preview],
      faults: this.#faults(),
    }
  }

  #faults(): CsvFault[] {
    const { fault } = this.#reader
    const faults: CsvFault[] = fault ? [fault] : []
    // A file that could not be read to its end may have its header, or rows, further on.
    const isWhole = this.#isAtEnd && !fault
    if (isWhole && !this.#header) faults.push({ kind: 'empty' })
    faults.push(...this.#headerFaults)
    if (isWhole && this.#header && this.#rows === 0) faults.push({ kind: 'no_rows' })
    if (this.#raggedTotal > 0) {
      faults.push({
        kind: 'ragged_rows',
        isEveryRow: isWhole && this.#raggedTotal === this.#rows,
        expected: this.#header?.length ?? 0,
        total: this.#raggedTotal,
        first: [...this.#raggedFirst],
      })
    }
    return faults
  }

  #read(cells: string[], line: number): void {
    if (!this.#header) {
      this.#header = cells.map((cell) => cell.trim())
      this.#headerFaults = headerFaults(this.#header, line, this.#expectedColumns)
      return
    }
    this.#rows += 1
    if (this.#preview.length < previewRows) {
      this.#preview.push({ line, cells: cells.slice(0, previewColumns).map(cut) })
    }
    if (cells.length === this.#header.length) return
    this.#raggedTotal += 1
    if (this.#raggedFirst.length < namedLines) this.#raggedFirst.push({ line, cells: cells.length })
  }
}

function headerFaults(header: readonly string[], line: number, expectedColumns: readonly string[]): CsvFault[] {
  if (header.every((name) => name === '')) return [{ kind: 'no_header', line }]
  const faults: CsvFault[] = []
  const duplicates = new Set(header.filter((name, index) => name !== '' && header.indexOf(name) !== index))
  if (duplicates.size > 0) faults.push({ kind: 'duplicate_columns', line, names: [...duplicates].map(cut) })
  const missing = expectedColumns.filter((name) => !header.includes(name))
  if (missing.length > 0) faults.push({ kind: 'missing_columns', names: missing })
  const unnamed = header.flatMap((name, index) => (name === '' ? [index + 1] : []))
  if (unnamed.length > 0) faults.push({ kind: 'unnamed_columns', line, positions: unnamed.slice(0, namedLines) })
  const data = header.find((name) => looksLikeData.test(name))
  if (data !== undefined) faults.push({ kind: 'header_looks_like_data', line, example: cut(data) })
  const separator = header.length === 1 && ([';', '\t', '|'] as const).find((each) => header[0]?.includes(each))
  if (separator) faults.push({ kind: 'other_separator', line, separator })
  return faults
}
