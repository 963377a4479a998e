import { exportResponse } from '@/lib/console/export'
import { consoleTexts } from '@/lib/skin/texts'
import { walkConversions } from '@/lib/service'
import { allBreakdownParts, lineColumns } from '@/app/console/conversions/breakdown-parts'
import { readDateFilter } from '@/app/console/conversions/query'

export async function GET(request: Request): Promise<Response> {
  const { problems, ...dates } = readDateFilter(Object.fromEntries(new URL(request.url).searchParams))
  return exportResponse(request, {
    refusal: problems && consoleTexts()('conversions.export.wrongDates'),
    name: 'breakdowns',
    columns: lineColumns,
    parts: (access, options) => allBreakdownParts(walkConversions(access, dates, options)),
  })
}
