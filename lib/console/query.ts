import 'server-only'
import type { Route } from 'next'
import { z } from 'zod'
import {
  isSortable,
  kinds,
  type Direction,
  type ListDeclaration,
  type Sizes,
  type Sort,
  type TableDeclaration,
} from './list'
import { pageUrl, type PageQuery, type SearchParams } from './page-url'
import { maxSearchLength, typedId } from './typed-text'

export const defaultSizes: Sizes = { choices: [25, 50, 100, 200], default: 50 }

/** The query of a list's page (`?find=…&sort=bolts&order=descending&page=2&rows=50`). */
export interface ListQuery<Filter> {
  /** Null for the order of the source. */
  sort: Sort | null
  page: number
  limit: number
  find: string
  /** Reads the rows of a walk again if they are from this time or earlier, in milliseconds since the epoch. */
  after: number | undefined
  /** The last entry of the previous page, in a list whose newest entries come first. */
  before: string | undefined
  filter: Filter
}

const direction = z.enum(['ascending', 'descending'])
const pageNumber = z.coerce.number().int().min(1).catch(1)
/** What the service allows ("Limits"). */
const pageSize = z.coerce.number().int().min(1).max(200)
/** The ID of an entry of a stream in the store. */
const entryId = z
  .string()
  .regex(/^\d{1,16}-\d{1,10}$/)
  .optional()
  .catch(undefined)
const time = z.coerce.number().int().positive().optional().catch(undefined)
const searchText = z.string().transform(typedId).pipe(z.string().min(1).max(maxSearchLength))

/** Reads the text from a query (`?q=…`), cleaned by `typedId`; null if it is missing or too long. */
export function readSearchText(value: SearchParams[string] | null): string | null {
  return searchText.safeParse(value).data ?? null
}

/** Reads the ID of a page about one user, conversion or batch (`oneUrl`); empty if it is missing. */
export const readId = ({ id }: SearchParams): string => z.string().catch('').parse(id)

/** An invalid value counts as missing, so that every URL shows a page. */
export function readPage({ page, rows }: SearchParams, sizes: Sizes | null = defaultSizes) {
  if (!sizes) return { page: 1, limit: Number.MAX_SAFE_INTEGER }
  return { page: pageNumber.parse(page), limit: pageSize.catch(sizes.default).parse(rows) }
}

export function readSort<Row extends object, Filter>(
  { columns, sort: byDefault = null, prefix = '' }: TableDeclaration<Row, Filter>,
  searchParams: SearchParams,
): Sort | null {
  const asked = z.string().safeParse(searchParams['sort']).data ?? ''
  const key = asked.startsWith(prefix) ? asked.slice(prefix.length) : ''
  const column = Object.hasOwn(columns, key) ? columns[key] : undefined
  if (!column || !isSortable(column)) return byDefault
  return { key, direction: direction.catch(kinds[column.kind].first).parse(searchParams['order']) }
}

export function readQuery<Row extends object, Filter>(
  list: TableDeclaration<Row, Filter> & Pick<ListDeclaration<Row, Filter>, 'find' | 'filter' | 'sizes'>,
  searchParams: SearchParams,
): ListQuery<Filter> {
  return {
    sort: readSort(list, searchParams),
    ...readPage(searchParams, list.sizes),
    find: list.find ? (readSearchText(searchParams['find']) ?? '') : '',
    after: time.parse(searchParams['after']),
    before: entryId.parse(searchParams['before']),
    filter: list.filter ? list.filter(searchParams) : ({} as Filter),
  }
}

/** The service can neither sort nor search a list. */
export function needsAllRows<Row extends object, Filter>(
  { source }: Pick<ListDeclaration<Row, Filter>, 'source'>,
  { sort, find }: Pick<ListQuery<Filter>, 'sort' | 'find'>,
): boolean {
  return source.kind === 'paged' && (sort !== null || find !== '')
}

export interface Order extends PageQuery {
  sort: Sort | null
}

/** The URL of a header. It reverses the order if the list is sorted by this column, in `direction`. */
export function sortLink<Row extends object, Filter>(
  { columns, prefix = '' }: TableDeclaration<Row, Filter>,
  key: string,
  { sort, path, searchParams }: Order,
): { url: Route; direction: Direction | undefined } {
  const current = sort?.key === key ? sort.direction : undefined
  const next = current === 'ascending' ? 'descending' : current === 'descending' ? 'ascending' : undefined
  const order = next ?? kinds[columns[key]?.kind ?? 'text'].first
  return { url: pageUrl(path, searchParams, { sort: prefix + key, order, page: undefined }), direction: current }
}

/** Returns the parameters of an order, unless it is the default of the table. */
export function sortParams(
  { sort: byDefault, prefix = '' }: Pick<TableDeclaration<object>, 'sort' | 'prefix'>,
  sort: Sort | null,
): { sort?: string; order?: Direction } {
  const isDefault = sort?.key === byDefault?.key && sort?.direction === byDefault?.direction
  return sort && !isDefault ? { sort: prefix + sort.key, order: sort.direction } : {}
}
