import type { Column } from '@/components/console/shared/data-table'
import { Identifier } from '@/components/console/shared/identifier'
import { UserLinks } from '@/components/console/shared/user-links'
import { formatAmount } from '@/lib/format'
import { balanceMessages } from '@/lib/messages/console-balances'
import type { Balance } from '@/lib/service'

const { columns, walletToCopy, userToCopy } = balanceMessages

/** The columns of a balance, in the list and in the search results. */
export const balanceColumns: readonly Column<Balance>[] = [
  {
    header: columns.wallet,
    isRowHeader: true,
    cell: ({ wallet_address }) => <Identifier value={wallet_address} what={walletToCopy} />,
  },
  { header: columns.user, cell: ({ user_id }) => <Identifier value={user_id} what={userToCopy} /> },
  {
    header: columns.currentPoints,
    isNumber: true,
    cell: ({ current_period_points }) => formatAmount(current_period_points),
  },
  { header: columns.allTimePoints, isNumber: true, cell: ({ all_time_points }) => formatAmount(all_time_points) },
  { header: columns.bolts, isNumber: true, cell: ({ bolts }) => formatAmount(bolts) },
  { header: columns.more, cell: (balance) => <UserLinks {...balance} /> },
]
