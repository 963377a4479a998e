import type { Route } from 'next'
import { Announcement } from '@/components/console/announcement'
import { EmptyState } from '@/components/console/notices'
import { FindForm } from '@/components/console/find-form'
import { FindRow, FindSummary } from '@/components/console/find-row'
import { Pagination } from '@/components/console/pagination'
import { sortedText, Table } from '@/components/console/table'
import { Link } from '@/components/ui/link'
import { pageUrl, type SearchParams } from '@/lib/console/page-url'
import { maxSearchLength } from '@/lib/console/search-text'
import { consoleTexts } from '@/lib/skin/texts'
import { breakdown, readBreakdownQuery } from './breakdown'
import type { ConversionDetails } from './read'

/**
 * The points and bolts of each user, sorted and searchable.
 *
 * @param entries - the number of all entries.
 * @param path - the page with this table.
 * @param searchParams - the query of the page.
 */
export function BreakdownTable({
  entries,
  selected: { total, rows },
  path,
  searchParams,
}: {
  entries: number
  selected: ConversionDetails['selected']
  path: Route
  searchParams: SearchParams
}) {
  const t = consoleTexts()
  const { find, sort, page, limit } = readBreakdownQuery(searchParams)
  const { find: _find, page: _page, ...kept } = searchParams
  const hidden = Object.entries(kept).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  const found = find !== '' && t('conversions.breakdown.search.found', { matches: total, entries })
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
      <Announcement text={[sortedText(breakdown, sort), found].filter(Boolean).join('. ')} />
      {entries === 0 ? (
        <EmptyState title={t('conversions.breakdown.empty')} />
      ) : (
        <Pagination path={path} searchParams={searchParams} page={page} limit={limit} total={total} />
      )}
      {rows.length > 0 && (
        <Table table={breakdown} rows={rows} filter={{}} order={{ sort, path, searchParams }} hasDetails={false} />
      )}
      {rows.length === 0 && total > 0 && (
        <EmptyState title={t('shared.beyond')}>
          <Link href={pageUrl(path, searchParams, { page: undefined })}>{t('shared.firstPage')}</Link>
        </EmptyState>
      )}
    </section>
  )
}
