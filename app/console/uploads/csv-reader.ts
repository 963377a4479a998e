import Papa from 'papaparse'
import type texts from '@/lib/messages/console/en/uploads.json'

/** A fault of a file, with the values of its text. */
export interface CsvFault {
  /** Each has its text, which says what it means. */
  kind: Exclude<keyof typeof texts.form.faults, 'ragged_row' | 'raggedMore'>
  /** From 1. */
  line?: number
  /** The names of the first columns with this fault, or their positions from 1. */
  names?: string[]
  /** The number of columns or rows with this fault. */
  total?: number
  /** The number of cells in the header. */
  expected?: number
  example?: string
  separator?: 'semicolon' | 'tab' | 'bar'
  /** The first rows with more or fewer cells than the header. */
  first?: { line: number; cells: number }[]
}

/** In characters. A longer row means that the file has an unclosed quote or no line ends. */
const maxRowLength = 1024 * 1024

/**
 * Reads a CSV in chunks, in constant memory. The format is RFC 4180 in UTF-8, with or without a byte order mark, with
 * LF or CRLF at the ends of lines. The reader skips blank lines.
 *
 * papaparse finds the rows. It gets text instead of the file, because it breaks multi-byte characters at the ends of
 * chunks, has no line numbers, and would buffer everything after an unclosed quote.
 */
export class CsvReader {
  /** The first fault. After it, the reader ignores all chunks. */
  fault: CsvFault | null = null
  isWhole = false

  /** The beginning of a row whose end is in a later chunk. */
  #held = ''
  /** The line on which the next row begins. */
  #line = 1
  #isUtf16: boolean | undefined

  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  /** Decodes the same bytes, to find the first byte that is not UTF-8. */
  readonly #lenientDecoder = new TextDecoder('utf-8')

  /** @param onRow - called with each row and the line where it begins. */
  constructor(private readonly onRow: (cells: string[], line: number) => void) {}

  /** @param chunk - undefined at the end. The first chunk has at least two bytes, unless the file is shorter. */
  write(chunk?: Uint8Array): void {
    if (this.fault) return
    this.#isUtf16 ??= chunk !== undefined && ['255,254', '254,255'].includes(chunk.slice(0, 2).join())
    const options = { stream: chunk !== undefined }
    const text = this.#lenientDecoder.decode(chunk, options)
    let wrong = /[\0\ufeff]/
    try {
      this.#decoder.decode(chunk, options)
    } catch {
      wrong = /\ufffd/
    }
    const end = text.search(wrong)
    this.#read(end === -1 ? text : text.slice(0, end))
    if (end === -1) return
    const line = this.#line + countLineFeeds(this.#held)
    const kinds = { '\0': 'nul', '\ufeff': 'mark', '\ufffd': this.#isUtf16 ? 'utf16' : 'not_utf8' } as const
    this.fault ??= { kind: kinds[text[end] as keyof typeof kinds], line }
  }

  /** Call it after the last chunk, because the last line may have no line end. */
  end(): void {
    this.write()
    if (this.fault) return
    this.#read('\n')
    const line = this.#line
    if (this.#held !== '') this.fault ??= faultOfRow(this.#held, line) ?? { kind: 'broken_quotes', line }
    this.isWhole = this.fault === null
  }

  #read(added: string): void {
    const text = (this.#held + added).replaceAll('\r\n', '\n')
    let readTo = 0
    const parser = new Papa.Parser({
      delimiter: ',',
      newline: '\n',
      step: ({ data: [cells], errors, meta }: Papa.ParseStepResult<string[][]>) => {
        const row = text.slice(readTo, meta.cursor)
        this.fault ??= faultOfRow(row, this.#line)
        if (errors.length > 0) this.fault ??= { kind: 'broken_quotes', line: this.#line }
        if (this.fault || !cells) return parser.abort()
        if (row !== '\n') this.onRow(cells, this.#line)
        readTo = meta.cursor
        this.#line += row.includes('"') ? countLineFeeds(row) : 1
      },
    })
    parser.parse(text, 0, true)
    this.#held = text.slice(readTo)
    if (this.fault || this.#held.length <= maxRowLength) return
    this.fault = faultOfRow(this.#held, this.#line) ?? { kind: 'endless_row', line: this.#line }
  }
}

/**
 * Finds what papaparse accepts: a CR outside of quotes, and a quote in the middle of a cell without a partner on its
 * line.
 *
 * @param row - with its line end.
 */
function faultOfRow(row: string, firstLine: number): CsvFault | null {
  if (!row.includes('"') && !row.includes('\r')) return null
  // The row with a quote instead of each quoted part, and a NUL instead of each line feed in it. No row contains a NUL
  // itself. A doubled quote ends one part and begins the next.
  const unquoted = row.replaceAll(/"[^"]*(?:"|$)/g, (part) => `"${'\0'.repeat(countLineFeeds(part))}`)
  const cr = unquoted.indexOf('\r')
  if (cr !== -1) {
    const line = firstLine + (unquoted.slice(0, cr).match(/[\n\0]/g)?.length ?? 0)
    // CR CR LF is CR LF here.
    return { kind: /[\r\n]/.test(unquoted[cr + 1] ?? '') ? 'doubled_return' : 'bare_return', line }
  }
  const isOpen = row.split('"').length % 2 === 0
  return isOpen || countLineFeeds(unquoted) > 1 ? { kind: 'broken_quotes', line: firstLine } : null
}

function countLineFeeds(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

const chunkBytes = 1024 * 1024

/** Reads a file in chunks. Not every browser can iterate over its stream. */
export async function* chunksOf(file: Blob): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < file.size; at += chunkBytes) {
    yield new Uint8Array(await file.slice(at, at + chunkBytes).arrayBuffer())
  }
}
