import { amountColumn, percentColumn } from '@/components/console/shared/amount-column'
import type { Column } from '@/components/console/shared/data-table'
import { Identifier } from '@/components/console/shared/identifier'
import { ServiceProblem } from '@/components/console/shared/service-problem'
import type { SortBy } from '@/components/console/shared/sort-links'
import { TextLink } from '@/components/console/shared/text-link'
import { Time } from '@/components/console/shared/time'
import { conversionPath, pageUrl, walletPath } from '@/lib/console/shared/page-url'
import type { ReadResult } from '@/lib/console/shared/service'
import type { Collected, UserShare } from '@/lib/console/users/collect'
import { sortTable, type UserSort, type UserSortKey } from '@/lib/console/users/sort'
import type { Listed } from '@/lib/service'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import { Notes } from './notes'
import { UserTable } from './table'

/** The user's share in each conversion. */
export function UserBolts({
  result,
  sort,
  sortBy,
}: {
  result: ReadResult<Collected<Listed<UserShare>>>
  sort: UserSort
  sortBy: SortBy<UserSortKey>
}) {
  const t = consoleTexts()
  if (!result.ok) return <ServiceProblem t={t} problem={result.problem} />
  const { hits, total, isWhole } = result.data
  const rows = sortTable('bolts', hits, sort, (share: UserShare, key) => share[key])
  return (
    <>
      <Notes extent={result.data} />
      {rows.length > 0 && (
        <UserTable
          caption={t('users.bolts.caption')}
          columns={columnsOf(rows, sortBy)}
          rows={rows}
          rowKey={(_, index) => index}
        />
      )}
      {rows.length === 0 && isWhole && <p className="text-muted">{t('users.bolts.none', { total })}</p>}
    </>
  )
}

function columnsOf(rows: readonly Listed<UserShare>[], sortBy: SortBy<UserSortKey>): Column<UserShare>[] {
  const t = consoleTexts()
  const formats = consoleFormats()
  const header = (key: 'bolts_earned' | 'share_percentage' | 'subnet_points') => t(`users.bolts.columns.${key}`)
  return [
    {
      header: t('users.bolts.columns.converted_at'),
      sort: sortBy('bolts.converted_at'),
      isRowHeader: true,
      cell: ({ conversion_id, converted_at, at }) => (
        <TextLink href={pageUrl(conversionPath(conversion_id), {}, { at })}>
          <Time time={converted_at} />
        </TextLink>
      ),
    },
    {
      ...amountColumn(header('bolts_earned'), rows, ({ bolts_earned }) => bolts_earned, formats),
      sort: sortBy('bolts.bolts_earned'),
    },
    {
      ...percentColumn(header('share_percentage'), rows, ({ share_percentage }) => share_percentage, formats),
      sort: sortBy('bolts.share_percentage'),
    },
    {
      ...amountColumn(header('subnet_points'), rows, ({ subnet_points }) => subnet_points, formats),
      sort: sortBy('bolts.subnet_points'),
    },
    {
      header: t('users.bolts.columns.wallet_address'),
      sort: sortBy('bolts.wallet_address'),
      cell: ({ wallet_address: address }) => (
        <Identifier value={address} what={t('users.walletAddress')} href={walletPath(address)} />
      ),
    },
  ]
}
