import type { Route } from 'next'
import type { ConsoleTextGroup, ConsoleTextKey } from '@/lib/messages/keys'
import type { LookUpKind } from '@/lib/records/audit'
import type { Page, ReadOptions, Result, ServiceAccess, WalkEvent, WalkOptions } from '@/lib/service'
import type { SearchParams } from './page-url'

/* A list is declared once, for its page, its export and the command `subnet`. The command has no React. */

/** A time is ISO 8601, or milliseconds since the epoch. */
export type Value = string | number | boolean | null | undefined

export type Tone = 'neutral' | 'success' | 'warning' | 'danger'

/** How the kinds of columns align, and which direction the first press of a header sorts by. */
export const kinds = {
  /** A text that identifies something. It is shortened in its cell and whole in the row's details, and can be copied. */
  id: { isNumber: false, first: 'ascending', order: 'text' },
  amount: { isNumber: true, first: 'descending', order: 'number' },
  percent: { isNumber: true, first: 'descending', order: 'number' },
  count: { isNumber: true, first: 'descending', order: 'number' },
  bytes: { isNumber: true, first: 'descending', order: 'number' },
  /** The time since then, and the exact time while the pointer is over it. In the details, the exact time. */
  time: { isNumber: false, first: 'descending', order: 'time' },
  /** A number that only orders the rows. The page renders the cell. */
  rank: { isNumber: false, first: 'descending', order: 'number' },
  flag: { isNumber: false, first: 'descending', order: 'number' },
  /** One of the words of a field. A word that the interface does not list stays unchanged. */
  word: { isNumber: false, first: 'ascending', order: 'text' },
  /** A state with a colour. Its order is the order of its tones. */
  badge: { isNumber: false, first: 'ascending', order: 'number' },
  text: { isNumber: false, first: 'ascending', order: 'text' },
} as const
type Kind = keyof typeof kinds

interface ColumnOptions<Row, Filter> {
  value?: (row: Row, filter: Filter) => Value
  href?: (value: string, row: Row) => Route | undefined
  /** Links the whole value in the details to the operator's own page about it. */
  linkOut?: 'user' | 'wallet'
  isRowHeader?: boolean
  /** False hides the header from sight if the cells say the same. */
  hasHeader?: boolean
  /** Shows the column only in the row's details. It cannot sort. */
  isDetail?: boolean
  isInFileOnly?: boolean
  /** Default: false for values of the file alone, and for details unless the page's own menu sorts by one. */
  isSortable?: boolean
  /** In a card: the end of the first line, a line of its own, or only with the row's open details. */
  card?: 'end' | 'fill' | 'open'
  /** False omits the button that copies an ID, because one in a row is enough for the keyboard. */
  hasCopy?: boolean
  /** A `time` shows its day, or the exact time, in place of the time since then. */
  shows?: 'day' | 'exact'
  /** The current time by the clock of the row's source, for a `time`. ISO 8601. */
  now?: (row: Row) => string
  words?: readonly string[]
  tones?: Readonly<Record<string, Tone>>
}

export interface Column<Row, Filter = unknown> extends ColumnOptions<Row, Filter> {
  kind: Kind
}

export function columnsOf<Row, Filter = unknown>() {
  const of =
    (kind: Kind) =>
    (options: ColumnOptions<Row, Filter> = {}): Column<Row, Filter> => ({ kind, ...options })
  return Object.fromEntries((Object.keys(kinds) as Kind[]).map((kind) => [kind, of(kind)])) as Record<
    Kind,
    ReturnType<typeof of>
  >
}

interface WholeList<Row> {
  rows: readonly Row[]
  unreadable?: number
  /** The number of rows that the source lists at most, if it has more. */
  cutAt?: number | undefined
}

type ListedPage<Filter> = Filter & { page: number; limit: number }

export interface NewestRows<Row> {
  rows: readonly Row[]
  /** The `before` of the next page; undefined on the last one. */
  nextBefore: string | undefined
  /** Whether the page ends at the limit of entries to read. Older ones may match the filter. */
  isCut?: boolean
}

export type Source<Row, Filter> =
  /** One call a page. A sort or a search reads all rows and keeps them for five minutes. */
  | {
      kind: 'paged'
      page: (access: ServiceAccess, query: ListedPage<Filter>, options: WalkOptions) => Promise<Result<Page<Row>>>
      walk: (access: ServiceAccess, filter: Filter, options: WalkOptions) => AsyncIterable<WalkEvent<Row>>
    }
  | {
      kind: 'whole'
      read: (
        access: ServiceAccess,
        filter: Filter,
        options: ReadOptions & WalkOptions,
      ) => Promise<Result<WholeList<Row>>>
    }
  /** Entries of this app, the newest first. A page begins after the last entry of the one before it. */
  | {
      kind: 'newest'
      page: (from: { before: string | undefined; limit: number }, filter: Filter) => Promise<NewestRows<Row>>
      all: (filter: Filter) => AsyncIterable<readonly Row[]>
    }

export interface TableDeclaration<Row extends object, Filter = unknown> {
  /** Its group of texts, as described at `listText`. Of a list, also its name in the log, the audit and files. */
  name: ConsoleTextGroup
  columns: Readonly<Record<string, Column<Row, Filter>>>
  /** Null if no header sorts. Default: the order of the source. */
  sort?: Sort | null
  /** Distinguishes the tables of a page in the query: `?sort=bolts.converted_at`. */
  prefix?: string
}

export interface ListDeclaration<Row extends object, Filter = unknown> extends TableDeclaration<Row, Filter> {
  path: Route
  source: Source<Row, Filter>
  file: readonly string[]
  /** Where the parameter `find` searches, and what the audit calls that. */
  find?: { in: readonly string[]; lookUp?: LookUpKind }
  /** Whether a row matches the filter, if the source lists other rows too. */
  where?: (row: Row, filter: Filter) => boolean
  /** Other look-ups of the query, for the audit. */
  lookUps?: (filter: Filter) => { [Kind in LookUpKind]?: string | undefined }
  filter?: (searchParams: SearchParams) => Filter
  /** Why the list cannot be read with this filter, for its export. */
  refusal?: (filter: Filter) => ConsoleTextKey | null
  fileName?: (filter: Filter) => string
  /** The wallet address or user ID that the list is about, for the audit. */
  about?: (filter: Filter) => string | undefined
  /** The order that a `paged` list opens in if one page has all its rows. This takes no further call. */
  opensBy?: Sort
  /** The page sizes to choose from, and the default. Null shows all rows on one page. */
  sizes?: Sizes | null
  isForOperators?: boolean
}

export interface Sizes {
  choices: readonly number[]
  default: number
}

export type Direction = 'ascending' | 'descending'

export interface Sort {
  key: string
  direction: Direction
}

export const defineList = <Row extends object, Filter = object>(list: ListDeclaration<Row, Filter>) => list

export const defineTable = <Row extends object, Filter = object>(table: TableDeclaration<Row, Filter>) => table

export function pickColumns<Row extends object, Filter>(
  table: TableDeclaration<Row, Filter>,
  keys: readonly string[],
): TableDeclaration<Row, Filter> {
  const columns = keys.flatMap((key) => (table.columns[key] ? [[key, table.columns[key]] as const] : []))
  return { ...table, columns: Object.fromEntries(columns) }
}

export function valueOf<Row extends object, Filter>(
  { columns }: Pick<TableDeclaration<Row, Filter>, 'columns'>,
  key: string,
  row: Row,
  filter: Filter,
): Value {
  const value = columns[key]?.value
  return value ? value(row, filter) : (row as Record<string, Value>)[key]
}

type Flags = Pick<ColumnOptions<never, never>, 'isDetail' | 'isInFileOnly' | 'isSortable'>

export const isSortable = ({ isDetail, isInFileOnly, isSortable }: Flags): boolean =>
  isSortable ?? !(isDetail || isInFileOnly)
