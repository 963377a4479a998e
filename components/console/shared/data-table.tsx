import type { Route } from 'next'
import { useId, type ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import type { Listed } from '@/lib/service'
import { SortMark } from './sort-mark'
import { UnreadableRow } from './unreadable-row'

/** A column of a table, and how to render its cell of a row. */
export interface Column<Row> {
  header: string
  cell: (row: Row) => ReactNode
  /** Numbers are aligned to the right, with digits of equal width. */
  isNumber?: boolean
  /** The cell that names its row for screen readers. One column of a table has this. */
  isRowHeader?: boolean
  /** Makes the header a link that sorts by this column. `direction` is set if the table is sorted by it now. */
  sort?: { url: Route; direction: SortDirection | undefined }
}

type SortDirection = 'ascending' | 'descending'

/**
 * A table that scrolls in both directions, also by keyboard, while its header stays visible. A record that
 * cannot be read has a row that shows its JSON.
 *
 * @param caption - describes the table, and names the region that scrolls.
 * @param isMarked - whether a row is highlighted. A cell of the row must say why, since colour is not enough.
 */
export function DataTable<Row extends object>({
  caption,
  columns,
  rows,
  rowKey,
  isMarked = () => false,
}: {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Listed<Row>[]
  rowKey: (row: Row, index: number) => string | number
  isMarked?: (row: Row) => boolean
}) {
  const captionId = useId()
  return (
    <div
      role="region"
      aria-labelledby={captionId}
      tabIndex={0}
      className="max-h-[75vh] overflow-auto rounded-skin border border-line bg-surface"
    >
      <table className="w-full border-separate border-spacing-0 text-sm">
        <caption id={captionId} className="sr-only">
          {caption}
        </caption>
        <thead>
          <tr>
            {columns.map(({ header, isNumber, sort }) => (
              <th
                key={header}
                scope="col"
                aria-sort={sort?.direction}
                className={classNames(
                  'sticky top-0 z-10 border-b border-control-line bg-surface px-3 py-1.5 align-bottom font-semibold',
                  isNumber ? 'text-end' : 'text-start',
                )}
              >
                {sort ? (
                  <Link
                    href={sort.url}
                    // The page stays scrolled to the table.
                    scroll={false}
                    className="inline-flex min-h-6 items-center gap-1 whitespace-nowrap underline decoration-dotted underline-offset-4 hover:text-accent"
                  >
                    {header}
                    <SortMark direction={sort.direction} />
                  </Link>
                ) : (
                  header
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) =>
            'unreadable' in row ? (
              <UnreadableRow key={`unreadable-${index}`} record={row} columns={columns.length} />
            ) : (
              <tr
                key={rowKey(row, index)}
                className={classNames(
                  'group/row',
                  isMarked(row) && 'bg-warning-surface *:first:border-s-4 *:first:border-s-warning *:first:ps-2',
                )}
              >
                {columns.map(({ header, cell, isNumber, isRowHeader }) => {
                  const classes = classNames(
                    'border-b border-line px-3 py-1.5 font-normal group-last/row:border-b-0',
                    isNumber ? 'text-end whitespace-nowrap tabular-nums' : 'text-start',
                  )
                  return isRowHeader ? (
                    <th key={header} scope="row" className={classes}>
                      {cell(row)}
                    </th>
                  ) : (
                    <td key={header} className={classes}>
                      {cell(row)}
                    </td>
                  )
                })}
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  )
}
