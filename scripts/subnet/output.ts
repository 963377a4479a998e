import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { UsageError } from '../command-line'
import { serviceText } from '@/lib/service'
import { csvRow, type CsvColumn, type CsvValue } from '@/lib/console/shared/csv'

/** The formats of rows. */
export const formats = ['csv', 'jsonl', 'table'] as const

/**
 * The format that was asked for, or the usual one.
 *
 * @param output - the file that the rows go to; undefined for stdout.
 * @throws UsageError
 */
export function chosenFormat(format: string | undefined, output: string | undefined): (typeof formats)[number] {
  const wanted = format ?? (process.stdout.isTTY && output === undefined ? 'table' : 'csv')
  const chosen = formats.find((each) => each === wanted)
  if (!chosen) throw new UsageError(`--format must be one of ${formats.join(', ')}.`)
  return chosen
}

/** Writes rows as text, with nothing else in it. Amounts keep all their digits. */
export function textOf<Row>(
  format: (typeof formats)[number],
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
): string {
  const names = columns.map(({ name }) => name)
  const lines = rows.map((row) => columns.map(({ value }) => value(row)))
  if (format === 'csv') return [names, ...lines].map(csvRow).join('')
  if (format === 'jsonl') {
    const jsonIn = (value: CsvValue) => (typeof value === 'string' ? JSON.stringify(value) : textIn(value) || 'null')
    const field = (value: CsvValue, column: number) => `${JSON.stringify(names[column])}:${jsonIn(value)}`
    return lines.map((values) => `{${values.map(field).join(',')}}\n`).join('')
  }
  // A text of another system may have signs that a terminal obeys.
  const cells = [names, ...lines.map((values) => values.map((value) => serviceText(textIn(value)) ?? ''))]
  const widths = names.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)))
  return cells.map((line) => `${line.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  ')}\n`).join('')
}

/** Writes a file that is there whole or as it was before. It is written beside its place and moved there. */
export function writeWhole(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.tmp`
  try {
    writeFileSync(temporary, text, { flag: 'wx' })
    renameSync(temporary, file)
  } finally {
    rmSync(temporary, { force: true })
  }
}

const textIn = (value: CsvValue) => (typeof value === 'object' ? (value?.amount ?? '') : String(value ?? ''))
