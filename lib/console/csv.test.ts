import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { csvRows, fileColumns } from './csv'
import type { Value } from './list'
import { rows } from './test-support'

type Cells = readonly (readonly [value: Value, cell: string])[]

const csvRow = (values: readonly Value[]) => csvRows([values])
/** Writes the value of each pair into a row of one cell, and returns it with the cell. */
const written = (cells: Cells) => cells.map(([value]) => [value, csvRow([value]).slice(0, -'\r\n'.length)])
/** Writes the value of each pair, and returns it with the text that a spreadsheet reads. */
const read = (cells: Cells) =>
  cells.map(([value]) => [value, Papa.parse<string[]>(csvRow([value]), { newline: '\r\n' }).data[0]?.[0]])

describe('csvRows', () => {
  it('separates cells by commas and ends rows with CRLF as RFC 4180 requires', () => {
    expect(csvRow(['a', 'b', ''])).toBe('a,b,\r\n')
    expect(csvRows([['a', 1], ['b']])).toBe('a,1\r\nb\r\n')
    expect(csvRows([])).toBe('')
  })

  it('quotes a text with a byte order mark, or with a space at its ends', () => {
    const cells: Cells = [
      [' spaces ', '" spaces "'],
      ['a \ufeff b', '"a \ufeff b"'],
      ['plain text; with: others', 'plain text; with: others'],
    ]
    expect(written(cells)).toEqual(cells)
  })

  it('escapes a text that a spreadsheet would read as a formula', () => {
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1', '=HYPERLINK("http://x","y")', '\t', '\0', '\0=1', '\v=1']
    const behindBlanks = [' =1', '   @x', '\u00a0=1', '\u2003+1']
    const behindInvisible = ['\ufeff=1', '\u200b=1', '\u2060\u200d-1', '\u00ad=1', '\u3164=1']
    const cells: Cells = [
      ...[...formulas, ...behindBlanks, ...behindInvisible].map((text) => [text, `'${text}`] as const),
      ...['\t', '\r', '\n'].map((end) => [`${end}=1`, `'${end}'=1`] as const),
    ]
    expect(read(cells)).toEqual(cells)
  })

  it('escapes a formula when semicolons, tabs or lines separate cells', () => {
    const cells: Cells = [
      ['a;=1', "a;'=1"],
      ['a; =1', "a;' =1"],
      ['a;\u200b@x;+1', "a;'\u200b@x;'+1"],
      [';-1', ";'-1"],
      ['a;"=1"', `"a;'""=1"""`],
      ["a;'=1", "a;''=1"],
      ['a\t=1', "a\t'=1"],
      ['a\r\n=1', `"a\r\n'=1"`],
      ['a;\t=1', "a;\t'=1"],
      ['=1;=2', "'=1;'=2"],
    ]
    expect(written(cells)).toEqual(cells)
  })

  it('writes half a million separators, blanks or quotes in linear time', () => {
    for (const piece of [';', ' ', '\t', '; ', '\u200b', '"', ";'"]) {
      expect(csvRow([piece.repeat(500_000)]).length).toBeGreaterThan(500_000)
    }
  })

  it('leaves a text unchanged when no cell of it begins with a formula', () => {
    const texts = ['a; b', 'a;1=1', '\u200ba-b', 'a;b@c', "a;'", '1=1', 'a-b', 'a@b.example', "'=1", '7xKX']
    expect(texts.map((text) => csvRow([text]))).toEqual(texts.map((text) => `${text}\r\n`))
  })

  it('writes numbers and booleans without escapes, and no value as an empty cell', () => {
    const cells: Cells = [
      [-1.5, '-1.5'],
      [-1.5e-7, '-0.00000015'],
      [0, '0'],
      [1e21, '1000000000000000000000'],
      [true, 'true'],
      [false, 'false'],
      [null, ''],
      [undefined, ''],
    ]
    expect(written(cells)).toEqual(cells)
  })
})

it('fileColumns returns the columns of the file in its order, with amounts as numbers and times in ISO 8601', () => {
  const row = { id: '01ABC', points: -12.5, at: Date.parse('2026-01-31T12:00:00Z'), note: 'flagged' }
  const valuesOf = (fields: object) => fileColumns(rows, {}).map(({ value }) => value({ ...row, ...fields }))
  expect(fileColumns(rows, {}).map(({ name }) => name)).toEqual(rows.file)
  expect(valuesOf({})).toEqual(['01ABC', -12.5, undefined, '2026-01-31T12:00:00.000Z', true, 'flagged'])
  const at = '2026-01-31T12:00:00Z'
  expect(valuesOf({ points: null, at }).slice(1, 4)).toEqual([null, undefined, at])
})
