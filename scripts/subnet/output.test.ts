import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { amountColumns, fieldColumns, type CsvColumn } from '@/lib/console/shared/csv'
import type { DecimalText } from '@/lib/service'
import { UsageError } from '../command-line'
import { chosenFormat, formats, textOf, writeWhole } from './output'

interface Row {
  name: string
  count: number | null
  bolts: DecimalText
}

describe('chosenFormat', () => {
  const { isTTY } = process.stdout
  const at = (isTerminal: boolean) => Object.assign(process.stdout, { isTTY: isTerminal })
  afterEach(() => void Object.assign(process.stdout, { isTTY }))

  it('gives a table when the rows go to a terminal, and CSV when they go to a pipe or a file', () => {
    at(true)
    expect(chosenFormat(undefined, undefined)).toBe('table')
    expect(chosenFormat(undefined, 'rows.csv')).toBe('csv')
    at(false)
    expect(chosenFormat(undefined, undefined)).toBe('csv')
    expect(chosenFormat(undefined, 'rows.csv')).toBe('csv')
  })

  it.each(formats)('gives %s when it was asked for, wherever the rows go', (format) => {
    for (const isTerminal of [true, false]) {
      at(isTerminal)
      expect(chosenFormat(format, undefined)).toBe(format)
      expect(chosenFormat(format, 'rows')).toBe(format)
    }
  })

  it.each(['', 'CSV', 'json', 'length'])(
    'refuses the format when it is %j, and names those that there are',
    (format) => {
      expect(() => chosenFormat(format, undefined)).toThrow(UsageError)
      expect(() => chosenFormat(format, undefined)).toThrow('--format must be one of csv, jsonl, table.')
    },
  )
})

describe('textOf', () => {
  const columns: CsvColumn<Row>[] = [...fieldColumns(['name', 'count']), ...amountColumns(['bolts'])]
  const rows: Row[] = [
    { name: '=1+1', count: 2, bolts: '-12345678901234567890.5' },
    { name: 'a "b"', count: null, bolts: '0' },
  ]

  it('writes CSV as the console does when a text looks like a formula', () => {
    expect(textOf('csv', columns, rows)).toBe(`name,count,bolts\r\n'=1+1,2,-12345678901234567890.5\r\n"a ""b""",,0\r\n`)
  })

  it('writes a JSON object a line, with numbers in full, when the format is jsonl', () => {
    const text = textOf('jsonl', columns, rows)
    expect(text).toBe(
      '{"name":"=1+1","count":2,"bolts":-12345678901234567890.5}\n{"name":"a \\"b\\"","count":null,"bolts":0}\n',
    )
    for (const line of text.trimEnd().split('\n')) expect(() => JSON.parse(line) as unknown).not.toThrow()
  })

  it('aligns columns when the format is a table', () => {
    expect(textOf('table', columns, rows).split('\n')).toEqual([
      ' name  count                    bolts',
      ' =1+1      2  -12345678901234567890.5',
      'a "b"                               0',
      '',
    ])
  })

  it('writes the header alone when there are no rows', () => {
    expect(textOf('csv', columns, [])).toBe('name,count,bolts\r\n')
    expect(textOf('jsonl', columns, [])).toBe('')
    expect(textOf('table', columns, [])).toBe('name  count  bolts\n')
  })
})

describe('writeWhole', () => {
  let folder: string
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'output-'))))
  afterEach(() => rmSync(folder, { recursive: true }))

  it('replaces the file and leaves no other when it succeeds', () => {
    const file = join(folder, 'figures.csv')
    writeFileSync(file, 'before')
    writeWhole(file, 'after')
    expect(readFileSync(file, 'utf8')).toBe('after')
    expect(readdirSync(folder)).toEqual(['figures.csv'])
  })

  it('leaves no temporary file when the place is taken by a folder', () => {
    const taken = join(folder, 'taken')
    mkdirSync(taken)
    expect(() => writeWhole(taken, 'text')).toThrow(/EISDIR|ENOTEMPTY/)
    expect(readdirSync(folder)).toEqual(['taken'])
  })
})
