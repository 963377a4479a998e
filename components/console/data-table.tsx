import type { Route } from 'next'
import Link from 'next/link'
import { useId, type ReactNode } from 'react'
import { SortMark } from '@/components/console/sort-mark'
import { classNames } from '@/components/ui/class-names'

/** A column of a table, and what a row has there. */
export interface Column<Row> {
  header: string
  cell: (row: Row) => ReactNode
  /** Numbers are set to the right, digit below digit. */
  isNumber?: boolean
  /** The cell that names its row for a screen reader; one column of a table has it. */
  isRowHeader?: boolean
  /** Makes the header a link that sorts by the column; `direction` is how it is sorted now, if it is. */
  sort?: { address: Route; direction: SortDirection | undefined }
}

export type SortDirection = 'ascending' | 'descending'

/**
 * A table, rendered on the server. It scrolls by itself, in both directions and by the keyboard too, and
 * keeps its header in sight.
 *
 * @param caption - what the table holds; it also names the region that scrolls.
 * @param isMarked - rows that stand out. Colour alone tells nobody anything: a cell has to say it too.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  isMarked = () => false,
}: {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
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
      <table className="w-full border-separate border-spacing-0 text-left text-sm">
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
                  'sticky top-0 z-10 border-b border-control-line bg-surface px-3 py-2 align-bottom font-semibold',
                  isNumber && 'text-right',
                )}
              >
                {sort ? (
                  <Link
                    href={sort.address}
                    prefetch={false}
                    // The table stays where it is.
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
          {rows.map((row, index) => (
            <tr
              key={rowKey(row, index)}
              className={classNames(
                'group/row',
                isMarked(row) && 'bg-warning-surface *:first:border-l-4 *:first:border-l-warning *:first:pl-2',
              )}
            >
              {columns.map(({ header, cell, isNumber, isRowHeader }) => {
                const classes = classNames(
                  'border-b border-line px-3 py-2 font-normal group-last/row:border-b-0',
                  isNumber && 'text-right whitespace-nowrap tabular-nums',
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
          ))}
        </tbody>
      </table>
    </div>
  )
}
