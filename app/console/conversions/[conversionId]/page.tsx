import type { Metadata } from 'next'
import { ConversionDetails } from '@/components/console/conversions/details'
import { AsyncContent } from '@/components/console/shared/async-content'
import { ConsolePage } from '@/components/console/shared/console-page'
import { buttonClasses } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { requireOperator } from '@/lib/auth/user'
import { readBreakdownSearch, readSort } from '@/lib/console/conversions/breakdown'
import { readConversionDetails } from '@/lib/console/conversions/details'
import { listUrl, readListPosition } from '@/lib/console/conversions/query'
import { readPageQuery } from '@/lib/console/shared/page-query'
import { conversionPath, pageUrl } from '@/lib/console/shared/page-url'
import { readService } from '@/lib/console/shared/service'
import { consoleTexts } from '@/lib/skin/texts'

export function generateMetadata(): Metadata {
  return { title: consoleTexts()('conversions.one.title') }
}

/** One conversion: totals, reconciliation, breakdown. */
export default async function ConversionPage(props: PageProps<'/console/conversions/[conversionId]'>) {
  const [{ conversionId }, searchParams] = await Promise.all([props.params, props.searchParams])
  // Next does not decode the segment.
  const id = decodeURIComponent(conversionId)
  const path = conversionPath(id)
  await requireOperator(pageUrl(path, searchParams))
  const t = consoleTexts()
  const listPosition = readListPosition(searchParams)
  const selection = {
    ...readPageQuery(searchParams),
    sort: readSort(searchParams),
    search: readBreakdownSearch(searchParams),
  }
  return (
    <ConsolePage
      title={t('conversions.one.title')}
      intro={`${t('conversions.one.intro')} ${t('shared.subnetBolts')}`}
      actions={
        <Link href={listUrl(listPosition)} className={buttonClasses('secondary')}>
          {t('conversions.one.back')}
        </Link>
      }
    >
      <AsyncContent
        read={readService((access, options) => readConversionDetails(access, { id, listPosition, selection }, options))}
        what={t('conversions.one.what')}
        lines={12}
        path={path}
        searchParams={searchParams}
      >
        {(result) => <ConversionDetails result={result} id={id} searchParams={searchParams} />}
      </AsyncContent>
    </ConsolePage>
  )
}
