import Papa from 'papaparse'

const lineFeedByte = 0x0a
const lineFeed = 0x0a
const quote = 0x22
const comma = 0x2c
const byteOrderMark = '\ufeff'

/** A row longer than this is no task run: its quote is never closed, or the file has no lines at all. */
const longestRow = 1024 * 1024

/** What keeps a file from being read any further; `line` counts from 1, as editors do. */
export type ReadingFault =
  /** Bytes that are no UTF-8. */
  | { kind: 'not_utf8'; line: number; isUtf16: boolean }
  | { kind: 'nul'; line: number }
  /** A quote that is never closed, or stands where none may: nobody can tell where the row ends. */
  | { kind: 'broken_quotes'; line: number }
  | { kind: 'endless_row'; line: number }

/**
 * Reads a CSV (RFC 4180; UTF-8, with a byte order mark or without; lines that end with LF or CRLF) as it
 * comes, in constant memory. Blank lines are no rows.
 *
 * papaparse splits rows into cells. It is handed whole rows, cut here: its own reading in chunks tears
 * characters of several bytes apart, says no line numbers, and holds on to all that follows a quote that
 * is never closed.
 */
export class CsvReader {
  /** Set once the file cannot be read any further; what is written after that is not looked at. */
  fault: ReadingFault | null = null

  #heldBytes: Uint8Array[] = []
  #heldSize = 0
  #linesDecoded = 0

  #heldText = ''
  #isQuoted = false
  /** A row with a quote in the middle of a cell goes on over the end of its line: is that meant? */
  #isLost = false
  /** The line on which the next row begins. */
  #nextLine = 1

  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

  /** @param onRow - is handed each row with the line that it begins on. */
  constructor(private readonly onRow: (cells: string[], line: number) => void) {}

  write(chunk: Uint8Array): void {
    if (this.fault) return
    // Lines are decoded whole: a line feed is never a part of another character.
    const end = chunk.lastIndexOf(lineFeedByte) + 1
    if (end > 0) {
      this.#hold(chunk.subarray(0, end))
      this.#readHeld()
    }
    this.#hold(chunk.subarray(end))
    if (this.#heldSize > longestRow) {
      this.fault ??= { kind: this.#isQuoted ? 'broken_quotes' : 'endless_row', line: this.#nextLine }
    }
  }

  /** To be called after the last chunk: the last line may have no end. */
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
    // Line by line now, to find the one that cannot be decoded.
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

  /** Reads whole lines, up to the one with a NUL where there is any. */
  #readText(text: string): void {
    const nul = text.indexOf('\0')
    const readable = nul === -1 ? text : text.slice(0, text.lastIndexOf('\n', nul) + 1)
    const isFirst = this.#linesDecoded === 0 && this.#heldText === ''
    this.#linesDecoded += countLineFeeds(readable)
    this.#cutRows(withLineFeeds(isFirst && readable.startsWith(byteOrderMark) ? readable.slice(1) : readable))
    if (nul !== -1) this.fault ??= { kind: 'nul', line: this.#linesDecoded + 1 }
  }

  /** Hands on the rows that are whole: up to the last line feed that is in no quotes. */
  #cutRows(text: string): void {
    const end = this.#endOfRows(text)
    if (end > 0) this.#readRows(this.#takeHeldText(text.slice(0, end)))
    this.#heldText += text.slice(end)
    if (this.#isLost || this.#heldText.length > longestRow) {
      this.fault ??= { kind: this.#isQuoted ? 'broken_quotes' : 'endless_row', line: this.#nextLine }
    }
  }

  /** The text begins with a line, so that what is known of the row before it is whether it goes on. */
  #endOfRows(text: string): number {
    if (!this.#isQuoted && !text.includes('"')) return text.lastIndexOf('\n') + 1
    let end = 0
    let isQuoted = this.#isQuoted
    let hasStrayQuote = false
    let previous = lineFeed
    for (let at = 0; at < text.length; at += 1) {
      const character = text.charCodeAt(at)
      if (character === quote) {
        // A doubled quote inside quotes leaves and enters again, which comes to the same.
        if (!isQuoted && !mayPrecedeQuote(previous)) hasStrayQuote = true
        isQuoted = !isQuoted
      } else if (character === lineFeed && !isQuoted) {
        end = at + 1
        hasStrayQuote = false
      } else if (character === lineFeed && hasStrayQuote) {
        this.#isLost = true
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

  /** Hands on whole rows. */
  #readRows(text: string): void {
    if (text === '' || this.fault) return
    const { data, errors } = Papa.parse<string[]>(text.endsWith('\n') ? text.slice(0, -1) : text, {
      delimiter: ',',
      newline: '\n',
    })
    // A text of one blank line is no rows to papaparse.
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
