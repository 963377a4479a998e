import { balanceAmounts } from '@/components/console/shared/balance-columns'
import type { Column } from '@/components/console/shared/data-table'
import { Identifier } from '@/components/console/shared/identifier'
import { userPath } from '@/lib/console/shared/page-url'
import type { Formats } from '@/lib/format'
import type { ConsoleTexts } from '@/lib/messages/keys'
import type { Balance, Listed } from '@/lib/service'

/** The columns of a balance, in the list and in the search results. */
export function balanceColumns<Row extends Balance>(
  rows: readonly Listed<Row>[],
  t: ConsoleTexts,
  formats: Formats,
): Column<Row>[] {
  return [
    {
      header: t('balancesSearch.columns.user'),
      isRowHeader: true,
      cell: ({ user_id: id }) => <Identifier value={id} what={t('balancesSearch.userToCopy')} href={userPath(id)} />,
    },
    {
      header: t('balancesSearch.columns.wallet'),
      cell: ({ wallet_address }) => <Identifier value={wallet_address} what={t('balancesSearch.walletToCopy')} />,
    },
    ...balanceAmounts(rows, t, formats),
  ]
}
