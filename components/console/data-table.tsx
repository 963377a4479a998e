import type { Route } from 'next'
import { useId, type ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import type { Direction } from '@/lib/console/list'
import { unfoldIcon } from './icons'

/** An explicit role, because a browser drops the roles of a table with a grid layout. */
const is = (role: string) => ({ role })

/** Shown with cards, unless the list has a menu of its own for an order that no header has. */
const sortClasses =
  'mb-1 hidden min-h-8 cursor-pointer items-center gap-1.5 rounded-skin px-1 text-sm font-medium text-muted [anchor-name:--sort-menu] hover:text-text @max-[46rem]:flex in-[.list:has(.menu.plain)]:hidden!'

const marks = { ascending: '↑', descending: '↓' } as const

/** The order of a column, for the eye. Screen readers get `aria-sort`. */
function SortMark({ direction }: { direction: Direction | undefined }) {
  return (
    <span aria-hidden="true" className={direction ? 'text-accent' : 'text-muted'}>
      {direction ? marks[direction] : '↕'}
    </span>
  )
}

export interface TableColumn {
  header: string
  /** Numbers are aligned to the right, with digits of equal width. */
  isNumber?: boolean
  /** Its cells name their rows for screen readers. One column of a table has this. */
  isRowHeader?: boolean
  /** Its place in a card, as in a declaration. `labelled` shows its header beside the value, as numbers do. */
  card?: 'end' | 'fill' | 'open' | 'labelled' | undefined
  /** Makes the header a link that sorts by this column. `direction` is set if the table is sorted by it now. */
  sort?: { url: Route; direction: Direction | undefined }
}

export interface TableRow {
  key: string | number
  /** The cells, in the order of the columns. */
  cells: readonly ReactNode[]
  /** A mark at its side. A cell must explain the mark, because colour is not enough. */
  isMarked?: boolean
  /** A button at its end, named by the label, opens the details. A link to the ID opens them too. */
  details?: { label: string; id: string | undefined; content: ReactNode }
}

/**
 * A table that scrolls with the page, below its header. If there is too little room for columns, each row is a card, and
 * the header is a menu that sorts. It renders in browsers too, so it has no texts of its own.
 *
 * @param sortLabel - names the menu. Undefined for a table that cannot be sorted.
 * @param detailsHeader - the header of the buttons, for screen readers. Undefined for a table without details.
 */
export function DataTable({
  caption,
  sortLabel,
  detailsHeader,
  columns,
  rows,
}: {
  caption: string
  sortLabel?: string | undefined
  detailsHeader?: string | undefined
  columns: readonly TableColumn[]
  rows: readonly TableRow[]
}) {
  const captionId = useId()
  const headId = useId()
  const hasDetails = detailsHeader !== undefined
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
        {...is('table')}
        aria-labelledby={captionId}
        className={`data-table grid-cols-[repeat(${columns.length},auto)]`}
        data-columns={columns.length}
        data-details={hasDetails ? '' : undefined}
      >
        <caption id={captionId} className="sr-only">
          {caption}
        </caption>
        <thead {...is('rowgroup')} id={headId} popover={sortLabel === undefined ? undefined : 'auto'}>
          <tr {...is('row')}>
            {columns.map(({ header, isNumber, sort }) => (
              <th
                key={header}
                {...is('columnheader')}
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
            {hasDetails && (
              // Like the cells with details, it has no column in the grid.
              <th {...is('columnheader')} scope="col" className="sr-only">
                {detailsHeader}
              </th>
            )}
          </tr>
        </thead>
        {/* `SkipToTable` moves the focus here. */}
        <tbody {...is('rowgroup')} tabIndex={-1}>
          {rows.map(({ key, cells, isMarked, details }) => (
            <tr key={key} {...is('row')} data-marked={isMarked || undefined}>
              {columns.map(({ header, isNumber, isRowHeader, card }, index) => {
                const Cell = isRowHeader ? 'th' : 'td'
                return (
                  <Cell
                    key={header}
                    {...(isRowHeader ? { ...is('rowheader'), scope: 'row' } : is('cell'))}
                    data-label={header}
                    className={classNames(isNumber && 'number', card && `card-${card}`) || undefined}
                  >
                    {cells[index]}
                  </Cell>
                )
              })}
              {details && (
                <td {...is('cell')} className="row-details">
                  <details>
                    <summary aria-label={details.label}>
                      <Icon path={unfoldIcon} className="size-4" />
                    </summary>
                    {/* Browsers open the details for a link to their content. */}
                    <div id={details.id}>{details.content}</div>
                  </details>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
