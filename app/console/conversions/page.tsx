import type { Metadata } from 'next'
import { ConversionFilter } from '@/components/console/conversions/filter'
import { ConversionList } from '@/components/console/conversions/list'
import { AsyncContent } from '@/components/console/shared/async-content'
import { ConsolePage } from '@/components/console/shared/console-page'
import { EmptyState } from '@/components/console/shared/empty-state'
import { ExportMenu } from '@/components/console/shared/export-menu'
import { LateCount } from '@/components/console/shared/late-count'
import { pageTitle } from '@/components/console/shared/page-title'
import { NotStarted } from '@/components/console/shared/walk-progress'
import { requireViewer } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { conversionSorting } from '@/lib/console/conversions/all'
import { readConversionList } from '@/lib/console/conversions/list'
import { readConversionPage, readDateFilter } from '@/lib/console/conversions/query'
import { mayLookUp } from '@/lib/console/shared/from-elsewhere'
import { readAfter } from '@/lib/console/shared/kept-walk'
import { pageUrl } from '@/lib/console/shared/page-url'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'

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
  const isFiltered = filter.ok && (filter.dates.from !== undefined || filter.dates.until !== undefined)
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
      intro={t(isFiltered ? 'conversions.filter.info' : 'shared.subnetBolts')}
      actions={
        <>
          {filter.ok && user.isOperator && (
            <ExportMenu
              path="/console/conversions/export"
              searchParams={filter.dates}
              isFiltered={isFiltered}
              maxPauseMs={config().service.maxPauseMs}
              more={[
                {
                  name: t('conversions.allBreakdowns'),
                  url: pageUrl('/console/conversions/breakdowns/export', filter.dates, { format: 'csv' }),
                },
              ]}
            />
          )}
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
