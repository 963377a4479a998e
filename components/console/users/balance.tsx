import { balanceAmounts, placeColumn } from '@/components/console/shared/balance-columns'
import type { Column } from '@/components/console/shared/data-table'
import { EmptyState } from '@/components/console/shared/empty-state'
import { Identifier } from '@/components/console/shared/identifier'
import { ServiceProblem } from '@/components/console/shared/service-problem'
import type { SortBy } from '@/components/console/shared/sort-links'
import { pageSize } from '@/lib/console/shared/page-query'
import { pageUrl, walletPath } from '@/lib/console/shared/page-url'
import type { ReadResult } from '@/lib/console/shared/service'
import type { Collected, UserBalance } from '@/lib/console/users/collect'
import { sortTable, type UserSort, type UserSortKey } from '@/lib/console/users/sort'
import { serviceText, type Listed } from '@/lib/service'
import { consoleTexts } from '@/lib/skin/texts'
import { Notes } from './notes'
import { Part } from './part'
import { UserTable } from './table'

/** The user's balances if there are several, none, or possibly more. A single one is in the summary. */
export function UserBalances({
  userId,
  result,
  sort,
  sortBy,
}: {
  userId: string
  result: ReadResult<Collected<UserBalance>>
  sort: UserSort
  sortBy: SortBy<UserSortKey>
}) {
  const t = consoleTexts()
  const title = t('users.balance.title')
  if (!result.ok) {
    return (
      <Part title={title}>
        <ServiceProblem t={t} problem={result.problem} />
      </Part>
    )
  }
  const { hits, total, isWhole, hasChanged } = result.data
  if (hits.length === 1 && isWhole && !hasChanged) return null
  const rows = sortTable('balances', hits, sort, (balance: UserBalance, key) => balance[key])
  const search = pageUrl('/console/balances', { find: userId })
  return (
    <Part title={title}>
      <Notes extent={result.data} nextPage={{ url: search, text: t('users.balance.nextPage') }} />
      {rows.length > 0 && (
        <UserTable
          caption={t('users.balance.caption')}
          columns={columnsOf(rows, sortBy)}
          rows={rows}
          rowKey={({ position }) => position}
          details={{
            label: ({ wallet_address: address }) => t('users.balance.details', { wallet: serviceText(address) ?? '' }),
          }}
        />
      )}
      {rows.length === 0 && isWhole && (
        <EmptyState title={t('users.balance.none')}>
          <p>{t('users.balance.noneText', { total })}</p>
        </EmptyState>
      )}
    </Part>
  )
}

function columnsOf(rows: readonly Listed<UserBalance>[], sortBy: SortBy<UserSortKey>): Column<UserBalance>[] {
  const t = consoleTexts()
  return [
    {
      header: t('users.balance.wallet'),
      isRowHeader: true,
      sort: sortBy('balances.wallet_address'),
      cell: ({ wallet_address: address }) => (
        <Identifier value={address} what={t('users.walletAddress')} href={walletPath(address)} />
      ),
    },
    ...balanceAmounts(rows, (key) => sortBy(`balances.${key}`)),
    placeColumn(pageSize.default, (page) => pageUrl('/console/balances', {}, { page, rows: pageSize.default })),
  ]
}
