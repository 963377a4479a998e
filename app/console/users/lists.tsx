import type { Route } from 'next'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { Announcement } from '@/components/console/shared/announcement'
import { balanceAmounts, placeColumn } from '@/components/console/shared/balance-columns'
import { connectColumns } from '@/components/console/shared/connect-columns'
import { DataTable, type Column } from '@/components/console/shared/data-table'
import { EmptyState } from '@/components/console/shared/empty-state'
import { Identifier } from '@/components/console/shared/identifier'
import { Note } from '@/components/console/shared/note'
import { resourceTable } from '@/components/console/shared/resource-columns'
import { ServiceProblem } from '@/components/console/shared/service-problem'
import { sortedText, type SortBy } from '@/components/console/shared/sort-links'
import { TextLink } from '@/components/console/shared/text-link'
import { shareColumns, shareRows } from '@/components/console/shared/user-share-table'
import { pageSize } from '@/lib/console/shared/page-query'
import { pageUrl, walletPath } from '@/lib/console/shared/page-url'
import { resourceValue } from '@/lib/console/shared/resource-sort'
import type { ReadResult } from '@/lib/console/shared/service'
import { shareValue } from '@/lib/console/shared/share-sort'
import type { UserShare } from '@/lib/console/shared/user-bolts'
import type { ConnectRecord } from '@/lib/records'
import { serviceText, type Listed } from '@/lib/service'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import type { Collected, UserBalance } from './collect'
import type { UserReads } from './read'
import { sortTable, type UserSort, type UserSortKey } from './sort'
import type { UserConnects } from './sums'

/** The sort of the page, which applies to one of its tables, and the links of each header. */
interface SortProps {
  sort: UserSort
  sortBy: SortBy<UserSortKey>
}

/** The user's balances if there are several, none, or possibly more. A single one is in the summary. */
export function UserBalances({
  userId,
  result,
  sort,
  sortBy,
}: SortProps & { userId: string; result: ReadResult<Collected<UserBalance>> }) {
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
          columns={balanceColumns(rows, sortBy)}
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

function balanceColumns(rows: readonly Listed<UserBalance>[], sortBy: SortBy<UserSortKey>): Column<UserBalance>[] {
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

/** The user's share in each conversion. */
export function UserBolts({
  userId,
  result,
  sort,
  sortBy,
}: SortProps & { userId: string; result: ReadResult<Collected<UserShare>> }) {
  const t = consoleTexts()
  if (!result.ok) return <ServiceProblem t={t} problem={result.problem} />
  const { hits, total, isWhole } = result.data
  const all = pageUrl('/console/conversions/by-user', { user: userId })
  const rows = shareRows(sortTable('bolts', hits, sort, shareValue).filter((share) => 'entry' in share))
  return (
    <>
      <Notes extent={result.data} nextPage={{ url: all, text: t('users.bolts.nextPage') }} />
      {rows.length > 0 && (
        <>
          <UserTable
            caption={t('userBolts.caption')}
            columns={shareColumns(rows, { sortBy: (key) => sortBy(`bolts.${key}`), t, formats: consoleFormats() })}
            rows={rows}
            rowKey={(_, index) => index}
          />
          <p>
            <TextLink href={all}>{t('users.bolts.chart')}</TextLink>
          </p>
        </>
      )}
      {rows.length === 0 && isWhole && <p className="text-muted">{t('users.bolts.none', { total })}</p>}
    </>
  )
}

/** The page of a wallet's attempts lists all of them. */
const maxAttempts = 20

/** The attempts to connect a wallet of the user. */
export function UserAttempts({ connects, sort, sortBy }: SortProps & { connects: UserConnects }) {
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
        columns={attemptColumns(sortBy)}
        rows={rows.slice(0, maxAttempts)}
        rowKey={({ id }) => id}
      />
      {rows.length > maxAttempts && wallet !== undefined && (
        <p>
          <TextLink href={pageUrl('/console/connects', { find: wallet })}>
            {t('users.connects.all', { total: rows.length })}
          </TextLink>
        </p>
      )}
    </>
  )
}

function attemptColumns(sortBy: SortBy<UserSortKey>): Column<ConnectRecord>[] {
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

/** A separate page lists more. */
const maxResources = 10

/** The resources of the user's account on this subnet. */
export function UserResources({ read, sort, sortBy }: SortProps & { read: Awaited<UserReads['resources']> }) {
  const t = consoleTexts()
  if (!read) return <p className="text-muted">{t('users.resources.noWallet')}</p>
  const { wallet, result } = read
  if (!result.ok) return <ServiceProblem t={t} problem={result.problem} />
  const total = result.data.length
  if (total === 0) return <p className="text-muted">{t('users.resources.none')}</p>
  return (
    <>
      <UserTable
        caption={t('users.resources.caption')}
        {...resourceTable((key) => sortBy(`resources.${key}`))}
        rows={sortTable('resources', result.data, sort, resourceValue).slice(0, maxResources)}
        rowKey={({ id }) => id}
      />
      {total > maxResources && (
        <p>
          <TextLink href={pageUrl('/console/resources', { address: wallet })}>
            {t('users.resources.all', { total })}
          </TextLink>
        </p>
      )}
    </>
  )
}

/** A part of the page, below its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** Remarks about a list that was not read completely or changed meanwhile. Empty if nothing is missing. */
function Notes({
  extent: { searched, total, isWhole, hasChanged },
  nextPage,
}: {
  extent: { searched: number; total: number; isWhole: boolean; hasChanged: boolean }
  /** The page that reads the whole list. */
  nextPage: { url: Route; text: string }
}) {
  const t = consoleTexts()
  if (isWhole && !hasChanged) return null
  return (
    <Note>
      <span>{isWhole ? t('users.changed') : t('users.cut', { searched, total })}</span>
      <TextLink href={nextPage.url}>{nextPage.text}</TextLink>
    </Note>
  )
}

/** A table of the page. It announces its own sort, because the query sorts one of several tables. */
function UserTable<Row extends object>(table: ComponentProps<typeof DataTable<Row>>) {
  const sorted = sortedText(table.columns, consoleTexts())
  return (
    <>
      <DataTable {...table} />
      {sorted !== null && <Announcement isNews text={sorted} />}
    </>
  )
}
