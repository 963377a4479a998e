import { fieldColumns, type CsvColumn } from '@/lib/console/shared/csv'
import type { Balance } from '@/lib/service'

/** The fields of the interface's "Balance record", in its order. */
export const balanceColumns: readonly CsvColumn<Balance>[] = fieldColumns([
  'wallet_address',
  'user_id',
  'current_period_points',
  'all_time_points',
  'bolts',
])
