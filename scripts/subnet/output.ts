import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { once } from 'node:events'
import { UsageError } from '../command-line'
import { serviceText } from '@/lib/service'
import { csvRow, type CsvColumn, type CsvValue } from '@/lib/console/shared/csv'

/** The formats of rows. */
export const formats = ['csv', 'jsonl', 'table'] as const
type Format = (typeof formats)[number]

/** The flags of a command that writes rows. */
export const outputFlags = { format: { type: 'string' }, output: { type: 'string' } } as const
/** Their values. */
export interface OutputFlags {
  format?: string | undefined
  output?: string | undefined
}

/** Their lines in the usage of a command. */
export const outputUsage = `  --format FORMAT  csv, jsonl or table; default table at a terminal, else csv
  --output FILE    writes the rows to a file, which is there at the end or not at all; default stdout
  --help           this text`

/** Where rows go, a few at a time. */
export interface RowOutput<Row> {
  write: (rows: readonly Row[]) => Promise<void>
  /** Puts a file in its place. Without it, a file is as it was before. */
  end: () => Promise<void>
}

/** Where text goes. */
interface Target {
  write: (text: string) => void | Promise<void>
  end: () => void
}

/**
 * Opens what the flags name.
 *
 * @throws UsageError, and what Node throws where the file cannot be written.
 */
export function openRows<Row>(columns: readonly CsvColumn<Row>[], { format, output }: OutputFlags): RowOutput<Row> {
  const textOf = rowTexts(chosenFormat(format, output), columns)
  const target = output === undefined ? toStdout : wholeFile(output)
  return {
    write: async (rows) => target.write(textOf(rows)),
    async end() {
      // Without any row there is still a header.
      await target.write(textOf([]))
      target.end()
    },
  }
}

/**
 * The format that was asked for, or the usual one.
 *
 * @param output - the file that the rows go to; undefined for stdout.
 * @throws UsageError
 */
export function chosenFormat(format: string | undefined, output: string | undefined): Format {
  const wanted = format ?? (process.stdout.isTTY && output === undefined ? 'table' : 'csv')
  const chosen = formats.find((each) => each === wanted)
  if (!chosen) throw new UsageError(`--format must be one of ${formats.join(', ')}.`)
  return chosen
}

/**
 * Gives the text of some rows, with the header before the first ones and nothing else in it. Amounts keep all their
 * digits. A table is as wide as its first rows need.
 */
export function rowTexts<Row>(format: Format, columns: readonly CsvColumn<Row>[]): (rows: readonly Row[]) => string {
  const names = columns.map(({ name }) => name)
  let header: readonly string[][] = format === 'jsonl' ? [] : [names]
  let widths: number[] | undefined
  const jsonLine = (values: readonly CsvValue[]) =>
    `{${values.map((value, column) => `${JSON.stringify(names[column])}:${jsonIn(value)}`).join(',')}}\n`

  function tableOf(lines: readonly CsvValue[][]): string {
    // A text of another system may have signs that a terminal obeys.
    const cells = lines.map((values) => values.map((value) => serviceText(textIn(value)) ?? ''))
    widths ??= names.map((_, column) => cells.reduce((max, line) => Math.max(max, line[column]?.length ?? 0), 0))
    const line = (values: string[]) => values.map((cell, column) => cell.padStart(widths?.[column] ?? 0)).join('  ')
    return cells.map((values) => `${line(values)}\n`).join('')
  }

  return (rows) => {
    const lines = [...header, ...rows.map((row) => columns.map(({ value }) => value(row)))]
    header = []
    if (format === 'table') return tableOf(lines)
    return lines.map(format === 'csv' ? csvRow : jsonLine).join('')
  }
}

/** Writes a file that is there whole or as it was before. */
export function writeWhole(file: string, text: string): void {
  const target = wholeFile(file)
  void target.write(text)
  target.end()
}

/** A file that is written beside its place, and moved there at its end. */
function wholeFile(file: string): Target {
  if (file === '') throw new UsageError('The name of a file is empty.')
  if (!existsSync(dirname(file))) throw new UsageError(`The folder of ${file} is missing.`)
  const before = statSync(file, { throwIfNoEntry: false })
  // Moving a file to the place of a device would replace the device.
  if (before && !before.isFile()) throw new UsageError(`${file} is not a file.`)
  const place = before ? realpathSync(file) : file
  const temporary = `${place}.${randomBytes(4).toString('hex')}.tmp`
  const remove = () => rmSync(temporary, { force: true })
  const descriptor = openSync(temporary, 'wx', before?.mode)
  process.once('exit', remove)
  return {
    write: (text: string) => writeFileSync(descriptor, text),
    end() {
      // After a power cut, a file that was only moved can be empty.
      fsyncSync(descriptor)
      closeSync(descriptor)
      renameSync(temporary, place)
      process.off('exit', remove)
    },
  }
}

const toStdout: Target = {
  async write(text) {
    if (!process.stdout.write(text)) await once(process.stdout, 'drain')
  },
  end() {},
}

const textIn = (value: CsvValue) => (typeof value === 'object' ? (value?.amount ?? '') : String(value ?? ''))
const jsonIn = (value: CsvValue) => (typeof value === 'string' ? JSON.stringify(value) : textIn(value) || 'null')
