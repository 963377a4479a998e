import { balanceAmounts, placeColumn } from '@/components/console/shared/balance-columns'
import { DataTable, type Column } from '@/components/console/shared/data-table'
import { EmptyState } from '@/components/console/shared/empty-state'
import { Identifier } from '@/components/console/shared/identifier'
import { ServiceProblem } from '@/components/console/shared/service-problem'
import { pageSize } from '@/lib/console/shared/page-query'
import { pageUrl } from '@/lib/console/shared/page-url'
import type { ReadResult } from '@/lib/console/shared/service'
import type { Collected, UserBalance } from '@/lib/console/users/collect'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import { Notes } from './notes'

/** The user's points and bolts. */
export function UserBalanceTable({ userId, result }: { userId: string; result: ReadResult<Collected<UserBalance>> }) {
  const t = consoleTexts()
  if (!result.ok) return <ServiceProblem t={t} problem={result.problem} />
  const { hits: balances, total, isWhole } = result.data
  const search = pageUrl('/console/balances', { find: userId })
  return (
    <>
      <Notes extent={result.data} goOn={{ url: search, text: t('users.balance.goOn') }} />
      {balances.length > 0 && (
        <DataTable
          caption={t('users.balance.caption')}
          columns={columnsOf(balances)}
          rows={balances}
          rowKey={({ position }) => position}
        />
      )}
      {balances.length === 0 && isWhole && (
        <EmptyState title={t('users.balance.none')}>
          <p>{t('users.balance.noneText', { total })}</p>
        </EmptyState>
      )}
    </>
  )
}

function columnsOf(rows: readonly UserBalance[]): Column<UserBalance>[] {
  const t = consoleTexts()
  return [
    {
      header: t('users.balance.wallet'),
      isRowHeader: true,
      cell: ({ wallet_address: address }) => (
        <Identifier
          value={address}
          what={t('users.walletAddress')}
          href={address === '' ? undefined : pageUrl('/console/resources', { address })}
        />
      ),
    },
    ...balanceAmounts(rows, t, consoleFormats()),
    placeColumn(pageSize.default, (page) => pageUrl('/console/balances', {}, { page, rows: pageSize.default }), t),
  ]
}
