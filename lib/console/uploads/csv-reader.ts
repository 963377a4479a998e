import Papa from 'papaparse'

const lineFeedByte = 0x0a
const lineFeed = 0x0a
const quote = 0x22
const comma = 0x2c
const byteOrderMark = '\ufeff'

/** No task run has a longer row, in bytes: a quote is never closed, or the file has no line ends. */
const maxRowLength = 1024 * 1024

/** Why a file cannot be read any further. `line` counts from 1, as in editors. */
export type ReadingFault =
  /** Bytes that are not UTF-8. */
  | { kind: 'not_utf8'; line: number; isUtf16: boolean }
  | { kind: 'nul'; line: number }
  /** A quote that is never closed or is misplaced, so that the end of the row is unknown. */
  | { kind: 'broken_quotes'; line: number }
  | { kind: 'endless_row'; line: number }

/**
 * Reads a CSV in chunks, in constant memory: RFC 4180 in UTF-8, with or without a byte order mark, with LF or
 * CRLF at the ends of lines. Blank lines are skipped.
 *
 * papaparse splits rows into cells. This class hands it complete rows, because its own reading in chunks
 * breaks characters of several bytes, has no line numbers, and buffers everything after an unclosed quote.
 */
export class CsvReader {
  /** Set once the file cannot be read any further. Later chunks are then ignored. */
  fault: ReadingFault | null = null

  #heldBytes: Uint8Array[] = []
  #heldSize = 0
  #linesDecoded = 0

  #heldText = ''
  #isQuoted = false
  /** A row with a quote in the middle of a cell continues after its line, so its end is unknown. */
  #isRowEndUnknown = false
  /** The line on which the next row begins. */
  #nextLine = 1

  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

  /** @param onRow - called with each row and the line where it begins. */
  constructor(private readonly onRow: (cells: string[], line: number) => void) {}

  write(chunk: Uint8Array): void {
    if (this.fault) return
    // Whole lines are decoded: in UTF-8 a line feed is never a part of another character.
    const end = chunk.lastIndexOf(lineFeedByte) + 1
    if (end > 0) {
      this.#hold(chunk.subarray(0, end))
      this.#readHeld()
    }
    this.#hold(chunk.subarray(end))
    if (this.#heldSize > maxRowLength) {
      this.fault ??= { kind: this.#isQuoted ? 'broken_quotes' : 'endless_row', line: this.#nextLine }
    }
  }

  /** Must be called after the last chunk, since the last line may have no line end. */
  end(): void {
    if (this.fault) return
    this.#readHeld()
    if (this.fault || this.#heldText === '') return
    if (this.#isQuoted) this.fault = { kind: 'broken_quotes', line: this.#nextLine }
    else this.#readRows(this.#takeHeldText(''))
  }

  #hold(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    this.#heldBytes.push(bytes)
    this.#heldSize += bytes.length
  }

  #readHeld(): void {
    const [first] = this.#heldBytes
    if (!first) return
    const bytes = this.#heldBytes.length === 1 ? first : concatenated(this.#heldBytes, this.#heldSize)
    this.#heldBytes = []
    this.#heldSize = 0
    this.#decode(bytes)
  }

  #decode(bytes: Uint8Array): void {
    const text = this.#decoded(bytes)
    if (text !== null) return this.#readText(text)
    // Decodes line by line, to find the one that is not UTF-8.
    let start = 0
    for (;;) {
      const end = bytes.indexOf(lineFeedByte, start) + 1
      const line = this.#decoded(bytes.subarray(start, end > 0 ? end : undefined))
      if (line === null || end === 0) break
      start = end
    }
    const before = this.#decoded(bytes.subarray(0, start))
    if (before) this.#readText(before)
    const isUtf16 = this.#linesDecoded === 0 && start === 0 && beginsAsUtf16(bytes)
    this.fault ??= { kind: 'not_utf8', line: this.#linesDecoded + 1, isUtf16 }
  }

  #decoded(bytes: Uint8Array): string | null {
    try {
      return this.#decoder.decode(bytes)
    } catch {
      return null
    }
  }

  /** Reads whole lines, up to the first one with a NUL. */
  #readText(text: string): void {
    const nul = text.indexOf('\0')
    const readable = nul === -1 ? text : text.slice(0, text.lastIndexOf('\n', nul) + 1)
    const isFirst = this.#linesDecoded === 0 && this.#heldText === ''
    this.#linesDecoded += countLineFeeds(readable)
    this.#cutRows(withLineFeeds(isFirst && readable.startsWith(byteOrderMark) ? readable.slice(1) : readable))
    if (nul !== -1) this.fault ??= { kind: 'nul', line: this.#linesDecoded + 1 }
  }

  /** Reads the complete rows, which end at the last line feed outside quotes. */
  #cutRows(text: string): void {
    const end = this.#endOfRows(text)
    if (end > 0) this.#readRows(this.#takeHeldText(text.slice(0, end)))
    this.#heldText += text.slice(end)
    if (this.#isRowEndUnknown || this.#heldText.length > maxRowLength) {
      this.fault ??= { kind: this.#isQuoted ? 'broken_quotes' : 'endless_row', line: this.#nextLine }
    }
  }

  /** The index after the last complete row. The text begins with a line, perhaps inside quotes. */
  #endOfRows(text: string): number {
    if (!this.#isQuoted && !text.includes('"')) return text.lastIndexOf('\n') + 1
    let end = 0
    let isQuoted = this.#isQuoted
    let hasStrayQuote = false
    let previous = lineFeed
    for (let at = 0; at < text.length; at += 1) {
      const character = text.charCodeAt(at)
      if (character === quote) {
        // A doubled quote inside quotes closes and opens them, so the state stays right.
        if (!isQuoted && !mayPrecedeQuote(previous)) hasStrayQuote = true
        isQuoted = !isQuoted
      } else if (character === lineFeed && !isQuoted) {
        end = at + 1
        hasStrayQuote = false
      } else if (character === lineFeed && hasStrayQuote) {
        this.#isRowEndUnknown = true
        break
      }
      previous = character
    }
    this.#isQuoted = isQuoted
    return end
  }

  #takeHeldText(more: string): string {
    const text = this.#heldText + more
    this.#heldText = ''
    return text
  }

  /** Reads complete rows. */
  #readRows(text: string): void {
    if (text === '' || this.fault) return
    const { data, errors } = Papa.parse<string[]>(text.endsWith('\n') ? text.slice(0, -1) : text, {
      delimiter: ',',
      newline: '\n',
    })
    // papaparse returns no rows for a single blank line.
    if (data.length === 0) this.#nextLine += 1
    const firstBroken = errors.find(({ type }) => type === 'Quotes')?.row ?? data.length
    const hasQuotes = text.includes('"')
    for (const [index, cells] of data.entries()) {
      if (index === firstBroken) {
        this.fault = { kind: 'broken_quotes', line: this.#nextLine }
        return
      }
      const line = this.#nextLine
      this.#nextLine += 1
      if (hasQuotes) for (const cell of cells) this.#nextLine += countLineFeeds(cell)
      if (cells.length > 1 || cells[0] !== '') this.onRow(cells, line)
    }
  }
}

function concatenated(parts: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const mayPrecedeQuote = (character: number) => character === comma || character === lineFeed || character === quote

const withLineFeeds = (text: string) => (text.includes('\r') ? text.replaceAll('\r\n', '\n') : text)

function countLineFeeds(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

function beginsAsUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
}
