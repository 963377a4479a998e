import { describe, expect, it } from 'vitest'
import { CsvCheck } from './csv-check'
import { stopsUpload, type CsvFault } from './csv-faults'

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
          { line: 2, cells: ['run-ä', 'first'] },
          { line: 4, cells: ['run-b', 'two\nlines, "quoted"'] },
          { line: 6, cells: ['run-🚀', ''] },
          { line: 7, cells: ['run-d', '=5" x 3"'] },
          { line: 8, cells: ['run-e', 'last'] },
        ],
        faults: [],
      })
    }
  })

  it('has no fault when it has blank lines or no final line feed', () => {
    for (const content of ['a,b\n1,2', 'a,b\n1,2\n', '\n\na,b\n\n\n1,2\n\n', 'a,b\r\n1,2\r\n\r\n']) {
      expect(check(content)).toMatchObject({ rows: 1, columns: ['a', 'b'], faults: [] })
    }
  })

  it('has no fault when it has blanks after a closing quote and empty quoted cells', () => {
    expect(check('"a" ,"b"\t\r\n"",""""\r')).toMatchObject({
      columns: ['a', 'b'],
      preview: [{ line: 2, cells: ['', '"'] }],
      faults: [],
    })
  })

  it('has a preview of only its first rows, with truncated cells', () => {
    const report = check(`a,b\n${'x'.repeat(500)},1\n${many(1000, '1,2\n')}`)
    expect(report.rows).toBe(1001)
    expect(report.preview).toHaveLength(10)
    expect(report.preview[0]?.cells[0]).toBe(`${'x'.repeat(199)}…`)
  })

  it('has a preview of only its first columns', () => {
    const names = Array.from({ length: 100 }, (_, index) => `column_${index}`)
    const report = check(`${names.join(',')}\n${names.join(',')}\n`)
    expect(report).toMatchObject({ columnCount: 100, rows: 1, faults: [] })
    expect(report.columns).toHaveLength(8)
    expect(report.preview[0]?.cells).toHaveLength(8)
  })

  it('has no fault when it has the expected columns in any order and further columns', () => {
    const expectedColumns = ['event_id', 'task id']
    expect(check('note,task id,event_id\n1,2,3\n', { expectedColumns }).faults).toEqual([])
  })

  it('has no fault when a cell has CR, LF or invisible characters', () => {
    expect(check('a,b\n"1\r2\r\r\n3\r\n","\u200b\u00a04 "\n').faults).toEqual([])
    expect(check('a,b\r\n"1\n2",\u200b\r\n3,4').faults).toEqual([])
  })
})

const rows = 'event_id,task_id\n1,2\n'

/** Makes a header with `count` names, and a row below it. */
const wide = (count: number, nameOf = (index: number) => `n${index}`) =>
  `${Array.from({ length: count }, (_, index) => nameOf(index)).join(',')}\n${','.repeat(count - 1)}\n`

const blanksIn = (...names: string[]): CsvFault => ({ kind: 'blanks_in_names', line: 1, names })

/** Files with one fault that stops the upload. */
const stopping: [Content, CsvFault][] = [
  ['', { kind: 'empty' }],
  ['\n\r\n\n', { kind: 'empty' }],
  ['\ufeff', { kind: 'empty' }],
  ['event_id,task_id\n', { kind: 'no_rows' }],
  ['\n,\n1,2\n', { kind: 'no_header', line: 2 }],
  ['a,b,a,a\n1,2,3,4\n', { kind: 'duplicate_columns', line: 1, names: ['a'] }],
  ['a,a \n1,2\n', { kind: 'duplicate_columns', line: 1, names: ['a'] }],
  [
    wide(1000, (index) => `n${index % 500}`),
    { kind: 'duplicate_columns', line: 1, names: Array.from({ length: 20 }, (_, index) => `n${index}`) },
  ],
  [wide(1001), { kind: 'too_many_columns', line: 1, total: 1001, max: 1000 }],
  ['a,b\n1\n', { kind: 'every_row_ragged', expected: 2, total: 1, first: [{ line: 2, cells: 1 }] }],
  // Latin-1, a character that is cut off at the end, and UTF-16 with and without a mark.
  [mixed(rows, 'caf', [0xe9], ',2\n'), { kind: 'not_utf8', line: 3 }],
  [mixed(rows, 'a,b\n1,', [0xf0, 0x9f]), { kind: 'not_utf8', line: 4 }],
  [mixed([0xff, 0xfe], 'a\0,\0b\0\n\0'), { kind: 'utf16', line: 1 }],
  ['a\0,\0b\0\n\0', { kind: 'nul', line: 1 }],
  [`${rows}1,2\n3,\0\n`, { kind: 'nul', line: 4 }],
  // Line ends: CR alone, also in a long file, and CR CR LF.
  ['a,b\r1,2\r3,4\r', { kind: 'bare_return', line: 1 }],
  [`a,b\r${many(300_000, '1,2\r')}`, { kind: 'bare_return', line: 1 }],
  [`${rows}"1\n2",3\r"4",5\n`, { kind: 'bare_return', line: 4 }],
  ['a,b\r\r\n1,2\r\r\n', { kind: 'doubled_return', line: 1 }],
  ['a,b\r\n"1\r\n2",3\r\r\n', { kind: 'doubled_return', line: 3 }],
  // A byte order mark after the start.
  ['\ufeff\ufeffa,b\n1,2\n', { kind: 'mark', line: 1 }],
  [`${rows}\ufeff${rows}`, { kind: 'mark', line: 3 }],
  [`${rows}3,4\ufeff\n`, { kind: 'mark', line: 3 }],
  // Blanks and invisible characters in the header.
  ['a, b,\tc\n1,2,3\n', blanksIn('b', 'c')],
  ['a\u00a0,b\n1,2\n', blanksIn('a')],
  ['\na\u2003c,"b\nd"\n1,2\n', { ...blanksIn('a\u2003c', 'b\nd'), line: 2 }],
  ['\u200ba,b\u00ad\ufe0f,\u2060c\n1,2,3\n', blanksIn('a', 'b', 'c')],
  // A quote that is not closed, in the middle of a cell, after a blank, or before more of the cell.
  [`${rows}1,"2\n3,4\n`, { kind: 'broken_quotes', line: 3 }],
  [`${rows}5" box,2\n3,"4"\n`, { kind: 'broken_quotes', line: 3 }],
  [`${rows}1, "2\n3"\n`, { kind: 'broken_quotes', line: 3 }],
  [`${rows}"1"x,2\n3,"4"\n`, { kind: 'broken_quotes', line: 3 }],
]

const [ulid, time] = ['01ARZ3NDEKTSV4RRFFQ69G5FAV', '2026-01-31T00:00:00Z']
const ragged = [
  { line: 3, cells: 1 },
  { line: 6, cells: 3 },
]

/** Files with one fault that the user may ignore. */
const doubtful: [Content, CsvFault][] = [
  ['a,,b\n1,2,3\n', { kind: 'unnamed_columns', line: 1, names: ['2'] }],
  ['run-1,17.5\nrun-2,18\n', { kind: 'header_looks_like_data', line: 1, example: '17.5' }],
  [`${ulid},x\n1,2\n`, { kind: 'header_looks_like_data', line: 1, example: ulid }],
  [`${time},x\n1,2\n`, { kind: 'header_looks_like_data', line: 1, example: time }],
  ['a,task id\n1,2\n', { ...blanksIn('task id'), kind: 'spaces_in_names' }],
  ['a;b\n1;2\n', { kind: 'other_separator', line: 1, separator: 'semicolon' }],
  ['a,b\n1,2\n1\n"x\ny",2\n1,2,3\n', { kind: 'ragged_rows', expected: 2, total: 2, first: ragged }],
]

describe('CsvCheck: faults', () => {
  it('reports the only fault of a file, and whether it stops the upload', () => {
    for (const [content, fault] of [...stopping, ...doubtful]) {
      for (const chunkBytes of [2, 5, 100_000]) {
        if (content.length > 10_000 && chunkBytes < 10) continue
        expect(check(content, { chunkBytes }).faults).toEqual([fault])
      }
    }
    expect(stopping.filter(([, fault]) => !stopsUpload(fault))).toEqual([])
    expect(doubtful.filter(([, fault]) => stopsUpload(fault))).toEqual([])
  })

  it('reports a missing column, which stops the upload', () => {
    const { faults } = check('Event_ID,task_id\n1,2\n', { expectedColumns: ['event_id', 'task_id'] })
    expect(faults).toEqual([{ kind: 'missing_columns', names: ['event_id'] }])
    expect(faults.every(stopsUpload)).toBe(true)
  })

  it('reports the total of ragged rows and the first 20 of them', () => {
    const [fault] = check(`a,b\n${many(1000, '1,2\n1\n')}`).faults
    expect(fault).toMatchObject({ kind: 'ragged_rows', total: 1000 })
    expect(fault).toHaveProperty('first.length', 20)
    expect(fault).toHaveProperty('first.19', { line: 41, cells: 1 })
  })

  it('counts the rows before the fault', () => {
    const report = check(mixed(rows, 'x,', [0xff], '\n'))
    expect(report).toMatchObject({ rows: 1, columns: ['event_id', 'task_id'] })
  })

  it('reports every row as ragged only when it has read the whole file', () => {
    const csv = new CsvCheck([])
    csv.write(bytesOf('a,b\n1\n'))
    expect(csv.report().faults).toMatchObject([{ kind: 'ragged_rows' }])
    csv.end()
    expect(csv.report().faults).toMatchObject([{ kind: 'every_row_ragged' }])
  })
})

it('CsvCheck reports too many columns without comparing all names when a header has more than 1,000 names', () => {
  expect(check(wide(1000)).faults).toEqual([])
  // Comparing 150,000 names with each other takes longer than a test may.
  for (const nameOf of [undefined, () => 'name', (index: number) => `n${index % 75_000}`]) {
    const fault = { kind: 'too_many_columns', line: 1, total: 150_000, max: 1000 }
    expect(check(wide(150_000, nameOf)).faults).toEqual([fault])
  }
})

describe('CsvCheck: memory', () => {
  const megabyte = bytesOf('x'.repeat(1024 * 1024))
  /** The bytes of a character that one chunk begins and the next chunk completes. */
  const [firstByte = 0, secondByte = 0] = bytesOf('é')
  const halfCharacters = mixed([secondByte], 'é'.repeat(32 * 1024 - 1), [firstByte])

  it.each([
    ['without a line', 'endless_row', ''],
    ['with a quote that is not closed', 'broken_quotes', '"\n'],
    ['with a quote that is not closed, and lines', 'broken_quotes', `"${many(1000, 'x\n')}`],
  ] as const)('is bounded by the maximum row length in a file %s', (_what, kind, start) => {
    const csv = new CsvCheck([])
    csv.write(bytesOf(`${rows}${start}`))
    let written = 0
    for (; !csv.fault && written < 10; written += 1) csv.write(megabyte)
    expect(written).toBeLessThan(4)
    expect(csv.report().faults).toEqual([{ kind, line: 3 }])
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
