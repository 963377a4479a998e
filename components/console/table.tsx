import { useId, type ReactNode } from 'react'
import { cellOf, decimalsIn, detailsOf, listText, type Cells } from './cell'
import { Details } from './details'
import { TextLink } from './links'
import { classNames } from '@/components/ui/class-names'
import { Icon, moreIcon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { isSortable, kinds, valueOf, type Direction, type Sort, type TableDeclaration } from '@/lib/console/list'
import { pageUrl, type PageQuery } from '@/lib/console/page-url'
import { sortLink, sortParams, type Order } from '@/lib/console/query'
import type { PageRow } from '@/lib/console/select'
import { sumOf } from '@/lib/console/sums'
import { formatTime } from '@/lib/format'
import { serviceText } from '@/lib/service'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'

/** An explicit role, because a browser drops the roles of a table with a grid layout. */
const is = (role: string) => ({ role })

/** Shown with cards, unless the list has a menu of its own for an order that no header has. */
const sortClasses =
  '-my-1 hidden min-h-8 cursor-pointer items-center gap-1.5 rounded-skin px-1 text-sm font-medium text-muted [anchor-name:--sort-menu] hover:text-text @max-[46rem]:flex in-[.list:has(.menu.plain)]:hidden!'

/** In a card, a flag shows its header beside it, as numbers do. */
const cardClasses: Readonly<Record<string, string>> = { badge: 'card-end', flag: 'card-open' }

function SortMark({ direction }: { direction: Direction | undefined }) {
  return (
    <span aria-hidden="true" className={direction ? 'text-accent' : 'text-muted'}>
      {direction ? (direction === 'ascending' ? '↑' : '↓') : '↕'}
    </span>
  )
}

export interface TableParts<Row, Filter> {
  cells?: Cells<Row, Filter> | undefined
  /** Whether a row has a mark at its side. A cell must explain the mark, because colour is not enough. */
  isMarked?: ((row: Row, filter: Filter) => boolean) | undefined
  hasDetails?: boolean
  /** Puts the rows with the same name under one heading. */
  groups?: { nameOf: (row: Row, filter: Filter) => string; head: (rows: readonly Row[], filter: Filter) => ReactNode }
}

/**
 * The rows in the columns that `table` declares. The table scrolls with the page, below its header. A button at the end
 * of a row opens the row's details. Without room for columns, each row is a card, and the header is a menu that sorts.
 *
 * @param order - undefined for a table that cannot be sorted. The rows already have this order.
 */
export function Table<Row extends object, Filter>({
  table,
  rows,
  filter,
  order,
  parts: { cells, isMarked, groups, hasDetails = true } = {},
  caption = listText(table.name, 'caption'),
  limit,
  places,
}: {
  table: TableDeclaration<Row, Filter>
  rows: readonly PageRow<Row>[]
  filter: Filter
  order?: Order | undefined
  parts?: TableParts<Row, Filter> | undefined
  /** Default: the caption of the table's texts. */
  caption?: string | undefined
  limit?: number | undefined
  /** The page with the rows in the order of their source. The details link to the place of their row there. */
  places?: PageQuery | undefined
}) {
  const t = consoleTexts()
  const captionId = useId()
  const headId = useId()
  const content = { table, filter, cells, limit, decimals: decimalsIn(table, rows, filter) }
  const columns = Object.entries(table.columns)
    .filter(([, { isDetail, isInFileOnly }]) => !isDetail && !isInFileOnly)
    .map(([key, column]) => ({
      key,
      header: listText(table.name, `columns.${key}`),
      isRowHeader: column.isRowHeader,
      hasHeader: column.hasHeader ?? true,
      classes:
        classNames(
          kinds[column.kind].isNumber && 'number',
          column.card ? `card-${column.card}` : cardClasses[column.kind],
        ) || undefined,
      sort: order && isSortable(column) ? sortLink(table, key, order) : undefined,
    }))
  const cellWith =
    (contentOf: (key: string) => ReactNode) =>
    ({ key, header, isRowHeader, classes }: (typeof columns)[number]) => {
      const Cell = isRowHeader ? 'th' : 'td'
      return (
        <Cell
          key={key}
          {...(isRowHeader ? { ...is('rowheader'), scope: 'row' } : is('cell'))}
          data-label={header}
          className={classes}
        >
          {contentOf(key)}
        </Cell>
      )
    }
  const sumOfColumn = (key: string) => {
    const { kind, isRowHeader } = table.columns[key] ?? {}
    if (isRowHeader) return t('shared.sum', { count: rows.length })
    if (kind !== 'amount') return null
    const sum = sumOf(rows.map((row) => Number(valueOf(table, key, row, filter) ?? 0)))
    return consoleFormats().amount(sum, content.decimals[key])
  }
  const isSortedBy = columns.find(({ sort }) => sort?.direction)
  const hasMenu = columns.some(({ sort }) => sort)
  const rowsByGroup = new Map<string, Row[]>()
  for (const row of rows) {
    const name = groups?.nameOf(row, filter) ?? ''
    rowsByGroup.set(name, [...(rowsByGroup.get(name) ?? []), row])
  }
  return (
    <div className="table-frame @container [anchor-scope:--sort-menu]">
      {hasMenu && (
        <button type="button" popoverTarget={headId} className={sortClasses}>
          <span>{isSortedBy ? `${t('shared.sort')}: ${isSortedBy.header}` : t('shared.sort')}</span>
          <SortMark direction={isSortedBy?.sort?.direction} />
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
        <thead {...is('rowgroup')} id={headId} popover={hasMenu ? 'auto' : undefined}>
          <tr {...is('row')}>
            {columns.map(({ key, header, hasHeader, classes, sort }) => (
              <th
                key={key}
                {...is('columnheader')}
                scope="col"
                aria-sort={sort?.direction}
                className={classNames(classes, sort && 'sortable', !hasHeader && 'sr-only')}
              >
                {sort ? (
                  // The page keeps its scroll position.
                  <Link href={sort.url} scroll={false} className="in-[.number]:flex-row-reverse">
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
                {t('shared.details')}
              </th>
            )}
          </tr>
        </thead>
        {[...rowsByGroup].map(([group, inGroup]) => (
          // `SkipToTable` moves the focus here.
          <tbody key={group} {...is('rowgroup')} tabIndex={-1}>
            {groups && (
              <tr {...is('row')} className="group-head bg-page p-0! in-[tbody~tbody]:border-t">
                <th {...is('rowheader')} scope="rowgroup" className="col-span-full grow">
                  {groups.head(inGroup, filter)}
                </th>
              </tr>
            )}
            {named(table, inGroup, filter).map(({ row, key, name }) => (
              <tr key={key} {...is('row')} data-marked={isMarked?.(row, filter) || undefined}>
                {columns.map(cellWith((key) => cellOf(content, key, row)))}
                {hasDetails && (
                  <td {...is('cell')} className="row-details">
                    <details>
                      <summary aria-label={listText(table.name, 'details', { row: name })}>
                        <Icon path={moreIcon} className="size-4" />
                      </summary>
                      <div>
                        <Details
                          fields={{
                            ...detailsOf(content, row),
                            ...(places && { [t('shared.place')]: placeLink(places, row.position, limit) }),
                          }}
                        />
                      </div>
                    </details>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        ))}
        {rows.length > 1 && Object.values(table.columns).some(({ kind }) => kind === 'amount') && (
          <tfoot {...is('rowgroup')} className="z-[9] border-t border-line bg-surface md:sticky md:bottom-0">
            <tr {...is('row')}>{columns.map(cellWith(sumOfColumn))}</tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

/**
 * Returns each row with its name and a key. A row keeps its key when others come or go, so that a refresh keeps its
 * focus and its open details. The service may list a record twice; the table then shows both rows.
 */
function named<Row extends object, Filter>(
  table: TableDeclaration<Row, Filter>,
  rows: readonly PageRow<Row>[],
  filter: Filter,
) {
  const [nameKey = '', column] = Object.entries(table.columns).find(([, { isRowHeader }]) => isRowHeader) ?? []
  const counts = new Map<unknown, number>()
  return rows.map((row) => {
    const value = valueOf(table, nameKey, row, filter)
    const count = (counts.get(value) ?? 0) + 1
    counts.set(value, count)
    const time = column?.kind === 'time' && value ? (value as string | number) : undefined
    const name = time === undefined ? serviceText(String(value ?? '')) : formatTime(new Date(time))
    return { row, key: `${value} ${count}`, name: name ?? consoleTexts()('shared.none') }
  })
}

function placeLink({ path, searchParams }: PageQuery, position = 1, limit = 1) {
  const page = Math.ceil(position / limit)
  const inOrder = { page, rows: limit, sort: undefined, order: undefined, find: undefined, after: undefined }
  return (
    <TextLink href={pageUrl(path, searchParams, inOrder)}>
      {consoleTexts()('shared.placeLink', { position, page })}
    </TextLink>
  )
}

/** Describes the order of a table, for an announcement; null in its usual order. */
export function sortedText(table: Pick<TableDeclaration<object>, 'name' | 'sort' | 'prefix'>, sort: Sort | null) {
  if (!sort || !sortParams(table, sort).sort) return null
  const { key, direction } = sort
  return consoleTexts()('shared.sorted', { column: listText(table.name, `columns.${key}`), direction })
}
