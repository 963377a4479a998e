import Papa from 'papaparse'

/** Reads the rows of an export, with all values as text. A remark at its end is a row with only its first value. */
export function rowsOfCsv(text: string): Record<string, string>[] {
  return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data
}
