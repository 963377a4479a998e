import type { Route } from 'next'
import { pageUrl, type SearchParams } from '@/lib/console/shared/page-url'
import type { Sort, SortDirection, Sorting } from '@/lib/console/shared/sort'
import type { ConsoleTexts } from '@/lib/messages/keys'
import type { Column } from './data-table'

/** Returns the `sort` of the column with a key. */
export type SortBy<Key extends string> = (key: Key) => { url: Route; direction: SortDirection | undefined }

/** Returns the links of column headers that sort a list: `sort: sortBy('bolts')` in a column. */
export function sortLinks<Key extends string>(
  sorting: Pick<Sorting<Key>, 'nextSort'>,
  current: Sort<Key> | null,
  { path, searchParams }: { path: Route; searchParams: SearchParams },
): SortBy<Key> {
  return (column) => {
    const { key, direction } = sorting.nextSort(current, column)
    return {
      url: pageUrl(path, searchParams, { sort: key, order: direction, page: undefined }),
      direction: current?.key === column ? current.direction : undefined,
    }
  }
}

/** Describes the order of a table, for an `Announcement`. Null if it is in its default order. */
export function sortedText(columns: readonly Pick<Column<never>, 'header' | 'sort'>[], t: ConsoleTexts): string | null {
  const sorted = columns.find(({ sort }) => sort?.direction !== undefined)
  return sorted?.sort?.direction === undefined
    ? null
    : t('shared.sorted', { column: sorted.header, direction: sorted.sort.direction })
}
