import { describe, expect, it } from 'vitest'
import { csvRow, type CsvValue } from './csv'

type Cells = readonly (readonly [value: CsvValue, cell: string])[]

/** Writes the value of each pair into a row of one cell, and returns it with the cell. */
const written = (cells: Cells) => cells.map(([value]) => [value, csvRow([value]).slice(0, -'\r\n'.length)])

describe('csvRow', () => {
  it('separates cells by commas and ends rows with CRLF as RFC 4180 requires', () => {
    expect(csvRow(['a', 'b', ''])).toBe('a,b,\r\n')
    expect(csvRow(['one'])).toBe('one\r\n')
  })

  it('quotes a text only if RFC 4180 requires it', () => {
    const cells: Cells = [
      ['a,b', '"a,b"'],
      ['say "hi"', '"say ""hi"""'],
      ['"', '""""'],
      ['two\nlines', '"two\nlines"'],
      ['two\r\nlines', '"two\r\nlines"'],
      ['plain text; with: others', 'plain text; with: others'],
      [' spaces ', ' spaces '],
    ]
    expect(written(cells)).toEqual(cells)
  })

  it('escapes a text that a spreadsheet would read as a formula', () => {
    const cells: Cells = [
      ['=1+1', "'=1+1"],
      ['+1', "'+1"],
      ['-1', "'-1"],
      ['@SUM(A1)', "'@SUM(A1)"],
      ['\t=1', "'\t'=1"],
      ['\r=1', `"'\r'=1"`],
      ['\n=1', `"'\n'=1"`],
      ['\t', "'\t"],
      ['\0', "'\0"],
      [' =1', "' =1"],
      ['   @x', "'   @x"],
      ['\u00a0=1', "'\u00a0=1"],
      ['\u2003+1', "'\u2003+1"],
      ['\ufeff=1', "'\ufeff=1"],
      ['\u200b=1', "'\u200b=1"],
      ['\u2060\u200d-1', "'\u2060\u200d-1"],
      ['\u00ad=1', "'\u00ad=1"],
      ['\u3164=1', "'\u3164=1"],
      ['\v=1', "'\v=1"],
      ['\0=1', "'\0=1"],
      ['＝1', "'＝1"],
      ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    ]
    expect(written(cells)).toEqual(cells)
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
    const texts = ['a; b', 'a;1=1', ' a=1', '\u200ba-b', 'a;b@c', "a;'", '1=1', 'a-b', 'a@b.example', "'=1", '7xKX']
    expect(texts.map((text) => csvRow([text]))).toEqual(texts.map((text) => `${text}\r\n`))
  })

  it('writes numbers without an exponent, and numbers and booleans without escapes, and no value as an empty cell', () => {
    const cells: Cells = [
      [-1.5, '-1.5'],
      [0, '0'],
      [1e21, '1000000000000000000000'],
      [-2.5e-7, '-0.00000025'],
      [true, 'true'],
      [false, 'false'],
      [null, ''],
      [undefined, ''],
    ]
    expect(written(cells)).toEqual(cells)
  })
})
