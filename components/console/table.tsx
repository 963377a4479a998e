import type { ReactNode } from 'react'
import { DataTable } from '@/components/console/shared/data-table'
import { valueOf, type Sort, type TableDeclaration } from '@/lib/console/list'
import type { Order } from '@/lib/console/query'
import { isReadable, serviceText, type Listed } from '@/lib/service'
import { consoleTexts } from '@/lib/skin/texts'
import { listText, tableColumns, type Cells } from './cells'

/** What a page renders of its rows by itself. */
export interface TableParts<Row, Filter> {
  cells?: Cells<Row, Filter>
  /** Whether a row has a mark at its side. A cell must explain the mark, because colour is not enough. */
  isMarked?: (row: Row, filter: Filter) => boolean
  /** Further content of a row's details. */
  details?: (row: Row, filter: Filter) => ReactNode
  /** The ID of a row's details. A link to it opens them. */
  detailsId?: (row: Row) => string
}

/**
 * The table of a declaration. A button at the end of a row opens its details, if it has any.
 *
 * @param order - undefined for a table that cannot be sorted. The rows already have this order.
 */
export function Table<Row extends object, Filter>({
  table,
  rows,
  filter,
  order,
  parts = {},
}: {
  table: TableDeclaration<Row, Filter>
  rows: readonly Listed<Row>[]
  filter: Filter
  order?: Order | undefined
  parts?: TableParts<Row, Filter> | undefined
}) {
  const { cells, isMarked, details, detailsId } = parts
  const columns = tableColumns(table, { rows, filter, order, cells })
  const nameKey = Object.keys(table.columns).find((key) => table.columns[key]?.isRowHeader) ?? ''
  const nameOf = (row: Row) => serviceText(String(valueOf(table, nameKey, row, filter) ?? '')) ?? ''
  // The service may list a record twice, and the table must show both rows.
  const keys = new Map(rows.filter(isReadable).map((row, index) => [row, index]))
  const hasDetails = details !== undefined || columns.some(({ isDetail }) => isDetail)
  return (
    <DataTable
      caption={listText(table.name, 'caption')}
      columns={columns}
      rows={rows}
      rowKey={(row) => keys.get(row) ?? 0}
      isMarked={(row) => isMarked?.(row, filter) ?? false}
      {...(hasDetails && {
        details: {
          label: (row: Row) => listText(table.name, 'details', { row: nameOf(row) }),
          content: (row: Row) => details?.(row, filter),
          ...(detailsId && { id: detailsId }),
        },
      })}
    />
  )
}

/** Describes the order of a table, for an announcement; null in the order of the source. */
export function sortedText({ name }: Pick<TableDeclaration<object>, 'name'>, sort: Sort | null): string | null {
  if (!sort) return null
  const { key, direction } = sort
  return consoleTexts()('shared.sorted', { column: listText(name, `columns.${key}`), direction })
}
