import { DataTable, type TableRow } from './data-table'
import { Details } from './details'
import { TextLink } from './links'
import { valueOf, type Sort, type TableDeclaration, type Value } from '@/lib/console/list'
import { formatTime } from '@/lib/format'
import { sortParams, type Order } from '@/lib/console/query'
import { pageUrl } from '@/lib/console/page-url'
import { serviceText } from '@/lib/service'
import { consoleTexts } from '@/lib/skin/texts'
import { listText, tableColumns, type Cells, type Place, type RowField } from './cells'

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
