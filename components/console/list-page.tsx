import type { Metadata, Route } from 'next'
import type { ReactNode } from 'react'
import { AsyncContent, LateCount } from './async-content'
import { ConsolePage, pageTitle } from './console-page'
import { ExportMenu } from './export-menu'
import { NotStarted } from './walk-progress'
import { requireOperator, requireViewer } from '@/lib/auth/user'
import { config } from '@/lib/config'
import type { ListDeclaration } from '@/lib/console/list'
import { needsAllRows, readQuery, type ListQuery } from '@/lib/console/query'
import { readList, type ListPage, type ListRead } from '@/lib/console/read'
import { mayLookUp } from '@/lib/console/from-elsewhere'
import { pageUrl, type SearchParams } from '@/lib/console/page-url'
import { elsewhereParameter } from '@/lib/request/paths'
import type { ConsoleTextKey } from '@/lib/messages/keys'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import { List, type ListParts } from './list'
import { listText } from './cells'

interface PageParts<Row extends object, Filter> extends ListParts<Row, Filter> {
  title: (query: ListQuery<Filter>) => string
  /** One sentence under the title. */
  intro?: () => string
  /** The row above the list: its search and its filters. */
  filters?: (query: ListQuery<Filter>, searchParams: SearchParams) => ReactNode
  /** Further menus and buttons at the end of the title's line. */
  actions?: (query: ListQuery<Filter>, searchParams: SearchParams) => ReactNode
  /** Shown instead of a list that cannot be read with its filter. */
  refused?: (filter: Filter) => ReactNode
  /** The parameters of the export, without the text to find. */
  exports?: (filter: Filter) => SearchParams
  moreExports?: (filter: Filter) => readonly { name: string; url: Route }[]
  hasError?: (filter: Filter) => boolean
  /** The number of items in the title's line. Default: the number of rows on all pages. */
  count?: (page: ListPage<Row>) => ReactNode
  /** Wraps the list once it is read. */
  content?: (list: ReactNode, read: ListRead<Row>, url: Route) => ReactNode
  /** Wraps the whole page. */
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
    count = ({ total }) => consoleFormats().count(total),
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
