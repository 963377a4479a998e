import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fchmodSync,
  fchownSync,
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
import { decimalText } from '@/lib/format'
import { serviceText } from '@/lib/service'
import { csvRows, type CsvColumn } from '@/lib/console/csv'
import { ExportRemarks, type ExportPart } from '@/lib/console/export-parts'
import type { Value } from '@/lib/console/list'
import { consoleText } from '../checks/texts'
import { exitCodes } from './exit-codes'

export const formats = ['csv', 'jsonl', 'table'] as const
type Format = (typeof formats)[number]

export const outputFlags = { format: { type: 'string' }, output: { type: 'string' } } as const
export interface OutputFlags {
  format?: string | undefined
  output?: string | undefined
}

export const outputUsage = `  --format FORMAT  csv, jsonl or table; default table at a terminal, else csv
  --output FILE    writes the rows to a file, which appears only when it is complete; default stdout
  --help           this text`

interface Target {
  write: (text: string) => void | Promise<void>
  end: () => void
}

/** Opens the output that the flags name. @throws UsageError, or Node's error if the file cannot be written */
export function openRows<Row>(columns: readonly CsvColumn<Row>[], { format, output }: OutputFlags) {
  const textOf = rowTexts(chosenFormat(format, output), columns)
  const target = output === undefined ? toStdout : wholeFile(output)
  return {
    write: async (rows: readonly Row[]) => target.write(textOf(rows)),
    /** Replaces the file. Without this call, an existing file stays unchanged. */
    async end() {
      // Writes the header if there was no row.
      await target.write(textOf([]))
      target.end()
    },
  }
}

/** Returns the format of the flag, or the default for the output. @throws UsageError */
export function chosenFormat(format: string | undefined, output: string | undefined): Format {
  const wanted = format ?? (process.stdout.isTTY && output === undefined ? 'table' : 'csv')
  const chosen = formats.find((each) => each === wanted)
  if (!chosen) throw new UsageError(`--format must be one of ${formats.join(', ')}.`)
  return chosen
}

/** Returns a function that formats rows. Its first rows get a header, and decide the width of a table. */
export function rowTexts<Row>(format: Format, columns: readonly CsvColumn<Row>[]): (rows: readonly Row[]) => string {
  const names = columns.map(({ name }) => name)
  let header: readonly string[][] = format === 'jsonl' ? [] : [names]
  let widths: number[] | undefined
  const jsonLine = (values: readonly Value[]) =>
    `{${values.map((value, column) => `${JSON.stringify(names[column])}:${jsonIn(value)}`).join(',')}}\n`

  function tableOf(lines: readonly Value[][]): string {
    // Texts of another system may contain control characters for a terminal.
    const cells = lines.map((values) => values.map((value) => serviceText(textIn(value)) ?? ''))
    widths ??= names.map((_, column) => cells.reduce((max, line) => Math.max(max, line[column]?.length ?? 0), 0))
    const line = (values: string[]) => values.map((cell, column) => cell.padStart(widths?.[column] ?? 0)).join('  ')
    return cells.map((values) => `${line(values)}\n`).join('')
  }

  return (rows) => {
    const lines = [...header, ...rows.map((row) => columns.map(({ value }) => value(row)))]
    header = []
    if (format === 'table') return tableOf(lines)
    return format === 'csv' ? csvRows(lines) : lines.map(jsonLine).join('')
  }
}

/** Opens a temporary file in the folder of its destination, and moves it there at the end. */
function wholeFile(file: string): Target {
  if (file === '') throw new UsageError('The name of a file is empty.')
  if (!existsSync(dirname(file))) throw new UsageError(`The folder of ${file} is missing.`)
  const before = statSync(file, { throwIfNoEntry: false })
  // Moving a file over a device would replace the device.
  if (before && !before.isFile()) throw new UsageError(`${file} is not a file.`)
  const place = before ? realpathSync(file) : file
  const temporary = `${place}.${randomBytes(4).toString('hex')}.tmp`
  const remove = () => rmSync(temporary, { force: true })
  // The rows may name people.
  const descriptor = openSync(temporary, 'wx', 0o600)
  process.once('exit', remove)
  if (before) {
    try {
      // Only root can give a file to another user.
      fchownSync(descriptor, process.getuid?.() === 0 ? before.uid : -1, before.gid)
    } catch {
      // Others can give a file only to a group of theirs.
    }
    fchmodSync(descriptor, before.mode)
  }
  return {
    write: (text: string) => writeFileSync(descriptor, text),
    end() {
      // Without fsync, the moved file can be empty after a power cut.
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

const textIn = (value: Value) => (typeof value === 'number' ? decimalText(value) : String(value ?? ''))
const jsonIn = (value: Value) => (typeof value === 'string' ? JSON.stringify(value) : textIn(value) || 'null')

/**
 * Passes the rows of an export, like `conversions`, on to `take`, and shows the progress on stderr at a terminal.
 * Returns remarks, which explain why rows may be missing or wrong; none if the rows are whole.
 */
export async function readParts<Row extends object>(
  name: string,
  parts: AsyncIterable<ExportPart<Row>>,
  take: (rows: readonly Row[]) => unknown,
): Promise<string[]> {
  const remarks = new ExportRemarks()
  let read = 0
  try {
    for await (const part of parts) {
      remarks.add(part)
      // It ends the command.
      if (part.kind === 'failed') throw part.error
      if (part.kind === 'pause') reportPause(part.seconds)
      if (part.kind !== 'rows') continue
      // The rows may go to the same terminal.
      showProgress('')
      await take(part.rows)
      read += part.rows.length + (part.unreadable ?? 0)
      showProgress(part.total === undefined ? `${read} ${name}` : `${read} of ${part.total} ${name}`)
    }
  } finally {
    showProgress('')
  }
  return remarks.texts(consoleText)
}

/**
 * Writes the rows of an export to the output of the flags, and remarks and doubts on them to stderr. Returns the exit
 * code. If it throws a UsageError or an error of the parts, it writes no file.
 */
export async function writeParts<Row extends object>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  parts: AsyncIterable<ExportPart<Row>>,
  flags: OutputFlags,
  doubts: () => readonly string[] = () => [],
): Promise<number> {
  const output = openRows(columns, flags)
  const remarks = await readParts(name, parts, output.write)
  await output.end()
  const texts = [...remarks, ...doubts()]
  for (const text of texts) console.error(text)
  return texts.length > 0 ? exitCodes.incomplete : exitCodes.whole
}

let shown = ''

/** Shows the progress of a command at a terminal, and replaces the text shown before. */
export function showProgress(text: string): void {
  if (!process.stderr.isTTY) return
  process.stderr.write(`\r${text.padEnd(shown.length)}${text === '' ? '\r' : ''}`)
  shown = text
}

/** Reports that the service has asked to wait, at a terminal or as a line of stderr. */
export function reportPause(seconds: number): void {
  const text = `The service asks to wait ${seconds} s.`
  if (process.stderr.isTTY) showProgress(text)
  else console.error(text)
}
