import { unfoldIcon } from './icons'
import type { Route } from 'next'
import { useId, type ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import type { Direction } from '@/lib/console/list'
import type { Listed, Unreadable } from '@/lib/service'
import { SortMark } from './sort-mark'

/** Explicit roles, because a browser drops the roles of a table with a grid layout. */
const tableRoles = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const

/** Shown with cards. */
const sortClasses =
  'mb-1 hidden min-h-8 cursor-pointer items-center gap-1.5 rounded-skin px-1 text-sm font-medium text-muted [anchor-name:--sort-menu] hover:text-text @max-[46rem]:flex'

/** A column of a table, and how to render its cell of a row. */
export interface TableColumn<Row> {
  header: string
  cell: (row: Row) => ReactNode
  /** Numbers are aligned to the right, with digits of equal width. */
  isNumber?: boolean
  /** The cell that names its row for screen readers. One column of a table has this. */
  isRowHeader?: boolean
  /** Its place in a card, as in a declaration. `labelled` shows its header beside the value, as numbers do. */
  card?: 'end' | 'fill' | 'open' | 'labelled' | undefined
  /** Makes the header a link that sorts by this column. `direction` is set if the table is sorted by it now. */
  sort?: { url: Route; direction: Direction | undefined }
}

/** The details of a row. A button at its end opens them. */
interface DetailsOptions<Row> {
  /** The header of the cells with the buttons, for screen readers. */
  header: string
  /** Names the button: `Details of run 01ARZ3…`. */
  label: (row: Row) => string
  /** The ID of the details. `#run-01ARZ3…` opens them. */
  id?: (row: Row) => string
  content: (row: Row) => ReactNode
}

/**
 * A table that scrolls with the page, below its header. If there is too little room for columns, each row is a card, and
 * the header is a menu that sorts. An unreadable record has a row of its own. It renders in browsers too, so it has no
 * texts of its own.
 *
 * @param caption - describes the table.
 * @param sortLabel - names the menu. Undefined for a table that cannot be sorted.
 * @param isMarked - whether a row has a mark at its side. A cell must explain the mark, because colour is not enough.
 */
export function DataTable<Row extends object>({
  caption,
  sortLabel,
  columns,
  rows,
  rowKey,
  isMarked = () => false,
  details,
  unreadable = () => null,
}: {
  caption: string
  sortLabel?: string | undefined
  columns: readonly TableColumn<Row>[]
  rows: readonly Listed<Row>[]
  rowKey: (row: Row, index: number) => string | number
  isMarked?: (row: Row) => boolean
  details?: DetailsOptions<Row>
  /** The content of an unreadable row. */
  unreadable?: (record: Unreadable) => ReactNode
}) {
  const captionId = useId()
  const headId = useId()
  const sorted = columns.find(({ sort }) => sort?.direction)
  return (
    <div className="table-frame">
      {sortLabel !== undefined && (
        <button type="button" popoverTarget={headId} className={sortClasses}>
          <span>{sorted ? `${sortLabel}: ${sorted.header}` : sortLabel}</span>
          <SortMark direction={sorted?.sort?.direction} />
        </button>
      )}
      <table
        {...tableRoles.table}
        aria-labelledby={captionId}
        className={`data-table grid-cols-[repeat(${columns.length},auto)]`}
        data-columns={columns.length}
        data-details={details && ''}
      >
        <caption id={captionId} className="sr-only">
          {caption}
        </caption>
        <thead {...tableRoles.rowgroup} id={headId} popover={sortLabel === undefined ? undefined : 'auto'}>
          <tr {...tableRoles.row}>
            {columns.map(({ header, isNumber, sort }) => (
              <th
                key={header}
                {...tableRoles.columnheader}
                scope="col"
                aria-sort={sort?.direction}
                className={classNames(isNumber && 'number', sort && 'sortable')}
              >
                {sort ? (
                  // The page keeps its scroll position.
                  <Link href={sort.url} scroll={false} className={isNumber ? 'flex-row-reverse' : undefined}>
                    {header}
                    <SortMark direction={sort.direction} />
                  </Link>
                ) : (
                  header
                )}
              </th>
            ))}
            {details && (
              // Like the cells with details, it has no column in the grid.
              <th {...tableRoles.columnheader} scope="col" className="sr-only">
                {details.header}
              </th>
            )}
          </tr>
        </thead>
        {/* `SkipToTable` moves the focus here. */}
        <tbody {...tableRoles.rowgroup} tabIndex={-1}>
          {rows.map((row, index) =>
            'unreadable' in row ? (
              <tr key={`unreadable-${index}`} {...tableRoles.row} data-unreadable>
                <td
                  {...tableRoles.cell}
                  colSpan={columns.length + (details ? 1 : 0)}
                  className="col-span-full border-s-3 border-warning"
                >
                  {unreadable(row)}
                </td>
              </tr>
            ) : (
              <tr key={rowKey(row, index)} {...tableRoles.row} data-marked={isMarked(row) || undefined}>
                {columns.map(({ header, cell, isNumber, isRowHeader, card }) =>
                  isRowHeader ? (
                    <th
                      key={header}
                      {...tableRoles.rowheader}
                      scope="row"
                      data-label={header}
                      className={isNumber ? 'number' : undefined}
                    >
                      {cell(row)}
                    </th>
                  ) : (
                    <td
                      key={header}
                      {...tableRoles.cell}
                      data-label={header}
                      className={classNames(isNumber && 'number', card && `card-${card}`) || undefined}
                    >
                      {cell(row)}
                    </td>
                  ),
                )}
                {details && (
                  <td {...tableRoles.cell} className="row-details">
                    <details>
                      <summary aria-label={details.label(row)}>
                        <Icon path={unfoldIcon} className="size-4" />
                      </summary>
                      {/* A link to this ID opens the details, because browsers open them for their content. */}
                      <div id={details.id?.(row)}>{details.content(row)}</div>
                    </details>
                  </td>
                )}
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  )
}
