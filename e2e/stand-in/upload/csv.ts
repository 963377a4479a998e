const quote = 0x22
const comma = 0x2c
const lineFeed = 0x0a
const carriageReturn = 0x0d

/** The max length of a row. A longer row is no task run, and the reader does not keep it in memory. */
const rowLimitInBytes = 64 * 1024

/**
 * Reads a CSV (RFC 4180) of any size as a stream, counts its rows, and keeps the first few. A row fails if its number
 * of fields differs from the header. Empty lines are not rows.
 */
export class CsvReader {
  header: string[] | null = null
  rows = 0
  failed = 0
  readonly kept: string[][] = []

  #quoted = false
  #fields = 1
  #length = 0
  #firstByte = 0
  #pieces: Buffer[] = []

  constructor(private readonly keep: number) {}

  write(chunk: Uint8Array): void {
    let start = 0
    let quoted = this.#quoted
    for (let i = 0; i < chunk.length; i += 1) {
      const byte = chunk[i]
      // A doubled quote inside quotes ends and begins the quoted part, with the same result.
      if (byte === quote) quoted = !quoted
      else if (quoted) continue
      else if (byte === comma) this.#fields += 1
      else if (byte === lineFeed) {
        this.#hold(chunk.subarray(start, i))
        this.#endRow()
        start = i + 1
      }
    }
    this.#quoted = quoted
    this.#hold(chunk.subarray(start))
  }

  /** Call it after the last chunk, because the last row may have no line end. */
  end(): void {
    // An unclosed quote turns the rest of the file into one field.
    if (this.#quoted) this.#fields = 0
    this.#endRow()
  }

  #hold(bytes: Uint8Array): void {
    if (this.#length === 0) this.#firstByte = bytes[0] ?? 0
    this.#length += bytes.length
    const wanted = this.header === null || this.kept.length < this.keep
    // Copy the bytes, because the stream can reuse the memory of the chunk.
    if (wanted && this.#length <= rowLimitInBytes) this.#pieces.push(Buffer.from(bytes))
  }

  #endRow(): void {
    const blank = this.#length === 0 || (this.#length === 1 && this.#firstByte === carriageReturn)
    const fields = this.#fields
    const fits = this.#length <= rowLimitInBytes
    const text = blank ? '' : Buffer.concat(this.#pieces).toString()
    this.#fields = 1
    this.#length = 0
    this.#pieces = []

    if (blank) return
    if (this.header === null) {
      this.header = splitRow(text.replace(/^\u{feff}/u, ''))
      return
    }
    this.rows += 1
    if (fields !== this.header.length || !fits) this.failed += 1
    else if (this.kept.length < this.keep) this.kept.push(splitRow(text))
  }
}

function splitRow(row: string): string[] {
  const fields = row.replace(/\r$/, '').matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)
  return Array.from(fields, ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
}
