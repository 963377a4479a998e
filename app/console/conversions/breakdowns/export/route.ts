import { allBreakdownParts, lineColumns } from '@/lib/console/conversions/all-breakdowns'
import { readDateFilter } from '@/lib/console/conversions/query'
import { exportResponse } from '@/lib/console/export'
import { consoleTexts } from '@/lib/skin/texts'
import { streamConversions } from '@/lib/service'

/** Exports the breakdowns of all conversions within the chosen dates as one file. */
export async function GET(request: Request): Promise<Response> {
  const filter = readDateFilter(Object.fromEntries(new URL(request.url).searchParams))
  return exportResponse(request, {
    refusal: filter.ok ? null : consoleTexts()('conversions.export.wrongDates'),
    name: 'breakdowns',
    columns: lineColumns,
    parts: (access, options) => allBreakdownParts(streamConversions(access, filter.ok ? filter.dates : {}, options)),
  })
}
