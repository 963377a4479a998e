import { CsvReader } from './csv-reader'
import { maxOddRows, type OddRow } from './odd-rows-file'

/**
 * Finds the first odd rows of a CSV while it is read, so in constant memory: what was found is taken as it goes.
 *
 * Only the worker imports this module, since it loads papaparse.
 */
export class OddRows {
  /** The header's cells; null before it was read. */
  header: string[] | null = null

  readonly #reader = new CsvReader((cells, line) => this.#read(cells, line))
  #found: OddRow[] = []
  #total = 0

  /** Whether there are as many as may be, or the rest cannot be read. */
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

  /** The rows that were found since it was called last. */
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
