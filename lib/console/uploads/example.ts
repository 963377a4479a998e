import { csvRow } from '@/lib/console/csv'

/** Writes a CSV with these columns and two rows of values that are obviously examples. */
export function exampleCsv(columns: readonly string[]): string {
  const row = (number: number) => csvRow(columns.map((name) => `EXAMPLE ${name} ${number}`))
  return csvRow(columns) + row(1) + row(2)
}
