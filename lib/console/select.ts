import type { Listed, WalkEvent } from '@/lib/service'
import { searchForm } from '@/lib/format'
import { kinds, valueOf, type Column, type ListDeclaration, type Sort, type TableDeclaration, type Value } from './list'
import type { ListQuery } from './query'

/** A row, with its position in the order of a source with pages. */
export type PageRow<Row> = Row & Partial<Listed<unknown>>

/** Rows without a value are last, in both directions. */
const noValue = { group: 1, value: 0 }

export function selectPage<Row extends object, Filter>(
  list: TableDeclaration<Row, Filter> & Pick<ListDeclaration<Row, Filter>, 'find' | 'where'>,
  { rows, unreadable = 0 }: { rows: readonly PageRow<Row>[]; unreadable?: number },
  query: Pick<ListQuery<Filter>, 'sort' | 'page' | 'limit' | 'find' | 'filter'>,
) {
  const { page, limit } = query
  const found = rows.filter(matcher(list, query))
  const shown = sortRows(list, found, query).slice((page - 1) * limit, page * limit)
  return { kind: 'page', rows: shown, page, limit, total: found.length, unreadable, walk: null, all: rows } as const
}

/** Sorts texts by code units, because no language's order applies to IDs and wallet addresses. The sort is stable. */
export function sortRows<Row extends object, Filter, Found extends Row>(
  table: TableDeclaration<Row, Filter>,
  rows: readonly Found[],
  { sort, filter }: { sort: Sort | null; filter: Filter },
): Found[] {
  const column = sort && table.columns[sort.key]
  if (!sort || !column) return [...rows]
  const sign = sort.direction === 'ascending' ? 1 : -1
  const ranked = rows.map((row) => ({ row, ...rankOf(column, valueOf(table, sort.key, row, filter)) }))
  ranked.sort((a, b) => a.group - b.group || (a.value === b.value ? 0 : a.value < b.value ? -sign : sign))
  return ranked.map(({ row }) => row)
}

function rankOf({ kind, tones }: Pick<Column<never>, 'kind' | 'tones'>, value: Value) {
  if (value === null || value === undefined) return noValue
  if (kinds[kind].order === 'text') return { group: 0, value: String(value) }
  const number = tones ? Object.keys(tones).indexOf(String(value)) : numberOf(value, kinds[kind].order)
  return Number.isNaN(number) ? noValue : { group: 0, value: number }
}

const numberOf = (value: string | number | boolean, order: 'number' | 'time') =>
  order === 'time' && typeof value === 'string' ? Date.parse(value) : value === '' ? NaN : Number(value)

export function matcher<Row extends object, Filter>(
  list: Pick<ListDeclaration<Row, Filter>, 'columns' | 'find' | 'where'>,
  { find: text, filter }: Pick<ListQuery<Filter>, 'find' | 'filter'>,
): (row: Row) => boolean {
  const { find, where = () => true } = list
  if (text === '' || !find) return (row) => where(row, filter)
  const wanted = searchForm(text)
  const contains = (value: unknown) => typeof value === 'string' && searchForm(value).includes(wanted)
  return (row) => where(row, filter) && find.in.some((key) => contains(valueOf(list, key, row, filter)))
}

export async function* changeWalk<Row extends object, Changed>(
  events: AsyncIterable<WalkEvent<Row>>,
  change: (row: Listed<Row>) => Listed<Changed>,
): AsyncGenerator<WalkEvent<Changed>, void, undefined> {
  for await (const event of events) {
    if (event.kind !== 'page') yield event
    else yield { ...event, page: { ...event.page, items: event.page.items.map(change) } }
  }
}
