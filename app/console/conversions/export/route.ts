import { conversionColumns } from '@/lib/console/conversions/export'
import { readDateFilter } from '@/lib/console/conversions/query'
import { exportResponse } from '@/lib/console/export'
import { partsOf } from '@/lib/console/parts'
import { consoleTexts } from '@/lib/skin/texts'
import { walkConversions } from '@/lib/service'

/** Exports all conversions within the chosen dates as a file. */
export async function GET(request: Request): Promise<Response> {
  const filter = readDateFilter(Object.fromEntries(new URL(request.url).searchParams))
  return exportResponse(request, {
    refusal: filter.ok ? null : consoleTexts()('conversions.export.wrongDates'),
    name: 'conversions',
    columns: conversionColumns,
    parts: (access, options) => partsOf(walkConversions(access, filter.ok ? filter.dates : {}, options)),
  })
}
