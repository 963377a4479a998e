import type { ReactNode } from 'react'
import { Badge, Flag } from './badge'
import { DataTable, type TableColumn, type TableRow } from './data-table'
import { Details } from './details'
import { Identifier } from './identifier'
import { LinkOut, TextLink } from './links'
import { RelativeTime, Time } from './time'
import {
  isSortable,
  kinds,
  valueOf,
  type Column,
  type Sort,
  type TableDeclaration,
  type Value,
} from '@/lib/console/list'
import { pageUrl } from '@/lib/console/page-url'
import { sortLink, sortParams, type Order } from '@/lib/console/query'
import { decimalsOf, formatTime } from '@/lib/format'
import type { ConsoleTextKey } from '@/lib/messages/keys'
import { serviceText } from '@/lib/service'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'

/** What a page renders of its rows by itself. */
export interface TableParts<Row, Filter> {
  cells?: Cells<Row, Filter> | undefined
  /** Whether a row has a mark at its side. A cell must explain the mark, because colour is not enough. */
  isMarked?: ((row: Row, filter: Filter) => boolean) | undefined
  /** The ID of a row's details. A link to it opens them. */
  detailsId?: ((row: Row) => string) | undefined
}

/**
 * Rows in the columns that `table` declares. A button at the end of a row opens the row's details.
 *
 * @param order - undefined for a table that cannot be sorted. The rows already have this order.
 */
export function Table<Row extends object, Filter>({
  table,
  rows,
  filter,
  order,
  parts = {},
  caption = listText(table.name, 'caption'),
  hasDetails = true,
  placeOf,
  places,
}: {
  table: TableDeclaration<Row, Filter>
  rows: readonly Row[]
  filter: Filter
  order?: Order | undefined
  parts?: TableParts<Row, Filter> | undefined
  /** Default: the caption of the table's texts. */
  caption?: string | undefined
  hasDetails?: boolean | undefined
  placeOf?: ((row: Row) => Place | undefined) | undefined
  /** The page with the rows in the order of their source. The details link to the place of their row there. */
  places?: Omit<Order, 'sort'> | undefined
}) {
  const t = consoleTexts()
  const { cells, isMarked, detailsId } = parts
  const { columns, details } = tableColumns(table, { rows, filter, order, cells, placeOf })
  if (places && placeOf) details.push(placeField(places, placeOf))
  const [nameKey = '', nameColumn] = Object.entries(table.columns).find(([, column]) => column.isRowHeader) ?? []
  const nameText = (name: Value) =>
    nameColumn?.kind === 'time' && name
      ? formatTime(new Date(name as string | number))
      : (serviceText(String(name ?? '')) ?? t('shared.none'))
  const counts = new Map<Value, number>()

  function rowOf(row: Row): TableRow {
    const name = valueOf(table, nameKey, row, filter)
    // A row keeps its key when others come or go, so that a refresh keeps its focus and its open details. The service
    // may list a record twice, and the table must show both rows.
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return {
      key: `${name} ${count}`,
      cells: columns.map(({ cell }) => cell(row)),
      isMarked: isMarked?.(row, filter) ?? false,
      ...(hasDetails && {
        details: {
          label: listText(table.name, 'details', { row: nameText(name) }),
          id: detailsId?.(row),
          content: detailsOf(row, details),
        },
      }),
    }
  }

  return (
    <DataTable
      caption={caption}
      sortLabel={columns.some(({ sort }) => sort) ? t('shared.sort') : undefined}
      detailsHeader={hasDetails ? t('shared.details') : undefined}
      columns={columns}
      rows={rows.map(rowOf)}
    />
  )
}

/** A link to the page of the list that has the row. */
function placeField<Row>(
  { path, searchParams }: Omit<Order, 'sort'>,
  placeOf: (row: Row) => Place | undefined,
): RowField<Row> {
  const t = consoleTexts()
  return {
    header: t('shared.place'),
    cell(row) {
      const place = placeOf(row)
      if (!place) return null
      const { position, limit } = place
      const page = Math.ceil(position / limit)
      const inOrder = { page, rows: limit, sort: undefined, order: undefined, find: undefined, after: undefined }
      return (
        <TextLink href={pageUrl(path, searchParams, inOrder)}>{t('shared.placeLink', { position, page })}</TextLink>
      )
    },
  }
}

/** The details of one row, as a row of the table has them. */
export function RowDetails<Row extends object, Filter>({
  table,
  row,
  filter,
  cells,
}: {
  table: TableDeclaration<Row, Filter>
  row: Row
  filter: Filter
  cells?: Cells<Row, Filter>
}) {
  return detailsOf(row, tableColumns(table, { rows: [row], filter, cells, isAlone: true }).details)
}

function detailsOf<Row>(row: Row, fields: readonly RowField<Row>[]) {
  return <Details fields={Object.fromEntries(fields.map(({ header, cell }) => [header, cell(row)]))} />
}

/** Describes the order of a table, for an announcement; null in its usual order. */
export function sortedText(
  table: Pick<TableDeclaration<object>, 'name' | 'sort' | 'prefix'>,
  sort: Sort | null,
): string | null {
  if (!sort || !sortParams(table, sort).sort) return null
  const { key, direction } = sort
  return consoleTexts()('shared.sorted', { column: listText(table.name, `columns.${key}`), direction })
}

/** The place of a row in the order of its source, from 1, and the page size of its list. */
export interface Place {
  position: number
  limit: number
}

/** Cells that no kind of column renders, by the key of their column. A list with positions knows the place of a row. */
export type Cells<Row, Filter> = Readonly<
  Record<string, (row: Row, filter: Filter, place: Place | undefined) => ReactNode>
>

interface TableOptions<Row extends object, Filter> {
  rows: readonly Row[]
  filter: Filter
  /** Undefined for a table that cannot be sorted. */
  order?: Order | undefined
  cells?: Cells<Row, Filter> | undefined
  placeOf?: ((row: Row) => Place | undefined) | undefined
  /** Whether the details have no row beside them, so that their IDs need its links. */
  isAlone?: boolean
}

interface RowField<Row> {
  header: string
  cell: (row: Row) => ReactNode
}

/**
 * Returns a text of a list. Each list has in its group:
 *
 * - `what`: the name of its rows in a sentence, and `caption`, which describes its table;
 * - `count` and `details`, with the number of rows and the name of a row;
 * - `away` if its rows are in the store, and `more` and `unsearched` if it lists the newest ones first;
 * - `empty.title` and `empty.text`;
 * - `columns`: the header of each column; `ids`: the name of each ID; `words`: the words of each `word` and `badge`.
 */
export const listText = (
  name: string,
  key:
    | 'what'
    | 'caption'
    | 'count'
    | 'details'
    | 'away'
    | 'more'
    | 'unsearched'
    | `empty.${string}`
    | `columns.${string}`
    | `ids.${string}`
    | `words.${string}`,
  values?: Readonly<Record<string, string | number>>,
): string => consoleTexts()(`${name}.${key}` as ConsoleTextKey, values)

/**
 * Returns the columns of a list's table and the fields of a row's details. The details repeat the IDs in full and the
 * times exactly.
 */
function tableColumns<Row extends object, Filter>(
  list: TableDeclaration<Row, Filter>,
  { rows, filter, order, cells = {}, placeOf, isAlone = false }: TableOptions<Row, Filter>,
): { columns: (TableColumn & RowField<Row>)[]; details: RowField<Row>[] } {
  const columns: (TableColumn & RowField<Row>)[] = []
  const details: RowField<Row>[] = []
  for (const [key, column] of Object.entries(list.columns)) {
    const { kind, isRowHeader = false, isDetail = false, isInFileOnly = false } = column
    if (isInFileOnly) continue
    const header = listText(list.name, `columns.${key}`)
    const value = (row: Row) => valueOf(list, key, row, filter)
    const render = rendererOf(
      list.name,
      key,
      { ...column, isDetail: isDetail || isAlone },
      decimalsOf(rows.map((row) => Number(value(row)))),
    )
    const cell = (row: Row) => cells[key]?.(row, filter, placeOf?.(row)) ?? render(value(row), row, isDetail)
    if (isDetail) {
      details.push({ header, cell })
      continue
    }
    const sort = order && isSortable(column) ? { sort: sortLink(list, key, order) } : {}
    const card = column.card ?? (kind === 'badge' ? 'end' : kind === 'flag' ? 'labelled' : undefined)
    columns.push({ header, isRowHeader, isNumber: kinds[kind].isNumber, card, cell, ...sort })
    if (kind === 'id' || kind === 'time') {
      const name = kind === 'id' ? wholeName(list.name, key) : header
      details.push({ header: name, cell: (row) => render(value(row), row, true) })
    }
  }
  return { columns, details }
}

function wholeName(name: string, key: string): string {
  const text = listText(name, `ids.${key}`)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/**
 * Returns a function that renders a value of a column, for its cell or whole for the details. Without a value, the cell is
 * empty and the details omit it.
 *
 * @param decimals - aligns the amounts of a column.
 */
function rendererOf<Row, Filter>(name: string, key: string, column: Column<Row, Filter>, decimals: number) {
  const { hasCopy = true, href, isRowHeader, linkOut, now, words = [], tones = {} } = column
  const formats = consoleFormats()
  const word = (text: string, known: boolean) => (known ? listText(name, `words.${key}.${text}`) : serviceText(text))
  return (value: Value, row: Row, isWhole: boolean): ReactNode => {
    const none = isRowHeader && !isWhole ? <span className="text-muted">{consoleTexts()('shared.none')}</span> : null
    if (value === null || value === undefined) return none
    const text = String(value)
    const url = href?.(text, row)
    const linked = (content: ReactNode) => (url ? <TextLink href={url}>{content}</TextLink> : content)
    // Zeros are quiet, so that the other numbers of a column stand out.
    const number = (digits: string) => (Number(value) === 0 ? <span className="text-muted">{digits}</span> : digits)
    switch (column.kind) {
      case 'id': {
        const what = listText(name, `ids.${key}`)
        if (!isWhole) return <Identifier value={text} what={what} hasCopy={hasCopy} href={url} />
        return (
          <>
            <Identifier value={text} what={what} isWhole href={column.isDetail ? url : undefined} />{' '}
            {linkOut && <LinkOut kind={linkOut} id={text} />}
          </>
        )
      }
      case 'amount':
        return number(formats.amount(Number(value), decimals))
      case 'percent':
        return number(formats.percent(Number(value), decimals))
      case 'rank':
      case 'count':
        return number(formats.count(Number(value)))
      case 'bytes':
        return formats.bytes(Number(value))
      case 'time': {
        const time = typeof value === 'number' ? value : text
        return isWhole ? <Time time={time} /> : linked(<RelativeTime time={time} {...(now && { now: now(row) })} />)
      }
      case 'flag':
        return <Flag isSet={value === true} isInCell={!isWhole} />
      case 'word':
        return <span className="whitespace-nowrap">{word(text, words.includes(text)) ?? none}</span>
      case 'badge': {
        const isKnown = Object.hasOwn(tones, text)
        return <Badge tone={(isKnown && tones[text]) || 'neutral'}>{word(text, isKnown) ?? none}</Badge>
      }
      case 'text':
        return linked(<bdi>{serviceText(text) ?? none}</bdi>)
    }
  }
}
