import { decimalText } from '@/lib/format'

/** The value of a cell. A date is an ISO 8601 string. */
export type CsvValue = string | number | boolean | null | undefined

/** A column of an export: its name in the header row, and how to get its value from a row. */
export interface CsvColumn<Row> {
  name: string
  value: (row: Row) => CsvValue
}

/** Returns columns of fields, unchanged and under the interface's names. */
export function fieldColumns<Field extends string>(
  fields: readonly Field[],
): CsvColumn<Readonly<Record<Field, CsvValue>>>[] {
  return fields.map((name) => ({ name, value: (row) => row[name] }))
}

/**
 * Marks a CSV file as UTF-8. Without it, Excel assumes a regional encoding and garbles every letter outside ASCII. JSON
 * exports have no mark, because programs read them.
 */
export const byteOrderMark = '\ufeff'

/**
 * Signs that make a spreadsheet run a text as a formula (ASVS 1.2.10). Some editions also accept the full-width
 * forms, and treat a line feed like a carriage return.
 */
const formulaSign = '[=+\\-@＝＋－＠]'

/** Characters that a spreadsheet ignores before a formula: blanks, byte order marks, zero-width characters. */
const unseen = '(?:(?![\\t\\r\\n])[\\s\\p{C}\\p{Z}\\p{Default_Ignorable_Code_Point}])'

const beginsFormula = new RegExp(`^(?:[\\t\\r\\n\\0]|${unseen}*${formulaSign})`, 'u')

/**
 * The place where a program with another separator would begin a cell with a formula. In regions with a decimal comma,
 * Excel separates cells by semicolons. Quoting does not keep the cell together, because Excel reads a quote in the
 * middle of a line as an ordinary character.
 */
const formulaBehindSeparator = new RegExp(`([;\\t\\r\\n])(?=(?:${unseen}|["'])*${formulaSign})`, 'gu')

const needsQuotes = /[",\r\n]/

/**
 * A text that needs no escapes, such as an ID or an address. This test saves time, because a file can have millions.
 */
const isPlain = /^\w[\w.-]*$/

/** Writes one row of a CSV file with its line end (RFC 4180). */
export function csvRow(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  // A number is never a formula, even with a minus in front. Only a text can come from an attacker.
  if (typeof value === 'number') return decimalText(value)
  if (typeof value !== 'string') return String(value)
  if (isPlain.test(value)) return value
  const text = (beginsFormula.test(value) ? `'${value}` : value).replaceAll(formulaBehindSeparator, "$1'")
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
