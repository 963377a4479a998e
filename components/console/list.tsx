import type { Metadata, Route } from 'next'
import type { ReactNode } from 'react'
import { Announcement } from './announcement'
import { AsyncContent, LateCount } from './async-content'
import { ConsolePage, pageTitle } from './console-page'
import { ExportMenu } from './export-menu'
import { TextLink } from './links'
import { EmptyState, ServiceProblem, UnreadableRows } from './notices'
import { NumberedPager, Pager } from './pagination'
import { listText } from './cell'
import { sortedText, Table, type TableParts } from './table'
import { NotStarted, WalkAge, WalkNotes, WalkProgress } from './walk-progress'
import { requireOperator, requireViewer } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { mayLookUp } from '@/lib/console/from-elsewhere'
import type { ListDeclaration, Source } from '@/lib/console/list'
import { pageUrl, type SearchParams } from '@/lib/console/page-url'
import { defaultSizes, needsAllRows, readQuery, type ListQuery } from '@/lib/console/query'
import { readList, type ListPage, type ListRead, type NewestPage } from '@/lib/console/read-list'
import type { ConsoleTextKey } from '@/lib/messages/keys'
import { elsewhereParameter } from '@/lib/request/paths'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'

export interface ListParts<Row extends object, Filter> extends TableParts<Row, Filter> {
  /** Values of the text `count`, besides the number of rows. */
  countValues?: (query: ListQuery<Filter>) => Record<string, string>
  /** Default: the caption of the list's texts. */
  caption?: (query: ListQuery<Filter>) => string
  empty?: (query: ListQuery<Filter>, page?: ListPage<Row>) => ReactNode
  /** What the rows are, in the row of the filters. Default: the number of matches of a search. */
  summary?: (page: ListPage<Row>, query: ListQuery<Filter>) => ReactNode
  above?: (page: ListPage<Row>, query: ListQuery<Filter>) => ReactNode
  below?: (page: ListPage<Row>, query: ListQuery<Filter>) => ReactNode
}

interface ListProps<Row extends object, Filter> {
  /** A list without a source has all its rows, which `read` selects. */
  list: Omit<ListDeclaration<Row, Filter>, 'source' | 'file'> & { source?: Pick<Source<Row, Filter>, 'kind'> }
  query: ListQuery<Filter>
  searchParams: SearchParams
  parts: ListParts<Row, Filter>
}

export function List<Row extends object, Filter>({ read, ...props }: ListProps<Row, Filter> & { read: ListRead<Row> }) {
  const { list, searchParams, parts } = props
  const t = consoleTexts()
  if (read.kind === 'reading') return <WalkProgress progress={read} what={listText(list.name, 'what')} />
  if (read.kind === 'newest') return <NewestRows {...props} read={read} />
  if (read.kind === 'failed') {
    return (
      <ServiceProblem
        problem={read.problem}
        retryUrl={pageUrl(list.path, searchParams)}
        firstPageUrl={props.query.page === 1 ? undefined : pageUrl(list.path, searchParams, { page: undefined })}
      />
    )
  }
  if (read.kind === 'away') {
    return (
      <EmptyState title={listText(list.name, 'away')}>
        <p>{t('shared.storeAway')}</p>
      </EmptyState>
    )
  }
  // The connects, which are never here, have no such text.
  const what = listText(list.name, 'what')
  const query = read.sort ? { ...props.query, sort: read.sort } : props.query
  const { rows, limit, total, unreadable, walk, all = [] } = read
  const { find, filter, sort } = query
  const isFound = find !== ''
  const found = isFound ? t('shared.found', { count: total, searched: all.length, what }) : null
  const page = { path: list.path, searchParams }
  const age = walk && <WalkAge readAt={walk.readAt} {...page} />
  const count = listText(list.name, 'count', { count: total, ...parts.countValues?.(query) })
  const summary = parts.summary?.(read, query) ?? found
  const { sizes = defaultSizes } = list
  // A page can be smaller than asked, and the next pages must continue from its size.
  const pageParams = { ...searchParams, rows: limit === sizes?.default ? undefined : String(limit) }
  // A list that comes in one call needs pages only if it is long.
  const isPaged = sizes && (list.source?.kind === 'paged' || total > Math.min(...sizes.choices))
  return (
    <>
      {walk && <WalkNotes walk={walk} />}
      {!walk && <UnreadableRows count={unreadable} />}
      {parts.above?.(read, query)}
      {total === 0 ? (
        // A list of unreadable rows alone is not empty.
        (isFound || all.length > 0 || unreadable === 0) &&
        (parts.empty?.(query, read) ?? (
          <EmptyState title={found ?? listText(list.name, 'empty.title')}>
            <p>{isFound ? t('shared.notFound') : listText(list.name, 'empty.text')}</p>
            {age}
          </EmptyState>
        ))
      ) : (
        <>
          {summary && (
            <p className="text-sm font-medium xl:col-start-1 xl:row-start-1 xl:flex xl:min-h-9 xl:items-center xl:gap-1 xl:justify-self-end">
              {summary}
            </p>
          )}
          {isPaged && (
            <NumberedPager path={list.path} searchParams={pageParams} read={read} sizes={sizes.choices}>
              {age}
            </NumberedPager>
          )}
          {rows.length === 0 ? (
            <EmptyState title={t('shared.beyond')}>
              <TextLink href={pageUrl(list.path, searchParams, { page: undefined })}>{t('shared.firstPage')}</TextLink>
            </EmptyState>
          ) : (
            <Table {...tableProps({ ...props, query })} rows={rows} limit={limit} places={walk ? page : undefined} />
          )}
        </>
      )}
      {parts.below?.(read, query)}
      {/* After the pagination, so that this announcement replaces the pagination's for another list. */}
      <Announcement
        isNews={walk !== null || list.lookUps !== undefined}
        text={[found ?? count, sortedText(list, sort)].filter(Boolean).join(' ')}
        // A refresh announces no new numbers.
        of={JSON.stringify([find, filter, sort])}
      />
    </>
  )
}

function NewestRows<Row extends object, Filter>(props: ListProps<Row, Filter> & { read: NewestPage<Row> }) {
  const { list, read, query, searchParams, parts } = props
  const { rows, nextBefore, isCut } = read
  const { before } = query
  const t = consoleTexts()
  const count = listText(list.name, 'count', { count: rows.length, ...parts.countValues?.(query) })
  const rest = isCut ? 'unsearched' : nextBefore !== undefined && 'more'
  const position = rest ? `${count} · ${listText(list.name, rest)}` : count
  const announced = [position, sortedText(list, query.sort)].filter(Boolean).join('. ')
  const links = [
    { text: t('shared.pagination.newest'), from: before, to: undefined },
    { text: t('shared.pagination.older'), from: nextBefore, to: nextBefore },
  ].filter(({ from }) => from !== undefined)
  return (
    <>
      {links.length > 0 && (
        <Pager
          position={position}
          links={links.map(({ text, to }) => ({ text, url: pageUrl(list.path, searchParams, { before: to }) }))}
        />
      )}
      {/* Pages can have the same announcement. */}
      <Announcement text={announced} of={`${before} ${announced}`} />
      {rows.length > 0 ? (
        <Table {...tableProps(props)} rows={rows} />
      ) : (
        (parts.empty?.(query) ?? (
          <EmptyState title={listText(list.name, 'empty.title')}>
            <p>{listText(list.name, 'empty.text')}</p>
          </EmptyState>
        ))
      )}
      {links.length === 0 && <p className="text-sm text-muted">{position}</p>}
    </>
  )
}

function tableProps<Row extends object, Filter>({ list, query, searchParams, parts }: ListProps<Row, Filter>) {
  return {
    table: list,
    filter: query.filter,
    order: list.sort === null ? undefined : { sort: query.sort, path: list.path, searchParams },
    parts,
    caption: parts.caption?.(query),
  }
}

interface PageParts<Row extends object, Filter> extends ListParts<Row, Filter> {
  title: (query: ListQuery<Filter>) => string
  intro?: () => string
  filters?: (query: ListQuery<Filter>, searchParams: SearchParams) => ReactNode
  actions?: (query: ListQuery<Filter>, searchParams: SearchParams) => ReactNode
  refused?: (filter: Filter) => ReactNode
  /** The parameters of the export, without the text to find. */
  exports?: (filter: Filter) => SearchParams
  moreExports?: (filter: Filter) => readonly { name: string; url: Route }[]
  hasError?: (filter: Filter) => boolean
  /** The number of items in the title's line. Default: the number of rows on all pages. */
  count?: (page: ListPage<Row>) => ReactNode
  content?: (list: ReactNode, read: ListRead<Row>, url: Route) => ReactNode
  frame?: (page: ReactNode) => ReactNode
}

interface Props {
  searchParams: Promise<SearchParams>
}

export function listPage<Row extends object, Filter>(
  list: ListDeclaration<Row, Filter>,
  parts: PageParts<Row, Filter>,
) {
  const { path } = list
  const {
    count = ({ total }) => total > 0 && consoleFormats().count(total),
    content = (content: ReactNode) => content,
    frame = (page: ReactNode) => page,
  } = parts

  async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
    const query = readQuery(list, await searchParams)
    return {
      title: pageTitle(parts.title(query), { page: query.page, hasError: parts.hasError?.(query.filter) ?? false }),
    }
  }

  async function Page(props: Props) {
    const { [elsewhereParameter]: elsewhere, ...searchParams } = await props.searchParams
    const url = pageUrl(path, searchParams)
    const user = await (list.isForOperators ? requireOperator(url) : requireViewer(url))
    const query = readQuery(list, searchParams)
    const { find, filter } = query
    const isRefused = Boolean(list.refusal?.(filter))
    const lookUps = { ...(list.find?.lookUp && { [list.find.lookUp]: find }), ...list.lookUps?.(filter) }
    const page = { path, searchParams: { ...searchParams, [elsewhereParameter]: elsewhere } }
    const isRead = !isRefused && (await mayLookUp(user, page, lookUps, needsAllRows(list, query)))
    const read = isRead ? readList(list, query) : null
    const t = consoleTexts()
    const exported = parts.exports?.(filter) ?? {}
    // The parameters of a look-up choose the list. They do not filter it.
    const isFiltered = find !== '' || (!list.lookUps && Object.values(exported).some(Boolean))
    return frame(
      <ConsolePage
        title={t(`layout.pages.${list.name}` as ConsoleTextKey)}
        count={read && <LateCount read={read}>{(read) => read.kind === 'page' && count(read)}</LateCount>}
        intro={parts.intro?.()}
        actions={
          <>
            {parts.actions?.(query, searchParams)}
            {user.isOperator && !isRefused && (
              <ExportMenu
                path={`${path}/export` as Route}
                searchParams={{ find: find || undefined, ...exported }}
                isFiltered={isFiltered}
                {...(list.source.kind === 'paged' && { maxPauseMs: config().service.maxPauseMs })}
                more={parts.moreExports?.(filter) ?? []}
              />
            )}
          </>
        }
      >
        <div className="list">
          {parts.filters?.(query, searchParams)}
          {isRefused && parts.refused?.(filter)}
          {!isRefused && !read && (
            <NotStarted
              what={list.source.kind === 'paged' ? 'walk' : 'lookUp'}
              path={path}
              searchParams={searchParams}
            />
          )}
          {read && (
            <AsyncContent read={read} what={listText(list.name, 'what')} lines={12} path={path}>
              {(read) =>
                content(
                  <List list={list} read={read} query={query} searchParams={searchParams} parts={parts} />,
                  read,
                  url,
                )
              }
            </AsyncContent>
          )}
        </div>
      </ConsolePage>,
    )
  }

  return { Page, generateMetadata }
}
