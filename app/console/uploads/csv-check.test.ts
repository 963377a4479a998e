import { ReadableStream as NodeStream } from 'node:stream/web'
import { describe, expect, it } from 'vitest'
import { formatsOf } from '@/lib/format'
import { consoleTexts } from '@/lib/skin/texts'
import '@/lib/skin/test-support'
import { checkFile, CsvCheck, faultText, stopsUpload, type CsvFault } from './csv-check'

type Content = string | Uint8Array

const bytesOf = (content: Content) => (typeof content === 'string' ? new TextEncoder().encode(content) : content)

function check(content: Content, options: { chunkBytes?: number; expectedColumns?: string[] } = {}) {
  const csv = new CsvCheck(options.expectedColumns ?? [])
  const bytes = bytesOf(content)
  const chunkBytes = options.chunkBytes ?? (bytes.length || 1)
  for (let at = 0; at < bytes.length; at += chunkBytes) csv.write(bytes.slice(at, at + chunkBytes))
  csv.end()
  return csv.report()
}

/** Joins the bytes of texts and raw bytes, in order. */
const mixed = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...bytesOf(part)] : part)))

const many = (count: number, row: string) => row.repeat(count)

describe('CsvCheck: a valid file', () => {
  const csv =
    '\ufeffevent_id,note\r\nrun-ä,first\r\n\r\nrun-b,"two\r\nlines, ""quoted"""\r\nrun-🚀,\r\n"run-d",=5" x 3"\r\nrun-e,last'

  it('has the same report when it arrives in chunks of any size', () => {
    for (const chunkBytes of [1, 2, 3, 5, 7, 64, 10_000]) {
      expect(check(csv, { chunkBytes })).toEqual({
        rows: 5,
        columnCount: 2,
        columns: ['event_id', 'note'],
        preview: [
          { line: 2, cells: ['run-ä', 'first'], cellCount: 2 },
          { line: 4, cells: ['run-b', 'two\r\nlines, "quoted"'], cellCount: 2 },
          { line: 6, cells: ['run-🚀', ''], cellCount: 2 },
          { line: 7, cells: ['run-d', '=5" x 3"'], cellCount: 2 },
          { line: 8, cells: ['run-e', 'last'], cellCount: 2 },
        ],
        faults: [],
      })
    }
  })

  it('has a preview of only its first rows and columns, with truncated cells', () => {
    const names = Array.from({ length: 100 }, (_, index) => `column_${index}`).join(',')
    const report = check(`${names}\n${'x'.repeat(500)}${','.repeat(99)}\n${many(1000, `${names}\n`)}`)
    expect(report).toMatchObject({ columnCount: 100, rows: 1001, faults: [] })
    expect(report.columns).toHaveLength(8)
    expect(report.preview).toHaveLength(5)
    expect(report.preview[0]?.cells).toEqual([`${'x'.repeat(199)}…`, ...Array<string>(7).fill('')])
  })

  it('has no fault when it has what RFC 4180 allows, blank lines, blanks after a quote, or any expected columns', () => {
    for (const content of [
      'a,b\n1,2',
      'a,b\n1,2\n',
      '\n\na,b\n\n\n1,2\n\n',
      'a,b\r\n1,2\r\n\r\n',
      'a,b\n"1\r2\r\r\n3\r\n","\u200b\u00a04 "\n',
      'a,b\r\n"1\n2",\u200b\r\n',
      '"a" ,"b"\t\r\n"",""""\r',
      // Numbers and words that no spreadsheet has changed.
      'a,b\n1.5e-7,#42\n',
      'a,b\n123456789012345678,#great!\n',
      'a,b\n,0\n',
      'a,b\nsep=,2\n',
    ]) {
      expect(check(content), content).toMatchObject({ rows: 1, columns: ['a', 'b'], faults: [] })
    }
    expect(check('"a" ,"b"\t\r\n"",""""\r').preview).toEqual([{ line: 2, cells: ['', '"'], cellCount: 2 }])
    const expectedColumns = ['event_id', 'task id']
    expect(check('note,task id,event_id\n1,2,3\n', { expectedColumns }).faults).toEqual([])
  })
})

const textsOf = (faults: CsvFault[]) => faults.map((fault) => faultText(fault, consoleTexts(), formatsOf('en').list))

const rows = 'event_id,task_id\n1,2\n'

/** Makes a header with `count` names, and a row below it. */
const wide = (count: number, nameOf = (index: number) => `n${index}`) =>
  `${Array.from({ length: count }, (_, index) => nameOf(index)).join(',')}\n1${','.repeat(count - 1)}\n`

/** Files with one fault that stops the upload, and a part of its text. */
const stopping: [Content, string][] = [
  ['', 'The file is empty. Choose one'],
  ['\n\r\n\n', 'The file is empty.'],
  ['\ufeff', 'The file is empty.'],
  ['event_id,task_id\n', 'The file has a header row, but no rows below it.'],
  ['\n,\n1,2\n', 'Line 2: the header row has no column names.'],
  ['a,b,a,a\n1,2,3,4\n', 'Line 1: more than one column is named a.'],
  ['a,a,b,b\n1,2,3,4\n', 'Line 1: more than one column is named a and b.'],
  [wide(1000, (index) => `n${index % 500}`), ' n18, and n19.'],
  [wide(1001), 'Line 1: 1,001 columns, and the limit is 1,000.'],
  ['a,b\n1\n', 'Every row has more or fewer cells than the header, which has 2.'],
  // Rows without a value: cleared cells of a spreadsheet, blanks, and the end of a file in MS-DOS.
  [`${rows}1,2\n${many(998, ',\n')}`, 'Line 4 has no values'],
  [`${rows}\n"3\n4",5\n,,\n6,7\n`, 'Line 6 has no values'],
  [`${rows}" , ,"\n`, 'Line 3 has no values'],
  [`${rows}"",""`, 'Line 3 has no values'],
  [`${rows} \u00a0,\u200b\r\n`, 'Line 3 has no values'],
  [`${rows} \n`, 'Line 3 has no values'],
  [`${rows}; ;\n`, 'Line 3 has no values'],
  [`${rows}\x1a`, 'Line 3 has no values'],
  ['a\n1\n""\n', 'Line 3 has no values'],
  // Excel's line about the separator, with as many columns as the rows have and with others.
  ['sep=,\r\na,b\r\n1,2\r\n', 'Line 1 tells Excel the separator'],
  ['\ufeff"sep=;"\na,b,c\n1,2,3\n', 'Line 1 tells Excel the separator'],
  ['SEP=\t\na\n1\n', 'Line 1 tells Excel the separator'],
  // Latin-1, a character that is cut off at the end, and UTF-16.
  [mixed(rows, 'caf', [0xe9], ',2\n'), 'Line 3, column 1: this isn’t UTF-8.'],
  [mixed(rows, 'a,b\n1,', [0xf0, 0x9f]), 'Line 4, column 2: this isn’t UTF-8.'],
  [mixed([0xff, 0xfe], 'a\0,\0b\0\n\0'), 'Line 1, column 1: this isn’t UTF-8.'],
  ['a\0,\0b\0\n\0', 'Line 1, column 1 has a NUL character.'],
  [`${rows}1,2\n3,\0\n`, 'Line 4, column 2 has a NUL character.'],
  // Line ends: CR alone, also in a long file, and CR CR LF.
  ['a,b\r1,2\r3,4\r', 'Line 1 ends with a CR that isn’t part of CRLF.'],
  [`a,b\r${many(300_000, '1,2\r')}`, 'Line 1 ends with a CR that isn’t part of CRLF.'],
  ['a,b\r\r\n1,2\r\r\n', 'Line 1 ends with a CR that isn’t part of CRLF.'],
  ['a,b\r\n"1\r\n2",3\r\r\n', 'Line 2 ends with a CR that isn’t part of CRLF.'],
  // A byte order mark after the start.
  ['\ufeff\ufeffa,b\n1,2\n', 'Line 1, column 1 has a byte order mark'],
  [`${rows}\ufeff${rows}`, 'Line 3, column 1 has a byte order mark'],
  [`${rows}3,4\ufeff\n`, 'Line 3, column 2 has a byte order mark'],
  // A quote that is not closed, in the middle of a cell, after a blank, or before more of the cell.
  [`${rows}1,"2\n3,4\n`, 'Line 3: a quote is missing or misplaced'],
  [`${rows}5" box,2\n3,"4"\n`, 'Line 3: a quote is missing or misplaced'],
  [`${rows}1, "2\n3"\n`, 'Line 3: a quote is missing or misplaced'],
  [`${rows}"1"x,2\n3,"4"\n`, 'Line 3: a quote is missing or misplaced'],
]

const [ulid, time] = ['01ARZ3NDEKTSV4RRFFQ69G5FAV', '2026-01-31T00:00:00{Z}']

/** Files with one fault that the user may ignore, and a part of its text. */
const doubtful: [Content, string][] = [
  ['a,,b\n1,2,3\n', 'Line 1: column 2 has no name.'],
  ['a,,b,\n1,2,3,4\n', 'Line 1: columns 2 and 4 have no name.'],
  ['run-1,17.5\nrun-2,18\n', 'Line 1 should hold column names, but “17.5” looks like data.'],
  [`${ulid},x\n1,2\n`, `but “${ulid}” looks like data.`],
  [`${time},x\n1,2\n`, `but “${time}” looks like data.`],
  ['a;b\n1;2\n', 'Line 1: only one column, containing semicolons.'],
  ['a\tb\n1\t2\n', 'containing tabs.'],
  ['a|b\n1|2\n', 'containing bars.'],
  [
    'a,b\n1,2\n1\n"x\ny",2\n1,2,3\n',
    '2 rows have more or fewer cells than the header, which has 2. Subnet Rewards doesn’t say whether it accepts the other rows.',
  ],
  // What spreadsheets write in place of a value, in several languages.
  ...['1.23E+17', '1E+18', '#REF!', '#NAME?', '#VALUE!', '#N/A', '#NV', '#DIV/0!', '#¿NOMBRE?', '########'].map(
    (cell) => [`${rows}1,2\n3,${cell}\n4,${cell}\n`, `Line 4, column 2 has “${cell}”`] as [Content, string],
  ),
  [`${rows}"1,23E+17",2\n`, 'Line 3, column 1 has “1,23E+17”'],
  ['a,#REF!\n1,2\n', 'Line 1, column 2 has “#REF!”'],
]

describe('CsvCheck: faults', () => {
  it('reports the only fault of a file, and whether it stops the upload', () => {
    for (const [content, text] of [...stopping, ...doubtful]) {
      for (const chunkBytes of [2, 5, 100_000]) {
        if (content.length > 10_000 && chunkBytes < 10) continue
        const { faults } = check(content, { chunkBytes })
        expect(textsOf(faults)).toEqual([expect.stringContaining(text)])
        expect(faults.some(stopsUpload), text).toBe(stopping.some(([, each]) => each === text))
      }
    }
  })

  it('reports missing columns, which stop the upload', () => {
    const { faults } = check('Event_ID,task_id\n1,2\n', { expectedColumns: ['event_id', 'task_id'] })
    expect(textsOf(faults)).toEqual([
      expect.stringMatching(
        /^Missing column: event_id\. Names are case-sensitive\. If Subnet Rewards no longer needs it, /,
      ),
    ])
    expect(faults.every(stopsUpload)).toBe(true)
    const none = check('d\n1\n', { expectedColumns: ['a', 'b', 'c'] })
    expect(textsOf(none.faults)).toEqual([expect.stringContaining('Missing columns: a, b, and c.')])
  })

  it('reports the total of ragged rows and the first 20 of them', () => {
    const [fault] = check(`a,b\n"x\ny",2\n1,2,3\n${many(999, '1,2\n1\n')}`).faults
    expect(fault).toMatchObject({ kind: 'ragged_rows', total: 1000 })
    expect(fault?.first).toHaveLength(20)
    expect(fault?.first?.slice(0, 2)).toEqual([
      { line: 4, cells: 3 },
      { line: 6, cells: 1 },
    ])
  })

  it('reports every row as ragged only when it has read the whole file', () => {
    const csv = new CsvCheck([])
    csv.write(bytesOf('a,b\n1\n'))
    expect(csv.report()).toMatchObject({ rows: 1, faults: [{ kind: 'ragged_rows' }] })
    csv.end()
    expect(csv.report().faults).toMatchObject([{ kind: 'every_row_ragged' }])
  })

  it('reports too many columns without comparing all names when a header has more than 1,000 names', () => {
    expect(check(wide(1000)).faults).toEqual([])
    // Comparing 150,000 names with each other takes longer than a test may.
    for (const nameOf of [undefined, () => 'name', (index: number) => `n${index % 75_000}`]) {
      expect(textsOf(check(wide(150_000, nameOf)).faults)).toEqual([expect.stringContaining('150,000 columns')])
    }
  })
})

describe('CsvCheck: memory', () => {
  const megabyte = bytesOf('x'.repeat(1024 * 1024))
  /** The bytes of a character that one chunk begins and the next chunk completes. */
  const [firstByte = 0, secondByte = 0] = bytesOf('é')
  const halfCharacters = mixed([secondByte], 'é'.repeat(32 * 1024 - 1), [firstByte])

  it('is bounded by the maximum row length in a file without a line, or with a quote that is not closed', () => {
    for (const [start, text] of [
      ['', 'Line 3 is longer than 1 MB.'],
      ['"\n', 'Line 3: a quote is missing or misplaced'],
      [`"${many(1000, 'x\n')}`, 'Line 3: a quote is missing or misplaced'],
    ] as const) {
      const csv = new CsvCheck([])
      csv.write(bytesOf(`${rows}${start}`))
      let written = 0
      for (; !csv.fault && written < 10; written += 1) csv.write(megabyte)
      expect(written, text).toBeLessThan(4)
      expect(textsOf(csv.report().faults)).toEqual([expect.stringContaining(text)])
    }
  })

  it('is bounded when chunks end in the middle of a character', () => {
    const csv = new CsvCheck([])
    csv.write(mixed(rows, [firstByte]))
    let written = 0
    for (; !csv.fault && written < 100; written += 1) csv.write(halfCharacters)
    expect(written).toBe(33)
    expect(csv.report().faults).toEqual([{ kind: 'endless_row', line: 3 }])
  })
})

it('checkFile reads no further when the user has stopped the check', async () => {
  let read = 0
  async function* chunks() {
    for (; read < 10; read += 1) yield bytesOf('1,2\n')
  }
  const check = await checkFile(
    NodeStream.from(chunks()) as ReadableStream<Uint8Array>,
    [],
    () => {},
    () => read === 2,
  )
  expect(check).toMatchObject({ kind: 'stopped', readBytes: 8, report: { rows: 1 } })
  expect(read).toBe(2)
})
