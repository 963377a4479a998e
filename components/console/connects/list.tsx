import { Announcement } from '@/components/console/shared/announcement'
import { connectColumns } from '@/components/console/shared/connect-columns'
import { outcomeName, reasonName } from '@/components/console/shared/connect-outcome'
import { DataTable, type Column, type RowDetails } from '@/components/console/shared/data-table'
import { EmptyState } from '@/components/console/shared/empty-state'
import { Flag } from '@/components/console/shared/flag'
import { Identifier } from '@/components/console/shared/identifier'
import { sortedText, sortLinks, type SortBy } from '@/components/console/shared/sort-links'
import { TextLink } from '@/components/console/shared/text-link'
import { Link } from '@/components/ui/link'
import { connectsParams, connectSorting, type ConnectsQuery, type ConnectSortKey } from '@/lib/console/connects/query'
import type { Connects } from '@/lib/console/connects/read'
import { pageUrl, walletPath } from '@/lib/console/shared/page-url'
import type { Sort, SortValue } from '@/lib/console/shared/sort'
import type { ConnectRecord } from '@/lib/records'
import { consoleTexts } from '@/lib/skin/texts'
import { RecordDetails } from './details'
import { filterParts } from './filter'

const path = '/console/connects'
const newestFirst: Sort<ConnectSortKey> = { key: 'time', direction: 'descending' }

/** The attempts that match the filter, in pages. */
export function AttemptList({
  connects: { attempts, unreadable, nextBefore, isCut },
  query,
  detail,
}: {
  connects: Pick<Connects, 'attempts' | 'unreadable' | 'nextBefore' | 'isCut'>
  query: Pick<ConnectsQuery, 'where' | 'sort' | 'before'>
  detail: 'minimal' | 'full'
}) {
  const t = consoleTexts()
  const { where, sort, before } = query
  const params = connectsParams({ where, sort })
  const current = sort ?? newestFirst
  const sortBy = sortLinks(connectSorting, current, { path, searchParams: connectsParams(query) })
  const others = filterParts({ ...where, day: undefined }).map(({ name }) => name)
  const count = t('connects.list.count', {
    count: attempts.length,
    day: where.day ?? 'none',
    filters: others.length > 0 ? others.join(', ') : 'none',
  })
  const rest = isCut ? t('connects.list.unsearched') : nextBefore !== undefined && t('connects.list.more')
  const position = rest ? `${count} · ${rest}` : count
  const columns = columnsFor(detail, sortBy)
  const order = sort && sortedText(columns, t)
  return (
    <>
      <nav aria-label={t('shared.pagination.label')} className="pager">
        <p className="min-w-0 truncate text-muted tabular-nums">{position}</p>
        <Announcement text={order ? `${position}. ${order}` : position} />
        {(before !== undefined || nextBefore !== undefined) && (
          <ul className="flex">
            {before !== undefined && (
              <li>
                <Link href={pageUrl(path, params)} scroll={false}>
                  {t('connects.list.newest')}
                </Link>
              </li>
            )}
            {nextBefore !== undefined && (
              <li>
                <Link href={pageUrl(path, params, { before: nextBefore })} scroll={false}>
                  {t('connects.list.older')}
                </Link>
              </li>
            )}
          </ul>
        )}
      </nav>
      {attempts.length > 0 ? (
        <DataTable
          caption={t('connects.list.caption')}
          columns={columns}
          rows={connectSorting.sortRows(attempts, current, valueOf)}
          rowKey={({ id }) => id}
          details={rowDetails()}
        />
      ) : (
        <NoAttempts isFiltered={filterParts(where).length > 0} />
      )}
      {unreadable > 0 && <p className="text-warning">{t('connects.list.unreadable', { count: unreadable })}</p>}
    </>
  )
}

function columnsFor(detail: 'minimal' | 'full', sortBy: SortBy<ConnectSortKey>): Column<ConnectRecord>[] {
  const t = consoleTexts()
  const none = <span className="text-muted">{t('shared.none')}</span>
  const proven: Column<ConnectRecord> = {
    header: t('connects.list.proven'),
    cell: ({ isProven }) => (isProven === undefined ? none : <Flag isSet={isProven} />),
    sort: sortBy('proven'),
  }
  if (detail === 'minimal') return [...connectColumns({ sortBy }), proven]
  return [
    ...connectColumns({ sortBy }),
    {
      header: t('connects.list.user'),
      cell: ({ userId }) =>
        userId === undefined ? none : <Identifier value={userId} what={t('connects.list.userId')} />,
      sort: sortBy('user'),
    },
    {
      header: t('connects.list.wallet'),
      cell: ({ walletAddress }) =>
        walletAddress === undefined ? (
          none
        ) : (
          <Identifier
            value={walletAddress}
            what={t('connects.list.walletAddress')}
            href={walletPath(walletAddress)}
            hasCopy={false}
          />
        ),
      sort: sortBy('wallet'),
    },
    proven,
  ]
}

function rowDetails(): RowDetails<ConnectRecord> {
  return {
    label: ({ code }) => consoleTexts()('connects.list.details', { code }),
    id: ({ id }) => `attempt-${id}`,
    content: (record) => <RecordDetails record={record} />,
  }
}

/** Returns the text of a column, so that equal texts are sorted together. */
function valueOf(record: ConnectRecord, key: ConnectSortKey): SortValue {
  const { at, reason, code, userId, walletAddress, isProven } = record
  switch (key) {
    case 'time':
      return at
    case 'outcome':
      return outcomeName(record)
    case 'reason':
      return reason === null ? null : reasonName(reason)
    case 'code':
      return code
    case 'user':
      return userId ?? null
    case 'wallet':
      return walletAddress ?? null
    case 'proven':
      return isProven === undefined ? null : Number(isProven)
  }
}

function NoAttempts({ isFiltered }: { isFiltered: boolean }) {
  const t = consoleTexts()
  if (!isFiltered) {
    return (
      <EmptyState title={t('connects.list.none.title')}>
        <p>{t('connects.list.none.text')}</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState title={t('connects.list.noneFit')}>
      <TextLink href={path}>{t('connects.find.all')}</TextLink>
    </EmptyState>
  )
}
