import type { Metadata } from 'next'
import { Awaited } from '@/components/console/awaited'
import { ConsolePage } from '@/components/console/console-page'
import { ConversionFilter } from '@/components/console/conversion-filter'
import { ConversionList } from '@/components/console/conversion-list'
import { ExportLinks } from '@/components/console/export-links'
import { requireOperator } from '@/lib/auth/user'
import { addressWith } from '@/lib/console/address'
import { readConversionPage, readDates } from '@/lib/console/conversion-query'
import { readService } from '@/lib/console/service'
import { listConversions } from '@/lib/service'
import { consoleMessages } from '@/lib/messages/console'
import { conversionMessages } from '@/lib/messages/console-conversions'

export const metadata: Metadata = { title: consoleMessages.pages.conversions }

/** The history of conversions, in the dates that the address gives. */
export default async function ConversionsPage({ searchParams }: PageProps<'/console/conversions'>) {
  const search = await searchParams
  await requireOperator(addressWith('/console/conversions', search))
  const { page, limit } = readConversionPage(search)
  const filter = readDates(search)
  return (
    <ConsolePage
      title={consoleMessages.pages.conversions}
      intro={consoleMessages.intros.conversions}
      actions={filter.ok && <ExportLinks path="/console/conversions/export" search={filter.dates} />}
    >
      <ConversionFilter read={filter} rows={limit} />
      {filter.ok ? (
        <Awaited
          key={JSON.stringify([page, limit, filter.dates])}
          read={readService((access, options) => listConversions(access, { ...filter.dates, page, limit }, options))}
          what={conversionMessages.what}
          lines={12}
          path="/console/conversions"
          search={search}
        >
          {(result) => <ConversionList result={result} dates={filter.dates} search={search} />}
        </Awaited>
      ) : (
        <p className="text-muted">{conversionMessages.filter.notAsked}</p>
      )}
    </ConsolePage>
  )
}
