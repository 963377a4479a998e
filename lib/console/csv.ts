/** What a cell can hold. A number stays one; a date is its ISO 8601 text. */
export type CsvValue = string | number | boolean | null | undefined

/** A column of an export: its name in the header row, and what a row has there. */
export interface CsvColumn<Row> {
  name: string
  value: (row: Row) => CsvValue
}

/**
 * The mark by which a spreadsheet knows UTF-8: without it Excel reads the file in its own regional
 * encoding, and tears every other letter apart. JSON has none: that is for programs.
 */
export const byteOrderMark = '\ufeff'

/**
 * With these a spreadsheet takes a text for a formula (ASVS 1.2.10). The full-width ones are the same
 * signs to some editions, and a line feed is to some what a carriage return is.
 */
const beginsFormula = /^[=+\-@\t\r\n\0＝＋－＠]/u

const needsQuotes = /[",\r\n]/

/** One row of a CSV file with its line end (RFC 4180). */
export function csvRow(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  // What came as a number is none of a stranger's making: its minus is a minus.
  if (typeof value !== 'string') return String(value)
  const text = beginsFormula.test(value) ? `'${value}` : value
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
