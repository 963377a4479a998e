import 'server-only'
import { unlessUnavailable } from '@/lib/store'
import type { ListDeclaration, NewestRows, Sort } from './list'
import { needsAllRows, type ListQuery } from './query'
import { allRows, type AllRows, type Progress } from './rows'
import { selectPage, sortRows, type PageRow } from './select'
import { callSettings, failureOf, type Failure } from './service'

export interface ListPage<Row> {
  kind: 'page'
  rows: readonly PageRow<Row>[]
  page: number
  limit: number
  total: number
  /** The order of the rows, if it is the one that the list opens in. */
  sort?: Sort
  /** The walk that read the rows; null if one call has read them. */
  walk: AllRows<Row> | null
  all?: readonly Row[]
  /** The number of unreadable rows of the page or, with `all`, of the list. */
  unreadable: number
  /** The number of rows that the source lists at most, if it has more. */
  cutAt?: number | undefined
}

/** One page of entries of this app, the newest first. A sort only sorts the page. */
export type NewestPage<Row> = NewestRows<Row> & { kind: 'newest' }

/** `away`: the store is unavailable. */
export type ListRead<Row> = ListPage<Row> | NewestPage<Row> | Progress | Failure | { kind: 'away' }

const entriesOnPage = 50

export const readList = <Row extends object, Filter>(
  list: ListDeclaration<Row, Filter>,
  query: ListQuery<Filter>,
): Promise<ListRead<Row>> =>
  unlessUnavailable(
    async (): Promise<ListRead<Row>> => {
      const { source } = list
      const { page, limit, filter, after } = query
      if (source.kind === 'newest') {
        const { rows, ...rest } = await source.page({ before: query.before, limit: entriesOnPage }, filter)
        return { kind: 'newest', ...rest, rows: sortRows(list, rows, query) }
      }
      if (source.kind === 'paged' && needsAllRows(list, query)) {
        const walk = await allRows(list.name, filter, source.walk, { after })
        return walk.kind === 'read' ? { ...selectPage(list, walk, query), walk } : walk
      }
      const { access, options } = callSettings()
      if (source.kind === 'whole') {
        const read = await source.read(access, filter, options)
        return read.ok ? { ...selectPage(list, read.data, query), cutAt: read.data.cutAt } : failureOf(read.error)
      }
      const read = await source.page(access, { ...filter, page, limit }, options)
      if (!read.ok) return failureOf(read.error)
      const { items, unreadable, total, ...given } = read.data
      const sort = list.opensBy
      if (sort && given.page === 1 && items.length + unreadable === total) {
        return { ...selectPage(list, { rows: items, unreadable }, { ...query, ...given, sort }), sort }
      }
      return { kind: 'page', rows: items, ...given, total, unreadable, walk: null }
    },
    (): ListRead<Row> => ({ kind: 'away' }),
  )
