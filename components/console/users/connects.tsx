import { connectColumns } from '@/components/console/shared/connect-columns'
import type { Column } from '@/components/console/shared/data-table'
import { Identifier } from '@/components/console/shared/identifier'
import type { SortBy } from '@/components/console/shared/sort-links'
import { TextLink } from '@/components/console/shared/text-link'
import { pageUrl, walletPath } from '@/lib/console/shared/page-url'
import { sortTable, type UserSort, type UserSortKey } from '@/lib/console/users/sort'
import type { UserConnects } from '@/lib/console/users/summary'
import type { ConnectRecord } from '@/lib/records'
import { consoleTexts } from '@/lib/skin/texts'
import { UserTable } from './table'

/** The page of a wallet's attempts lists all of them. */
const maxShown = 20

/** The attempts to connect a wallet of the user. */
export function UserAttempts({
  connects,
  sort,
  sortBy,
}: {
  connects: UserConnects
  sort: UserSort
  sortBy: SortBy<UserSortKey>
}) {
  const t = consoleTexts()
  switch (connects.kind) {
    case 'not_kept':
      return <p className="text-muted">{t('users.connects.notKept')}</p>
    case 'away':
      return <p className="text-warning">{t('users.connects.away')}</p>
    case 'read':
  }
  const { attempts } = connects
  if (attempts.length === 0) return <p className="text-muted">{t('users.connects.none')}</p>
  const rows = sortTable('attempts', attempts, sort, (attempt: ConnectRecord, key) =>
    key === 'time' ? attempt.at : (attempt[key] ?? null),
  )
  const [wallet] = attempts.flatMap(({ walletAddress }) => walletAddress ?? [])
  return (
    <>
      <UserTable
        caption={t('users.connects.caption')}
        columns={columnsOf(sortBy)}
        rows={rows.slice(0, maxShown)}
        rowKey={({ id }) => id}
      />
      {rows.length > maxShown && wallet !== undefined && (
        <p>
          <TextLink href={pageUrl('/console/connects', { find: wallet })}>
            {t('users.connects.all', { total: rows.length })}
          </TextLink>
        </p>
      )}
    </>
  )
}

function columnsOf(sortBy: SortBy<UserSortKey>): Column<ConnectRecord>[] {
  const t = consoleTexts()
  return [
    ...connectColumns({ sortBy: (key) => sortBy(`attempts.${key}`) }),
    {
      header: t('users.connects.wallet'),
      sort: sortBy('attempts.walletAddress'),
      cell: ({ walletAddress }) =>
        walletAddress === undefined ? (
          <span className="text-muted">{t('shared.none')}</span>
        ) : (
          <Identifier
            value={walletAddress}
            what={t('users.walletAddress')}
            hasCopy={false}
            href={walletPath(walletAddress)}
          />
        ),
    },
  ]
}
