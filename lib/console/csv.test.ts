import { describe, expect, it } from 'vitest'
import { csvRow, type CsvValue } from './csv'

describe('csvRow', () => {
  it('separates by commas and ends as RFC 4180 says', () => {
    expect(csvRow(['a', 'b', ''])).toBe('a,b,\r\n')
    expect(csvRow(['one'])).toBe('one\r\n')
  })

  it.each([
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['"', '""""'],
    ['two\nlines', '"two\nlines"'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['plain text; with: others', 'plain text; with: others'],
    [' spaces ', ' spaces '],
  ])('quotes %j only where it must', (value, cell) => expect(csvRow([value])).toBe(`${cell}\r\n`))

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', `"'\r=1"`],
    ['\n=1', `"'\n=1"`],
    ['\0', "'\0"],
    ['＝1', "'＝1"],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ])('keeps the text %j from being a formula', (value, cell) => expect(csvRow([value])).toBe(`${cell}\r\n`))

  it.each(['1=1', 'a-b', 'a@b.example', "'=1", '7xKX'])('leaves %j, which begins none, as it is', (value) => {
    expect(csvRow([value])).toBe(`${value}\r\n`)
  })

  it.each<[CsvValue, string]>([
    [-1.5, '-1.5'],
    [0, '0'],
    [1e21, '1e+21'],
    [true, 'true'],
    [false, 'false'],
    [null, ''],
    [undefined, ''],
  ])('has %j as %s', (value, cell) => expect(csvRow([value])).toBe(`${cell}\r\n`))
})
