import type { CsvColumn } from '@/lib/console/shared/csv'
import type { UserBreakdownEntry } from '@/lib/service'
import type { BreakdownLine } from './all-breakdowns'
import { breakdownKeys, isAmountKey } from './breakdown'

/** The fields of the interface's "User breakdown entry", in its order. */
export const entryColumns: readonly CsvColumn<UserBreakdownEntry>[] = breakdownKeys.map((name) => ({
  name,
  value: (entry) => (isAmountKey(name) ? { amount: entry[name] } : entry[name]),
}))

/** The same behind the conversion that they are of. */
export const lineColumns: readonly CsvColumn<BreakdownLine>[] = [
  { name: 'conversion_number', value: (line) => line.conversion_number },
  { name: 'conversion_id', value: (line) => line.conversion_id },
  { name: 'converted_at', value: (line) => line.converted_at },
  ...entryColumns,
]
