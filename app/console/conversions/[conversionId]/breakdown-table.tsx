import type { Route } from 'next'
import { amountColumn, percentColumn } from '@/components/console/shared/amount-column'
import { Announcement } from '@/components/console/shared/announcement'
import { DataTable, type Column } from '@/components/console/shared/data-table'
import { EmptyState } from '@/components/console/shared/empty-state'
import { FindForm } from '@/components/console/shared/find-form'
import { FindRow, FindSummary } from '@/components/console/shared/find-row'
import { Identifier } from '@/components/console/shared/identifier'
import { Pagination } from '@/components/console/shared/pagination'
import { sortLinks } from '@/components/console/shared/sort-links'
import { Link } from '@/components/ui/link'
import { readPageQuery } from '@/lib/console/shared/page-query'
import { pageUrl, userPath, type SearchParams } from '@/lib/console/shared/page-url'
import { maxSearchLength } from '@/lib/console/shared/search-text'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import type { Listed, UserBreakdownEntry } from '@/lib/service'
import { nextSort, readBreakdownSearch, readSort, type BreakdownKey, type SelectedEntries } from './breakdown'

/**
 * The points and bolts of each user, sorted and searchable.
 *
 * @param entries - the number of all entries.
 * @param path - the page with this table.
 * @param searchParams - the query of the page.
 */
export function BreakdownTable({
  entries,
  selected: { matches, rows },
  path,
  searchParams,
}: {
  entries: number
  selected: SelectedEntries
  path: Route
  searchParams: SearchParams
}) {
  const t = consoleTexts()
  const find = readBreakdownSearch(searchParams)
  const sort = readSort(searchParams)
  const { page, limit } = readPageQuery(searchParams)
  const { find: _find, page: _page, ...kept } = searchParams
  const hidden = Object.entries(kept).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  const found = find !== '' && t('conversions.breakdown.search.found', { matches, entries })
  const column = t(`conversions.breakdown.columns.${sort.key}`)
  return (
    <section aria-labelledby="breakdown" className="list">
      <FindRow>
        <h2 id="breakdown" className="text-lg font-semibold">
          {t('conversions.breakdown.title')}
        </h2>
        {entries > 0 && (
          <FindForm
            path={path}
            name="find"
            label={t('conversions.breakdown.search.label')}
            button={t('conversions.breakdown.search.button')}
            value={find}
            maxLength={maxSearchLength}
            hidden={Object.fromEntries(hidden) as Record<string, string>}
          />
        )}
      </FindRow>
      {found && <FindSummary>{found}</FindSummary>}
      <Announcement
        text={[t('shared.sorted', { column, direction: sort.direction }), found].filter(Boolean).join('. ')}
      />
      {entries === 0 ? (
        <EmptyState title={t('conversions.breakdown.empty')} />
      ) : (
        <Pagination path={path} searchParams={searchParams} page={page} limit={limit} total={matches} />
      )}
      {rows.length > 0 && (
        <DataTable
          caption={t('conversions.breakdown.caption')}
          columns={columnsOf(rows, sortLinks({ nextSort }, sort, { path, searchParams }))}
          rows={rows}
          // By position, because the service may list a user twice, and the table must show both rows.
          rowKey={(_, index) => index}
        />
      )}
      {rows.length === 0 && matches > 0 && (
        <EmptyState title={t('conversions.empty.beyondTitle')}>
          <Link href={pageUrl(path, searchParams, { page: undefined })}>{t('conversions.empty.firstPage')}</Link>
        </EmptyState>
      )}
    </section>
  )
}

function columnsOf(
  rows: readonly Listed<UserBreakdownEntry>[],
  sortBy: (key: BreakdownKey) => NonNullable<Column<UserBreakdownEntry>['sort']>,
): Column<UserBreakdownEntry>[] {
  const t = consoleTexts()
  const formats = consoleFormats()
  const header = (key: BreakdownKey) => t(`conversions.breakdown.columns.${key}`)
  return [
    {
      header: header('user_id'),
      sort: sortBy('user_id'),
      isRowHeader: true,
      cell: ({ user_id: id }) => (
        <Identifier value={id} what={t('conversions.breakdown.userToCopy')} href={userPath(id)} />
      ),
    },
    {
      header: header('wallet_address'),
      sort: sortBy('wallet_address'),
      cell: ({ wallet_address }) => (
        <Identifier value={wallet_address} what={t('conversions.breakdown.walletToCopy')} hasCopy={false} />
      ),
    },
    {
      ...amountColumn(header('subnet_points'), rows, ({ subnet_points }) => subnet_points, formats),
      sort: sortBy('subnet_points'),
    },
    {
      ...percentColumn(header('share_percentage'), rows, ({ share_percentage }) => share_percentage, formats),
      sort: sortBy('share_percentage'),
    },
    {
      ...amountColumn(header('bolts_earned'), rows, ({ bolts_earned }) => bolts_earned, formats),
      sort: sortBy('bolts_earned'),
    },
  ]
}
