import type { Metadata } from 'next'
import { AsyncContent } from '@/components/console/shared/async-content'
import { ConsolePage } from '@/components/console/shared/console-page'
import { EmptyState } from '@/components/console/shared/empty-state'
import { ExportMenu } from '@/components/console/shared/export-menu'
import { LateCount } from '@/components/console/shared/late-count'
import { pageTitle } from '@/components/console/shared/page-title'
import { SavedViews } from '@/components/console/shared/saved-views'
import { NotStarted } from '@/components/console/shared/walk-progress'
import { requireViewer } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { mayLookUp } from '@/lib/console/shared/from-elsewhere'
import { readAfter } from '@/lib/console/shared/kept-walk'
import { pageUrl } from '@/lib/console/shared/page-url'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import { conversionSorting } from './all'
import { ConversionFilter } from './filter'
import { ConversionList } from './list'
import { readConversionPage, readDateFilter } from './query'
import { readConversionList } from './read'

const path = '/console/conversions'

export async function generateMetadata(props: PageProps<typeof path>): Promise<Metadata> {
  const searchParams = await props.searchParams
  const filter = readDateFilter(searchParams)
  const dates = filter.ok ? [filter.dates.from, filter.dates.until] : []
  const title = [consoleTexts()('layout.pages.conversions'), ...dates.filter(Boolean)].join(' ')
  return { title: pageTitle(title, { ...readConversionPage(searchParams), hasError: !filter.ok }) }
}

/** Shows the history of conversions within the dates of the query. */
export default async function ConversionsPage(props: PageProps<typeof path>) {
  const searchParams = await props.searchParams
  const user = await requireViewer(pageUrl(path, searchParams))
  const t = consoleTexts()
  const filter = readDateFilter(searchParams)
  const sort = conversionSorting.readSort(searchParams, null)
  const isRefused = !(await mayLookUp(user, {}, sort !== null))
  const listing =
    filter.ok && !isRefused
      ? readConversionList({
          ...readConversionPage(searchParams),
          dates: filter.dates,
          sort,
          after: readAfter(searchParams),
        })
      : null
  return (
    <ConsolePage
      title={t('layout.pages.conversions')}
      count={
        listing && (
          <LateCount read={listing}>{(read) => read.kind === 'rows' && consoleFormats().count(read.total)}</LateCount>
        )
      }
      info={
        <>
          <p>{t('conversions.intro')}</p>
          <p>{t('shared.subnetBolts')}</p>
          <p>{t('conversions.filter.info')}</p>
        </>
      }
      actions={
        <>
          {filter.ok && user.isOperator && (
            <ExportMenu
              path="/console/conversions/export"
              searchParams={filter.dates}
              isFiltered={filter.dates.from !== undefined || filter.dates.until !== undefined}
              maxPauseMs={config().service.maxPauseMs}
              more={[
                {
                  name: t('conversions.allBreakdowns'),
                  url: pageUrl('/console/conversions/breakdowns/export', filter.dates, { format: 'csv' }),
                },
              ]}
            />
          )}
          <SavedViews />
        </>
      }
    >
      <div className="list">
        <ConversionFilter read={filter} sort={sort} searchParams={searchParams} />
        {!filter.ok && <EmptyState title={t('conversions.filter.notAsked')} />}
        {filter.ok && isRefused && <NotStarted what="walk" path={path} searchParams={searchParams} />}
        {filter.ok && listing && (
          <AsyncContent read={listing} what={t('conversions.what')} lines={12} path={path} searchParams={searchParams}>
            {(read) => <ConversionList listing={read} dates={filter.dates} sort={sort} searchParams={searchParams} />}
          </AsyncContent>
        )}
      </div>
    </ConsolePage>
  )
}
