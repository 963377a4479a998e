import Papa from 'papaparse'

/** In characters. A longer row means that the file has an unclosed quote or no line ends. */
const maxRowLength = 1024 * 1024

/** The fault that stops the reading of a file. `line` counts from 1, as in editors. */
export type ReadingFault =
  /** Bytes that are not UTF-8. */
  | { kind: 'not_utf8'; line: number; isUtf16: boolean }
  | { kind: 'nul'; line: number }
  /** A byte order mark that is not at the start of the file. */
  | { kind: 'mark'; line: number }
  /** A CR outside of quotes that is not part of a CRLF. `isDoubled`: another CR follows, as in CR CR LF. */
  | { kind: 'bare_return'; line: number; isDoubled: boolean }
  /** An unclosed or misplaced quote, which makes the end of the row unknown. */
  | { kind: 'broken_quotes'; line: number }
  | { kind: 'endless_row'; line: number }

/**
 * Reads a CSV in chunks, in constant memory. The format is RFC 4180 in UTF-8, with or without a byte order mark, with
 * LF or CRLF at the ends of lines. The reader skips blank lines.
 *
 * papaparse splits rows into cells. It gets whole rows, because its chunked reading breaks multi-byte characters, has
 * no line numbers, and buffers everything after an unclosed quote.
 */
export class CsvReader {
  /** The first fault. After it, the reader ignores all chunks. */
  fault: ReadingFault | null = null

  /** The file's first two bytes, which may be a mark of UTF-16. */
  #first: number[] = []
  /** The beginning of a row whose end is in a later chunk. */
  #held = ''
  /** The line on which the next row begins. */
  #nextLine = 1

  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  /** Decodes the same bytes, to find the first byte that is not UTF-8. */
  readonly #lenientDecoder = new TextDecoder('utf-8')

  /** @param onRow - called with each row and the line where it begins. */
  constructor(private readonly onRow: (cells: string[], line: number) => void) {}

  write(chunk: Uint8Array): void {
    if (this.#first.length >= 2) return this.#decode(chunk)
    this.#first.push(...chunk.slice(0, 2))
    if (this.#first.length >= 2) this.#decode(Uint8Array.from([...this.#first, ...chunk.slice(2)]))
  }

  /** Call it after the last chunk, because the last line may have no line end. */
  end(): void {
    if (this.#first.length < 2) this.#decode(Uint8Array.from(this.#first))
    this.#decode()
    if (!this.fault) this.#read('\n', { isLast: true })
  }

  /** @param chunk - undefined at the end of the file. */
  #decode(chunk?: Uint8Array): void {
    if (this.fault) return
    const options = { stream: chunk !== undefined }
    const text = this.#lenientDecoder.decode(chunk, options)
    const wrong = text.search(/[\0\ufeff]/)
    let isUtf8 = true
    try {
      this.#decoder.decode(chunk, options)
    } catch {
      isUtf8 = false
    }
    const end = isUtf8 ? wrong : text.indexOf('\ufffd')
    this.#read(end === -1 ? text : text.slice(0, end))
    if (end === -1) return
    const line = this.#nextLine + countLineFeeds(this.#held)
    this.fault ??= isUtf8
      ? { kind: text[end] === '\0' ? 'nul' : 'mark', line }
      : { kind: 'not_utf8', line, isUtf16: isUtf16Mark(this.#first) }
  }

  #read(text: string, { isLast = false } = {}): void {
    const all = this.#held + text
    const { end, isQuoted, isBroken, returnAt } = wholeRows(all)
    this.#readRows(all.slice(0, end))
    if (this.fault) return
    this.#held = all.slice(end)
    const isTooLong = this.#held.length > maxRowLength
    if (returnAt !== undefined) {
      const line = this.#nextLine + countLineFeeds(all.slice(end, returnAt))
      this.fault = { kind: 'bare_return', line, isDoubled: all[returnAt + 1] === '\r' }
    } else if (isBroken || (isQuoted && (isTooLong || isLast)))
      this.fault = { kind: 'broken_quotes', line: this.#nextLine }
    else if (isTooLong) this.fault = { kind: 'endless_row', line: this.#nextLine }
  }

  #readRows(rows: string): void {
    const text = rows.replaceAll('\r\n', '\n')
    const { data, errors } = Papa.parse<string[]>(text, { delimiter: ',', newline: '\n' })
    const firstBroken = errors.find(({ type }) => type === 'Quotes')?.row ?? data.length
    const hasQuotes = text.includes('"')
    let line = this.#nextLine
    for (const [index, cells] of data.entries()) {
      if (index === firstBroken) {
        this.fault = { kind: 'broken_quotes', line }
        return
      }
      if (cells.length > 1 || cells[0] !== '') this.onRow(cells, line)
      line += 1
      if (hasQuotes) for (const cell of cells) line += countLineFeeds(cell)
    }
    this.#nextLine += countLineFeeds(text)
  }
}

/**
 * Finds the end of the last whole row in a text that begins with a row. A quote in the middle of a cell must have its
 * partner on the same line. Otherwise the end of its row is unknown.
 *
 * @returns `returnAt` - the position of the first CR outside of quotes that is not part of a CRLF.
 */
function wholeRows(text: string): { end: number; isQuoted: boolean; isBroken: boolean; returnAt?: number } {
  let end = 0
  let at = 0
  let hasStrayQuote = false
  // Every second part is between quotes. A doubled quote closes and reopens them, with an empty part in between.
  const parts = text.split('"')
  for (const [index, part] of parts.entries()) {
    // The next chunk may begin with the LF of a CR at the end.
    const bareReturn = index % 2 === 0 ? (index === parts.length - 1 ? part : `${part}"`).search(/\r(?!\n|$)/) : -1
    const lineFeed = part.lastIndexOf('\n', bareReturn === -1 ? undefined : bareReturn)
    if (index % 2 === 1) {
      if (hasStrayQuote && lineFeed !== -1) return { end, isQuoted: true, isBroken: true }
    } else {
      if (lineFeed !== -1) {
        end = at + lineFeed + 1
        hasStrayQuote = false
      }
      if (bareReturn !== -1) return { end, isQuoted: false, isBroken: false, returnAt: at + bareReturn }
      if (!/(?:^|[,\n])$/.test(part)) hasStrayQuote = true
    }
    at += part.length + 1
  }
  return { end, isQuoted: parts.length % 2 === 0, isBroken: false }
}

function countLineFeeds(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

const isUtf16Mark = ([first, second]: readonly number[]) =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
