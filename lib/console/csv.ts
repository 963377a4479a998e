import Papa from 'papaparse'
import { decimalText } from '@/lib/format'
import { valueOf, type ListDeclaration, type Value } from './list'

export interface CsvColumn<Row> {
  name: string
  value: (row: Row) => Value
}

export const fieldColumns = <Field extends string>(
  names: readonly Field[],
): CsvColumn<Readonly<Record<Field, Value>>>[] => names.map((name) => ({ name, value: (row) => row[name] }))

/** Returns the columns of a list's file. A time is in ISO 8601 and UTC. */
export function fileColumns<Row extends object, Filter>(
  list: Pick<ListDeclaration<Row, Filter>, 'columns' | 'file'>,
  filter: Filter,
): CsvColumn<Row>[] {
  return list.file.map((name) => ({
    name,
    value(row) {
      const value = valueOf(list, name, row, filter)
      const isTime = list.columns[name]?.kind === 'time' && typeof value === 'number'
      return isTime ? new Date(value).toISOString() : value
    },
  }))
}

/** Without it, Excel assumes a regional encoding and garbles every letter outside ASCII. */
export const byteOrderMark = '\ufeff'

/** Makes a spreadsheet run a text as a formula (ASVS 1.2.10). Some editions accept the full-width forms too. */
const formulaSign = '[=+\\-@＝＋－＠]'

/** Characters that a spreadsheet ignores before a formula: blanks, byte order marks, zero-width characters. */
const unseen = '(?:(?![\\t\\r\\n])[\\s\\p{C}\\p{Z}\\p{Default_Ignorable_Code_Point}])'

const formula = new RegExp(`^(?:[\\t\\r\\n\\0]|${unseen}*${formulaSign})`, 'u')

/** Where a program with another separator, like Excel in some regions, would begin a cell, even between quotes. */
const formulaBehindSeparator = new RegExp(`([;\\t\\r\\n])(?=(?:${unseen}|["'])*${formulaSign})`, 'gu')

/** A number is no formula, even with a minus. The option of Papa Parse would also escape one without its exponent. */
function cellOf(value: Value): Value {
  if (typeof value === 'number' && String(value).includes('e')) return decimalText(value)
  if (typeof value !== 'string') return value
  const escaped = value.replaceAll(formulaBehindSeparator, "$1'")
  return formula.test(escaped) ? `'${escaped}` : escaped
}

/** Each row has its line end (RFC 4180). */
export function csvRows(rows: readonly (readonly Value[])[]): string {
  if (rows.length === 0) return ''
  const cells = rows.map((row) => row.map(cellOf))
  return `${Papa.unparse(cells, { newline: '\r\n' })}\r\n`
}
