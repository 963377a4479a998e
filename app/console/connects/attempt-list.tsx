import { attemptCells } from '@/components/console/attempts'
import { NewestPager } from '@/components/console/pagination'
import { EmptyState } from '@/components/console/notices'
import { TextLink } from '@/components/console/links'
import { sortedText, Table } from '@/components/console/table'
import { attemptsTable } from '@/lib/console/attempts'
import { sortRows } from '@/lib/console/select'
import type { ConnectRecord } from '@/lib/records'
import { consoleTexts } from '@/lib/skin/texts'
import { filterParts } from './filter'
import { connectsParams, type ConnectsQuery } from './query'
import type { Connects } from './read'

const path = '/console/connects'

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
  const table = attemptsTable(detail)
  const others = filterParts({ ...where, day: undefined }).map(({ name }) => name)
  const count = t('connects.count', {
    count: attempts.length,
    day: where.day ?? 'none',
    filters: others.length > 0 ? others.join(', ') : 'none',
  })
  const rest = isCut ? t('connects.unsearched') : nextBefore !== undefined && t('connects.more')
  const position = rest ? `${count} · ${rest}` : count
  const order = sort && sortedText(table, sort)
  return (
    <>
      <NewestPager
        path={path}
        searchParams={connectsParams({ where, sort })}
        position={position}
        announced={order ? `${position}. ${order}` : position}
        before={before}
        nextBefore={nextBefore}
      />
      {attempts.length > 0 ? (
        <Table
          table={table}
          rows={sortRows(table, attempts, { sort, filter: {} })}
          filter={{}}
          order={{ sort: sort ?? { key: 'at', direction: 'descending' }, path, searchParams: connectsParams(query) }}
          parts={{ cells: attemptCells, detailsId: ({ id }: ConnectRecord) => `attempt-${id}` }}
        />
      ) : (
        <NoAttempts isFiltered={filterParts(where).length > 0} />
      )}
      {unreadable > 0 && <p className="text-warning">{t('connects.unreadable', { count: unreadable })}</p>}
    </>
  )
}

function NoAttempts({ isFiltered }: { isFiltered: boolean }) {
  const t = consoleTexts()
  if (!isFiltered) {
    return (
      <EmptyState title={t('connects.empty.title')}>
        <p>{t('connects.empty.text')}</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState title={t('connects.noneFit')}>
      <TextLink href={path}>{t('connects.find.all')}</TextLink>
    </EmptyState>
  )
}
