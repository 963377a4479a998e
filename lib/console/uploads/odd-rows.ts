import { CsvReader } from './csv-reader'
import { maxOddRows, type OddRow } from './odd-rows-file'

/**
 * Finds the first odd rows of a CSV while it is read, in constant memory if the caller takes them after each chunk.
 *
 * Only the worker imports this module, because it loads papaparse.
 */
export class OddRows {
  /** The header's cells; null until the header has been read. */
  header: string[] | null = null

  readonly #reader = new CsvReader((cells, line) => this.#read(cells, line))
  #found: OddRow[] = []
  #total = 0

  /** Whether the maximum number of rows is reached, or the rest of the file cannot be read. */
  get isOver(): boolean {
    return this.#total >= maxOddRows || this.#reader.fault !== null
  }

  write(chunk: Uint8Array): void {
    this.#reader.write(chunk)
  }

  /** Must be called after the last chunk. */
  end(): void {
    this.#reader.end()
  }

  /** The rows that were found since the last call. */
  take(): OddRow[] {
    return this.#found.splice(0)
  }

  #read(cells: string[], line: number): void {
    if (!this.header) this.header = cells
    else if (cells.length !== this.header.length && this.#total < maxOddRows) {
      this.#total += 1
      this.#found.push({ line, cells })
    }
  }
}
