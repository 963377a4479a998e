import type { Metadata, Route } from 'next'
import type { ReactNode } from 'react'
import { AsyncContent, LateCount } from './async-content'
import { ConsolePage, pageTitle } from './console-page'
import { ExportMenu } from './export-menu'
import { NotStarted } from './walk-progress'
import { requireViewer } from '@/lib/auth/user'
import { config } from '@/lib/config'
import type { ListDeclaration } from '@/lib/console/list'
import { needsAllRows, readQuery, type ListQuery } from '@/lib/console/query'
import { readList } from '@/lib/console/read'
import { mayLookUp } from '@/lib/console/from-elsewhere'
import { pageUrl, type SearchParams } from '@/lib/console/page-url'
import type { ConsoleTextKey } from '@/lib/messages/keys'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import { List, type ListParts } from './list'
import { listText } from './cells'

interface PageParts<Row extends object, Filter> extends ListParts<Row, Filter> {
  title: (query: ListQuery<Filter>) => string
  /** One sentence under the title. */
  intro?: () => string
  /** The row above the list: its search and its filters. */
  filters: (query: ListQuery<Filter>, searchParams: SearchParams) => ReactNode
  /** Shown instead of the list if the filter asks for none. */
  notAsked?: (filter: Filter) => ReactNode
  /** The parameters of the export, without the text to find. Undefined for a filter without an export. */
  exports?: (filter: Filter) => SearchParams | undefined
  moreExports?: (filter: Filter) => readonly { name: string; url: Route }[]
  hasError?: (filter: Filter) => boolean
}

interface Props {
  searchParams: Promise<SearchParams>
}

/**
 * Returns the page of a list and its metadata.
 *
 * ```tsx
 * const { Page, generateMetadata } = listPage(balances, { title: () => 'Balances', filters: () => <Filters /> })
 * export { generateMetadata }
 * export default Page
 * ```
 */
export function listPage<Row extends object, Filter>(
  list: ListDeclaration<Row, Filter>,
  parts: PageParts<Row, Filter>,
) {
  const { path } = list

  async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
    const query = readQuery(list, await searchParams)
    return {
      title: pageTitle(parts.title(query), { page: query.page, hasError: parts.hasError?.(query.filter) ?? false }),
    }
  }

  async function Page(props: Props) {
    const searchParams = await props.searchParams
    const user = await requireViewer(pageUrl(path, searchParams))
    const query = readQuery(list, searchParams)
    const { find, filter } = query
    const notAsked = parts.notAsked?.(filter)
    const lookUps = { ...(list.find?.lookUp && { [list.find.lookUp]: find }), ...list.lookUps?.(filter) }
    const isRead = !notAsked && (await mayLookUp(user, lookUps, needsAllRows(list, query)))
    const read = isRead ? readList(list, query) : null
    const t = consoleTexts()
    const exported = parts.exports ? parts.exports(filter) : {}
    // The parameters of a look-up choose the list. They do not filter it.
    const isFiltered = find !== '' || (!list.lookUps && Object.values(exported ?? {}).some(Boolean))
    return (
      <ConsolePage
        title={t(`layout.pages.${list.name}` as ConsoleTextKey)}
        count={
          read && (
            <LateCount read={read}>{(list) => list.kind === 'page' && consoleFormats().count(list.total)}</LateCount>
          )
        }
        intro={parts.intro?.()}
        actions={
          user.isOperator &&
          exported && (
            <ExportMenu
              path={`${path}/export` as Route}
              searchParams={{ find: find || undefined, ...exported }}
              isFiltered={isFiltered}
              {...(list.source.kind === 'paged' && { maxPauseMs: config().service.maxPauseMs })}
              more={parts.moreExports?.(filter) ?? []}
            />
          )
        }
      >
        <div className="list">
          {parts.filters(query, searchParams)}
          {notAsked}
          {!notAsked && !read && (
            <NotStarted
              what={list.source.kind === 'paged' ? 'walk' : 'lookUp'}
              path={path}
              searchParams={searchParams}
            />
          )}
          {read && (
            <AsyncContent
              read={read}
              what={listText(list.name, 'what')}
              lines={12}
              path={path}
              searchParams={searchParams}
            >
              {(read) => <List list={list} read={read} query={query} searchParams={searchParams} parts={parts} />}
            </AsyncContent>
          )}
        </div>
      </ConsolePage>
    )
  }

  return { Page, generateMetadata }
}
