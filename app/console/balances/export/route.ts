import { requireOperator } from '@/lib/auth/user'
import type { CsvColumn } from '@/lib/console/shared/csv'
import { exportResponse, partsOf } from '@/lib/console/shared/export'
import { exportTexts } from '@/components/console/shared/export-texts'
import { walkBalances, type Balance } from '@/lib/service'

export { POST, PUT, PATCH, DELETE, OPTIONS } from '@/lib/console/shared/other-methods'

/** The fields of the interface's "Balance record", in its order. */
const columns: readonly CsvColumn<Balance>[] = [
  { name: 'wallet_address', value: (balance) => balance.wallet_address },
  { name: 'user_id', value: (balance) => balance.user_id },
  { name: 'current_period_points', value: (balance) => ({ amount: balance.current_period_points }) },
  { name: 'all_time_points', value: (balance) => ({ amount: balance.all_time_points }) },
  { name: 'bolts', value: (balance) => ({ amount: balance.bolts }) },
]

/** All balances, as a file. */
export async function GET(request: Request): Promise<Response> {
  await requireOperator()
  return exportResponse(request, {
    name: 'balances',
    columns,
    rows: (access, options) => partsOf(walkBalances(access, {}, options)),
    texts: exportTexts(),
  })
}
