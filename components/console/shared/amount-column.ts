import { decimalsOf, type Formats } from '@/lib/format'
import type { Listed } from '@/lib/service'
import type { Column } from './data-table'

/**
 * Returns a column of points or bolts with every digit. All rows have the same number of decimals, so that they align.
 */
export function amountColumn<Row extends object>(
  header: string,
  rows: readonly Listed<Row>[],
  value: (row: Row) => number,
  { amount }: Formats,
): Column<Row> {
  const decimals = decimalsIn(rows, value)
  return { header, isNumber: true, cell: (row) => amount(value(row), decimals) }
}

/** Returns a column of shares in percent. */
export function percentColumn<Row extends object>(
  header: string,
  rows: readonly Listed<Row>[],
  value: (row: Row) => number,
  { percent }: Formats,
): Column<Row> {
  const decimals = decimalsIn(rows, value)
  return { header, isNumber: true, cell: (row) => percent(value(row), decimals) }
}

function decimalsIn<Row extends object>(rows: readonly Listed<Row>[], value: (row: Row) => number): number {
  return decimalsOf(rows.flatMap((row) => ('unreadable' in row ? [] : [value(row)])))
}
