import { CsvReader } from './csv-reader'
import { maxOddRows, type OddRow } from './odd-rows-file'

/**
 * Finds the first odd rows of a CSV chunk by chunk. Memory is constant if the caller takes the rows after each chunk.
 *
 * Only the worker imports this module, because it loads papaparse.
 */
export class OddRows {
  /** The header's cells; null before the end of the header. */
  header: string[] | null = null

  readonly #reader = new CsvReader((cells, line) => this.#read(cells, line))
  #found: OddRow[] = []
  #total = 0

  /** Whether it has the maximum number of rows, or cannot read the rest of the file. */
  get isOver(): boolean {
    return this.#total >= maxOddRows || this.#reader.fault !== null
  }

  write(chunk: Uint8Array): void {
    this.#reader.write(chunk)
  }

  /** Call it after the last chunk. */
  end(): void {
    this.#reader.end()
  }

  /** Returns the rows found since the last call. */
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
