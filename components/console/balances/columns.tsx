import { balanceAmounts, placeColumn } from '@/components/console/shared/balance-columns'
import type { Column } from '@/components/console/shared/data-table'
import { Identifier } from '@/components/console/shared/identifier'
import { LinkOut } from '@/components/console/shared/link-out'
import type { SortBy } from '@/components/console/shared/sort-links'
import type { BalanceKey } from '@/lib/console/balances/all'
import { userLinkOut, walletLinkOut } from '@/lib/console/shared/links-out'
import { pageUrl, userPath, walletPath } from '@/lib/console/shared/page-url'
import type { Balance, Listed } from '@/lib/service'
import { consoleTexts } from '@/lib/skin/texts'

/** A balance, and its position in the service's list, from 1. */
export type BalanceRow = Balance & { position: number }

/** Returns the columns of a balance. Its details contain the full IDs. */
export function balanceColumns(
  rows: readonly Listed<BalanceRow>[],
  limit: number,
  sortBy: SortBy<BalanceKey>,
): Column<BalanceRow>[] {
  const t = consoleTexts()
  const [userToCopy, walletToCopy] = [t('balancesSearch.userToCopy'), t('balancesSearch.walletToCopy')]
  return [
    {
      header: t('balancesSearch.columns.user'),
      isRowHeader: true,
      sort: sortBy('user_id'),
      cell: ({ user_id: id }) => <Identifier value={id} what={userToCopy} href={userPath(id)} />,
    },
    {
      header: t('balancesSearch.columns.wallet'),
      sort: sortBy('wallet_address'),
      cell: ({ wallet_address: address }) => (
        <Identifier value={address} what={walletToCopy} hasCopy={false} href={walletPath(address)} />
      ),
    },
    ...balanceAmounts(rows, sortBy),
    placeColumn(limit, (page) => pageUrl('/console/balances', {}, { page, rows: limit })),
    {
      header: t('balancesSearch.columns.userId'),
      isDetail: true,
      cell: ({ user_id: id }) => (
        <>
          <Identifier value={id} what={userToCopy} isWhole /> <LinkOut url={userLinkOut(id)} />
        </>
      ),
    },
    {
      header: t('balancesSearch.columns.walletAddress'),
      isDetail: true,
      cell: ({ wallet_address: address }) => (
        <>
          <Identifier value={address} what={walletToCopy} isWhole /> <LinkOut url={walletLinkOut(address)} />
        </>
      ),
    },
  ]
}
