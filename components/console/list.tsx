import type { ReactNode } from 'react'
import { Announcement } from './announcement'
import { EmptyState, Note, ServiceProblem } from './notices'
import { FindSummary } from './find-row'
import { Pagination } from './pagination'
import { TextLink } from './links'
import { WalkAge, WalkProgress } from './walk-progress'
import type { ListDeclaration } from '@/lib/console/list'
import { sizesOf, type ListQuery } from '@/lib/console/query'
import type { ListPage, ListRead } from '@/lib/console/read'
import { pageUrl, type SearchParams } from '@/lib/console/page-url'
import { isUnreadable } from '@/lib/service'
import { consoleTexts } from '@/lib/skin/texts'
import { listText, type Cells } from './cells'
import { sortedText, Table, type TableParts } from './table'

/** What a page renders of its list by itself. */
export interface ListParts<Row extends object, Filter> extends Omit<TableParts<Row, Filter>, 'cells'> {
  cells?: Cells<Row, Filter> | ((page: ListPage<Row>, query: ListQuery<Filter>) => Cells<Row, Filter>)
  /** Replaces the text for an empty list. */
  empty?: (query: ListQuery<Filter>) => ReactNode
  /** What the rows are, in the row of the filters. Default: the number of matches of a search. */
  summary?: (page: ListPage<Row>, query: ListQuery<Filter>) => ReactNode
  /** Below the table. */
  below?: (page: ListPage<Row>, query: ListQuery<Filter>) => ReactNode
}

interface ListProps<Row extends object, Filter> {
  list: ListDeclaration<Row, Filter>
  query: ListQuery<Filter>
  searchParams: SearchParams
  parts: ListParts<Row, Filter>
}

/** One page of a list: its table, the progress of the walk over it, the problem, or the reason why it is empty. */
export function List<Row extends object, Filter>(props: ListProps<Row, Filter> & { read: ListRead<Row> }) {
  const { list, read, query, searchParams } = props
  const t = consoleTexts()
  switch (read.kind) {
    case 'reading': {
      const what = listText(list.name, 'what')
      return (
        <>
          <WalkProgress progress={read} what={what} />
          <Announcement key={query.find} isNews text={t('shared.walk.label', { what })} />
        </>
      )
    }
    case 'failed':
      return (
        <ServiceProblem
          problem={read.problem}
          retryUrl={pageUrl(list.path, searchParams)}
          firstPageUrl={query.page === 1 ? undefined : pageUrl(list.path, searchParams, { page: undefined })}
        />
      )
    case 'page':
      return <Page {...props} read={read} />
  }
}

function Page<Row extends object, Filter>(props: ListProps<Row, Filter> & { read: ListPage<Row> }) {
  const { list, read, query, searchParams, parts } = props
  const t = consoleTexts()
  const what = listText(list.name, 'what')
  const { rows, page, limit, total, walk, all = [] } = read
  const { find } = query
  const isFound = find !== ''
  const found = isFound ? t('shared.found', { count: total, searched: all.length, what }) : null
  const age = walk && <WalkAge readAt={walk.readAt} path={list.path} searchParams={searchParams} />
  const unreadable = all.filter(isUnreadable).length
  const announced = [found ?? listText(list.name, 'count', { total }), sortedText(list, query.sort)]
    .filter(Boolean)
    .join(' ')
  const summary = parts.summary?.(read, query) ?? found
  const { choices, default: usual } = sizesOf(list)
  // A page can be smaller than asked, and the next pages must continue from its size.
  const pageParams = { ...searchParams, rows: limit === usual ? undefined : String(limit) }
  // A list that comes in one call needs pages only if it is long.
  const isPaged = list.source.kind === 'paged' || total > Math.min(...choices)
  const positions = new Map<object, number>(rows.map(({ row, position }) => [row, position]))
  const { cells, ...otherParts } = parts
  const tableParts = {
    ...otherParts,
    ...(cells && { cells: typeof cells === 'function' ? cells(read, query) : cells }),
  }
  const toFirst = (
    <TextLink href={pageUrl(list.path, searchParams, { page: undefined })}>{t('shared.firstPage')}</TextLink>
  )
  return (
    <>
      {walk?.hasChanged && <Note>{t('shared.walk.changed')}</Note>}
      {walk && !walk.isWhole && <Note>{t('shared.walk.cut', { count: walk.rows.length })}</Note>}
      {isFound && unreadable > 0 && <Note>{t('shared.foundUnreadable', { count: unreadable })}</Note>}
      {total === 0 ? (
        (parts.empty?.(query) ?? (
          <EmptyState title={found ?? listText(list.name, 'empty.title')}>
            <p>{isFound ? t('shared.notFound') : listText(list.name, 'empty.text')}</p>
            {age}
          </EmptyState>
        ))
      ) : (
        <>
          {summary && <FindSummary>{summary}</FindSummary>}
          {isPaged && (
            <Pagination path={list.path} searchParams={pageParams} {...{ page, limit, total }} sizes={choices}>
              {age}
            </Pagination>
          )}
          {rows.length === 0 ? (
            <EmptyState title={t('shared.beyond')}>{toFirst}</EmptyState>
          ) : (
            <Table
              table={list}
              rows={rows.map(({ row }) => row)}
              filter={query.filter}
              order={{ sort: query.sort, path: list.path, searchParams }}
              parts={tableParts}
              places={walk ? { of: (row) => positions.get(row), path: list.path, searchParams, limit } : undefined}
            />
          )}
        </>
      )}
      {parts.below?.(read, query)}
      {/* After the pagination, so that this announcement replaces the pagination's for another list. */}
      <Announcement key={find} isNews={walk !== null || list.lookUps !== undefined} text={announced} />
    </>
  )
}
