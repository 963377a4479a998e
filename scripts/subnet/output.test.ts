import {
  chmodSync,
  chownSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fieldColumns, type CsvColumn } from '@/lib/console/csv'
import { folderWith } from '@/lib/test-support'
import { UsageError } from '../command-line'
import { chosenFormat, formats, openRows, rowTexts } from './output'

interface Row {
  name: string
  count: number | null
  bolts: number
}

describe('chosenFormat', () => {
  const { isTTY } = process.stdout
  const at = (isTerminal: boolean) => Object.assign(process.stdout, { isTTY: isTerminal })
  afterEach(() => void Object.assign(process.stdout, { isTTY }))

  it.each([true, false])('returns the named format, or table for a terminal and csv otherwise: %s', (isTerminal) => {
    at(isTerminal)
    expect(chosenFormat(undefined, undefined)).toBe(isTerminal ? 'table' : 'csv')
    expect(chosenFormat(undefined, 'rows.csv')).toBe('csv')
    for (const format of formats)
      for (const file of [undefined, 'rows']) expect(chosenFormat(format, file)).toBe(format)
  })
})

describe('rowTexts', () => {
  const columns: CsvColumn<Row>[] = fieldColumns(['name', 'count', 'bolts'])
  const rows: Row[] = [
    { name: '=1+1', count: 2, bolts: -1.5e-7 },
    { name: 'a "b"', count: null, bolts: 0 },
  ]

  it('writes CSV as the console does when a text looks like a formula', () => {
    expect(rowTexts('csv', columns)(rows)).toBe(`name,count,bolts\r\n'=1+1,2,-0.00000015\r\n"a ""b""",,0\r\n`)
  })

  it('writes a JSON object per line, with numbers in full, when the format is jsonl', () => {
    const text = rowTexts('jsonl', columns)(rows)
    expect(text).toBe('{"name":"=1+1","count":2,"bolts":-0.00000015}\n{"name":"a \\"b\\"","count":null,"bolts":0}\n')
    for (const line of text.trimEnd().split('\n')) expect(() => JSON.parse(line) as unknown).not.toThrow()
  })

  it('aligns columns when the format is a table', () => {
    expect(rowTexts('table', columns)(rows).split('\n')).toEqual([
      ' name  count        bolts',
      ' =1+1      2  -0.00000015',
      'a "b"                   0',
      '',
    ])
  })

  it.each([
    ['csv', 'name,count,bolts\r\n'],
    ['jsonl', ''],
    ['table', 'name  count  bolts\n'],
  ] as const)('writes only the header of %s when there are no rows', (format, header) => {
    expect(rowTexts(format, columns)([])).toBe(header)
  })

  it('writes the header once and a table as wide as the first rows when rows arrive in parts', () => {
    for (const [format, header] of [
      ['csv', 'name,count,bolts'],
      ['table', 'name  count        bolts'],
    ] as const) {
      const textOf = rowTexts(format, columns)
      const lines = [textOf(rows.slice(0, 1)), textOf(rows.slice(1)), textOf([])].join('').trimEnd().split(/\r?\n/)
      expect(lines).toHaveLength(3)
      expect(lines[0]).toBe(header)
    }
  })
})

describe('openRows', () => {
  let folder: string
  beforeEach(() => (folder = folderWith()))

  it('replaces the file and leaves no temporary file when it succeeds', async () => {
    const file = join(folder, 'figures.csv')
    writeFileSync(file, 'before')
    const output = openRows(fieldColumns(['name']), { output: file })
    await output.write([{ name: 'one' }])
    expect(readFileSync(file, 'utf8')).toBe('before')
    await output.write([{ name: 'two' }])
    await output.end()
    expect(readFileSync(file, 'utf8')).toBe('name\r\none\r\ntwo\r\n')
    expect(readdirSync(folder)).toEqual(['figures.csv'])
  })

  it('keeps the owner and the mode of the file when it exists, whatever the umask', async () => {
    const file = join(folder, 'figures.csv')
    writeFileSync(file, 'before')
    // Every usual umask takes a right of this mode away.
    chmodSync(file, 0o666)
    // Only root can give a file to another user. Others can give it to each of their groups.
    const isRoot = process.getuid?.() === 0
    chownSync(file, isRoot ? 65_534 : -1, isRoot ? 65_534 : (process.getgroups?.().at(-1) ?? -1))
    const { uid, gid, mode } = statSync(file)
    await openRows(fieldColumns(['name']), { output: file }).end()
    expect(statSync(file)).toMatchObject({ uid, gid, mode })
  })

  it('makes a file that only its owner can read', async () => {
    const file = join(folder, 'figures.csv')
    await openRows(fieldColumns(['name']), { output: file }).end()
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('replaces the target of the link when the file is a link', async () => {
    writeFileSync(join(folder, 'figures.csv'), 'before')
    symlinkSync('figures.csv', join(folder, 'latest.csv'))
    await openRows(fieldColumns(['name']), { output: join(folder, 'latest.csv') }).end()
    expect(readFileSync(join(folder, 'figures.csv'), 'utf8')).toBe('name\r\n')
    expect(lstatSync(join(folder, 'latest.csv')).isSymbolicLink()).toBe(true)
  })

  it.each([
    ['a device', '/dev/null', '/dev/null is not a file.'],
    ['a folder', tmpdir(), `${tmpdir()} is not a file.`],
    ['without a name', '', 'The name of a file is empty.'],
    ['in no folder', '/nowhere/rows.csv', 'The folder of /nowhere/rows.csv is missing.'],
  ])('refuses the file when it is %s', (_, file, message) => {
    expect(() => openRows(fieldColumns(['name']), { output: file })).toThrow(new UsageError(message))
  })
})
