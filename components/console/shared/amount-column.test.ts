import { expect, it } from 'vitest'
import { formatsOf } from '@/lib/format'
import type { Listed } from '@/lib/service'
import { amountColumn, percentColumn } from './amount-column'

const formats = formatsOf('en')
const rows: Listed<{ bolts: number }>[] = [
  { bolts: 1234 },
  { unreadable: '{"bolts":0.123456}', path: 'bolts' },
  { bolts: 0.125 },
  { bolts: 12.5 },
]

const cellsOf = (column: typeof amountColumn<{ bolts: number }>) => {
  const { cell, isNumber } = column('Bolts', rows, ({ bolts }) => bolts, formats)
  expect(isNumber).toBe(true)
  return rows.flatMap((row) => ('unreadable' in row ? [] : [cell(row)]))
}

it('amountColumn and percentColumn show in each row the max number of decimals of all readable rows', () => {
  expect(cellsOf(amountColumn)).toEqual(['1,234.000', '0.125', '12.500'])
  expect(cellsOf(percentColumn)).toEqual(['1,234.000%', '0.125%', '12.500%'])
})
