import { requireOperator } from '@/lib/auth/user'
import type { CsvColumn } from '@/lib/console/csv'
import { exportResponse } from '@/lib/console/export'
import { walkBalances, type Balance } from '@/lib/service'

/** Under the interface's own names, in the order of its "Balance record". */
const columns: readonly CsvColumn<Balance>[] = [
  { name: 'wallet_address', value: (balance) => balance.wallet_address },
  { name: 'user_id', value: (balance) => balance.user_id },
  { name: 'current_period_points', value: (balance) => balance.current_period_points },
  { name: 'all_time_points', value: (balance) => balance.all_time_points },
  { name: 'bolts', value: (balance) => balance.bolts },
]

/** All balances as a file. */
export async function GET(request: Request): Promise<Response> {
  await requireOperator()
  return exportResponse(request, {
    name: 'balances',
    columns,
    rows: (access, options) => walkBalances(access, {}, { ...options, lookAhead: 4 }),
  })
}
