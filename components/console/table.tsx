import type { Route } from 'next'
import type { ReactNode } from 'react'
import { Badge } from './badge'
import { DataTable, type TableColumn } from './data-table'
import { Detail, Details } from './details'
import { TextLink } from './links'
import { valueOf, type Sort, type TableDeclaration, type Value } from '@/lib/console/list'
import { formatTime } from '@/lib/format'
import { sortParams, type Order } from '@/lib/console/query'
import { pageUrl, type SearchParams } from '@/lib/console/page-url'
import { isReadable, serviceText, type Listed, type Unreadable } from '@/lib/service'
import { consoleTexts } from '@/lib/skin/texts'
import { listText, tableColumns, type Cells, type Place } from './cells'

/** What a page renders of its rows by itself. */
export interface TableParts<Row, Filter> {
  cells?: Cells<Row, Filter> | undefined
  /** Whether a row has a mark at its side. A cell must explain the mark, because colour is not enough. */
  isMarked?: ((row: Row, filter: Filter) => boolean) | undefined
  /** The ID of a row's details. A link to it opens them. */
  detailsId?: ((row: Row) => string) | undefined
}

/** The page with the rows in the order of their source. */
interface PlacesShown {
  path: Route
  /** The query of the page. The links keep its filters. */
  searchParams: SearchParams
}

/**
 * Rows in the columns that `table` declares. A button at the end of a row opens its details, if it has any.
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
  rows: readonly Listed<Row>[]
  filter: Filter
  order?: Order | undefined
  parts?: TableParts<Row, Filter> | undefined
  /** Default: the caption of the table's texts. */
  caption?: string | undefined
  hasDetails?: boolean | undefined
  /** The place of a row of a list with positions. */
  placeOf?: ((row: Row) => Place | undefined) | undefined
  /** Adds the place of each row in its list to its details. */
  places?: PlacesShown | undefined
}) {
  const { cells, isMarked, detailsId } = parts
  const { columns, details } = tableColumns(table, { rows, filter, order, cells, placeOf })
  if (places && placeOf) details.push(placeColumn(places, placeOf))
  const nameKey = Object.keys(table.columns).find((key) => table.columns[key]?.isRowHeader) ?? ''
  const isTime = table.columns[nameKey]?.kind === 'time'
  function nameOf(row: Row): string {
    const value = valueOf(table, nameKey, row, filter)
    if (isTime && value) return formatTime(new Date(value as string | number))
    return serviceText(String(value ?? '')) ?? consoleTexts()('shared.none')
  }
  // A row keeps its key when others come or go, so that a refresh keeps its focus and its open details. The service may
  // list a record twice, and the table must show both rows.
  const keys = new Map<Row, string>()
  const counts = new Map<Value, number>()
  for (const row of rows.filter(isReadable)) {
    const value = valueOf(table, nameKey, row, filter)
    const count = (counts.get(value) ?? 0) + 1
    counts.set(value, count)
    keys.set(row, `${value} ${count}`)
  }
  return (
    <DataTable
      caption={caption}
      sortLabel={columns.some(({ sort }) => sort) ? consoleTexts()('shared.sort') : undefined}
      columns={columns}
      rows={rows}
      rowKey={(row) => keys.get(row) ?? ''}
      isMarked={(row) => isMarked?.(row, filter) ?? false}
      unreadable={UnreadableRecord}
      {...(hasDetails && {
        details: {
          header: consoleTexts()('shared.details'),
          label: (row: Row) => listText(table.name, 'details', { row: nameOf(row) }),
          ...(detailsId && { id: detailsId }),
          content: (row: Row) => detailsOf(row, details),
        },
      })}
    />
  )
}

/** The problem of a record that does not match the interface, and the record as received. */
function UnreadableRecord({ path, unreadable }: Unreadable) {
  const t = consoleTexts()
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone="warning">{t('shared.unreadable.name')}</Badge>
        <span>{path === '' ? t('shared.unreadable.record') : t('shared.unreadable.field', { field: path })}</span>
      </p>
      <p className="mt-1 font-mono break-all">{serviceText(unreadable)}</p>
    </>
  )
}

/** A link to the page of the list that has the row. */
function placeColumn<Row>(
  { path, searchParams }: PlacesShown,
  placeOf: (row: Row) => Place | undefined,
): TableColumn<Row> {
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

/** Omits the fields without a value. */
function detailsOf<Row>(row: Row, fields: readonly TableColumn<Row>[]): ReactNode {
  const kept = fields
    .map(({ header, cell, sort }) => ({ header, sort, content: cell(row) }))
    .filter(({ content }) => Boolean(content))
  if (kept.length === 0) return null
  return (
    <Details>
      {kept.map(({ header, sort, content }) => (
        <Detail key={header} name={sort ? <TextLink href={sort.url}>{header}</TextLink> : header}>
          {content}
        </Detail>
      ))}
    </Details>
  )
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
