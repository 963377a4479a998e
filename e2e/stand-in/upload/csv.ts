import Papa from 'papaparse'

/** The rows of an uploaded CSV so far. A row fails if its number of fields differs from the header. */
export class CsvRows {
  header: string[] | null = null
  count = 0
  failed = 0
  readonly kept: string[][] = []

  /** @param keep - the number of rows to keep. */
  constructor(private readonly keep: number) {}

  add(row: string[]): void {
    if (this.header === null) {
      this.header = row
      return
    }
    this.count += 1
    if (row.length !== this.header.length) this.failed += 1
    else if (this.kept.length < this.keep) this.kept.push(row)
  }
}

/** Makes a stream that reads the text of a CSV of any size and gives its rows. Empty lines are not rows. */
export const csvParser = () => Papa.parse(Papa.NODE_STREAM_INPUT, { delimiter: ',', skipEmptyLines: true })
