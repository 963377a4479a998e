import type { Metadata } from 'next'
import { ConversionFilter } from '@/components/console/conversions/filter'
import { ConversionList } from '@/components/console/conversions/list'
import { AsyncContent } from '@/components/console/shared/async-content'
import { ConsolePage } from '@/components/console/shared/console-page'
import { ExportLinks } from '@/components/console/shared/export-links'
import { requireOperator } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { sumBreakdown } from '@/lib/console/conversions/breakdown-totals'
import { readConversionPage, readDateFilter } from '@/lib/console/conversions/query'
import { pageUrl } from '@/lib/console/shared/page-url'
import { readService } from '@/lib/console/shared/service'
import { consoleTexts } from '@/lib/skin/texts'
import { listConversions } from '@/lib/service'

export function generateMetadata(): Metadata {
  return { title: consoleTexts()('layout.pages.conversions') }
}

/** The history of conversions, within the dates in the query. */
export default async function ConversionsPage(props: PageProps<'/console/conversions'>) {
  const searchParams = await props.searchParams
  await requireOperator(pageUrl('/console/conversions', searchParams))
  const t = consoleTexts()
  const { page, limit } = readConversionPage(searchParams)
  const filter = readDateFilter(searchParams)
  return (
    <ConsolePage
      title={t('layout.pages.conversions')}
      intro={`${t('conversions.intro')} ${t('shared.subnetBolts')}`}
      actions={
        filter.ok && (
          <div className="grid gap-2">
            <ExportLinks
              path="/console/conversions/export"
              searchParams={filter.dates}
              maxPauseMs={config().service.maxPauseMs}
            />
            <p className="flex flex-wrap items-center gap-2 text-sm">
              <a href={pageUrl('/console/conversions/breakdowns/export', filter.dates, { format: 'csv' })}>
                {t('conversions.allBreakdowns')}
              </a>
            </p>
          </div>
        )
      }
    >
      <ConversionFilter read={filter} rows={limit} />
      {filter.ok ? (
        <AsyncContent
          key={JSON.stringify([page, limit, filter.dates])}
          read={readService((access, options) =>
            listConversions(access, { ...filter.dates, page, limit }, { ...options, breakdown: sumBreakdown }),
          )}
          what={t('conversions.what')}
          lines={12}
          path="/console/conversions"
          searchParams={searchParams}
        >
          {(result) => <ConversionList result={result} dates={filter.dates} searchParams={searchParams} />}
        </AsyncContent>
      ) : (
        <p className="text-muted">{t('conversions.filter.notAsked')}</p>
      )}
    </ConsolePage>
  )
}
